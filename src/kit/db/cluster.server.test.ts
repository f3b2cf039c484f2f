import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { madeCluster } from '#test/stand-ins/made-cluster.ts';
import { isServing, readPostmaster } from './cluster/cluster-postmaster.server.ts';
import { type Cluster, openCluster } from './cluster.server.ts';

/** Opens the folder in a process of its own, writes the outcome to stdout, and holds the folder. */
const holderScript = `
  import { openCluster } from '#kit/db/cluster.server.ts';
  const quiet = () => undefined;
  await openCluster({ dataDir: process.env.DATA_DIR, warn: quiet }).then(
    ({ url }) => console.log(url),
    (error) => { console.log(error.code ?? error.message); process.exit(1); },
  );
`;

const copyMadeCluster = madeCluster();
let parent: string;
let dataDir: string;
let folder: string;
const quiet = { warn: () => undefined };
/** Ended before the folder is removed: a live holder restarts its database. */
let holders: (() => Promise<void>)[] = [];

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'tasuki-cluster-'));
  // Names that need quoting in a shell or URL, below a folder that only its owner may enter.
  dataDir = join(parent, `locked 'たすき'`, 'data');
  folder = join(dataDir, 'postgres');
  await mkdir(join(parent, `locked 'たすき'`), { mode: 0o700 });
});

afterEach(async () => {
  await Promise.all(holders.map((end) => end()));
  holders = [];
  const left = await readPostmaster(folder);
  if (left && (await isServing(left.pid, folder))) process.kill(left.pid, 'SIGQUIT');
  if (left?.socketFolder) await rm(left.socketFolder, { recursive: true, force: true });
  await rm(parent, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
});

async function open(): Promise<Cluster> {
  const cluster = await openCluster({ dataDir, ...quiet });
  holders.push(() => cluster.stop());
  return cluster;
}

async function openElsewhere(): Promise<{ said: string; process: ChildProcess }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', holderScript], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  holders.push(() => kill(child));
  const [said] = await once(createInterface(child.stdout), 'line');
  return { said, process: child };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return await client
    .query(sql)
    .then(
      ({ rows }) => rows,
      (error) => Promise.reject(error),
    )
    .finally(() => client.end());
}

const write = (url: string) => query(url, `CREATE TABLE kept AS SELECT 'coat' AS thing`);
const read = (url: string) => query(url, 'SELECT thing FROM kept');

async function postmasterPid(): Promise<number> {
  const postmaster = await readPostmaster(folder);
  if (!postmaster) throw new Error('no postmaster');
  return postmaster.pid;
}

test('what was written is there after a stop and a start', async () => {
  await copyMadeCluster(dataDir);
  const first = await openCluster({ dataDir, ...quiet });
  await write(first.url);
  await first.stop();
  expect(await readPostmaster(folder)).toBeUndefined();
  expect(await read((await open()).url)).toEqual([{ thing: 'coat' }]);
});

test('a second start on a folder in use is refused and harms nothing', async () => {
  await copyMadeCluster(dataDir);
  const { url } = await open();
  await write(url);
  const pid = await postmasterPid();
  await expect(open()).rejects.toMatchObject({ code: 'IN_USE' });
  expect((await openElsewhere()).said).toBe('IN_USE');
  expect(await postmasterPid()).toBe(pid);
  expect(await read(url)).toEqual([{ thing: 'coat' }]);
});

test('of two first starts at the same moment one wins and the other is refused', async () => {
  const [one, other] = await Promise.all([openElsewhere(), openElsewhere()]);
  const said = [one.said, other.said].sort();
  expect(said[0]).toBe('IN_USE');
  expect(said[1]).toMatch(/^postgresql:/);
  expect(await readdir(dataDir)).toEqual(['postgres', 'postgres.log']);
});

test('the database of a killed server is adopted, with what it acknowledged', async () => {
  await copyMadeCluster(dataDir);
  const killed = await openElsewhere();
  await write(killed.said);
  const pid = await postmasterPid();
  await kill(killed.process);
  const { url } = await open();
  expect(await postmasterPid()).toBe(pid);
  expect(await read(url)).toEqual([{ thing: 'coat' }]);
});

test('an adopted database ends with the server that adopted it', async () => {
  await copyMadeCluster(dataDir);
  const killed = await openElsewhere();
  const pid = await postmasterPid();
  await kill(killed.process);
  const adopted = await openCluster({ dataDir, ...quiet });
  await adopted.stop();
  expect(await isServing(pid, folder)).toBe(false);
  expect(
    await stat(new URL(killed.said.replace('@/', '@x/')).searchParams.get('host') ?? '').catch(
      () => 'gone',
    ),
  ).toBe('gone');
});

test('a killed database is started again under the same URL', async () => {
  await copyMadeCluster(dataDir);
  const { url } = await open();
  await write(url);
  process.kill(await postmasterPid(), 'SIGKILL');
  await expect.poll(() => read(url), { interval: 50 }).toEqual([{ thing: 'coat' }]);
});

test('an adopted database that is killed is started again too', async () => {
  await copyMadeCluster(dataDir);
  const killed = await openElsewhere();
  await write(killed.said);
  await kill(killed.process);
  const { url } = await open();
  process.kill(await postmasterPid(), 'SIGKILL');
  await expect.poll(() => read(url), { interval: 50 }).toEqual([{ thing: 'coat' }]);
});

test('a start recovers after server and database were both killed', async () => {
  await copyMadeCluster(dataDir);
  const killed = await openElsewhere();
  await write(killed.said);
  await kill(killed.process);
  process.kill(await postmasterPid(), 'SIGKILL');
  expect(await read((await open()).url)).toEqual([{ thing: 'coat' }]);
});

test.runIf(process.platform === 'linux')(
  'a lock file whose number now belongs to another process does not stop a start',
  async () => {
    await copyMadeCluster(dataDir);
    const killed = await openElsewhere();
    await write(killed.said);
    await kill(killed.process);
    process.kill(await postmasterPid(), 'SIGKILL');
    const { uid, gid } = await stat(folder);
    const stranger = spawn('sleep', ['60'], { uid, gid, stdio: 'ignore' });
    onTestFinished(() => void stranger.kill('SIGKILL'));
    const lockFile = join(folder, 'postmaster.pid');
    const lines = (await readFile(lockFile, 'utf8')).split('\n');
    await writeFile(lockFile, [stranger.pid, ...lines.slice(1)].join('\n'));
    expect(await read((await open()).url)).toEqual([{ thing: 'coat' }]);
    expect(await postmasterPid()).not.toBe(stranger.pid);
  },
);

test('what a broken-off first start left is cleared away', async () => {
  await mkdir(join(dataDir, 'postgres.new-999999999'), { recursive: true });
  // Folder named for a reused process number, which only Linux can detect.
  if (process.platform === 'linux') await mkdir(join(dataDir, `postgres.new-${process.ppid}-1`));
  await open();
  expect(await readdir(dataDir)).toEqual(['postgres', 'postgres.log']);
});

test('neither the folder nor the socket can be entered by others', async () => {
  const { url } = await open();
  const socketFolder = new URL(url.replace('@/', '@x/')).searchParams.get('host') ?? '';
  for (const path of [folder, socketFolder]) expect((await stat(path)).mode & 0o077).toBe(0);
  expect(await query(url, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '' }]);
});

test('the log of the database repeats no data', async () => {
  await copyMadeCluster(dataDir);
  const { url } = await open();
  await query(url, 'CREATE TABLE people (email text UNIQUE)');
  const insert = `INSERT INTO people VALUES ('hanako@tasuki.example')`;
  await query(url, insert);
  await expect(query(url, insert)).rejects.toThrow('duplicate key');
  await expect(query(url, `SELECT 'hanako'::int`)).rejects.toThrow('invalid input');
  expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('hanako');
});
