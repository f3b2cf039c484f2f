import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isServing } from '#kit/db/cluster/cluster-postmaster.server.ts';
import { freePort, removeDataDir, spawnServer, startServer } from '#test/server-process.ts';
import { watchSlowness } from '#test/stand-ins/slowness.ts';
import { dataFolder } from './data-folder.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await dataFolder('empty');
});
/** Stopped before the data is removed: a running server would start its database again. */
let started: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(started.map((end) => end()));
  started = [];
  await removeDataDir(dataDir);
});

const env = { SAMPLE_DATA: 'off' };
const longestRecoveryMs = 10_000;
/** For steps without a promised time: long enough for the slowest machine. */
const waitOptions = { timeout: 45_000, interval: 5 };

async function start() {
  const server = await startServer(dataDir, env);
  started.push(() => server.kill());
  return server;
}

async function isWell(url: string): Promise<boolean> {
  return (await fetch(`${url}/health`)).status === 200;
}

async function postmasterPid(): Promise<number> {
  const lockFile = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
  const pid = Number.parseInt(lockFile, 10);
  if (Number.isNaN(pid)) throw new Error('the lock file is being written');
  return pid;
}

const isAlive = (pid: number) => isServing(pid, join(dataDir, 'postgres'));

/** Stderr and exit code of a start that must fail. */
async function failedStart(more: Record<string, string> = {}) {
  const child = spawnServer(dataDir, { PORT: String(await freePort()), ...env, ...more });
  const [said, [code]] = await Promise.all([text(child.stderr as never), once(child, 'exit')]);
  return { said: said.trim(), code };
}

test('a second start on the same data folder ends with one clear line and harms nothing', async () => {
  const first = await start();
  const second = await failedStart();
  expect(second.code).toBe(1);
  expect(second.said).toMatch(/^データフォルダ .+ は、起動中のたすきが使っています。[^\n]+$/);
  expect(await isWell(first.url)).toBe(true);
});

test('a wrong setting ends the start with a line that names it', async () => {
  const { code, said } = await failedStart({ LOG_LEVEL: 'loud' });
  expect(code).toBe(1);
  expect(said).toContain('LOG_LEVEL');
});

test.each(['1', '2'])(
  'a port in use ends the start of %s processes with one line in both languages',
  async (WEB_CONCURRENCY) => {
    const other = createServer().listen(0, '127.0.0.1');
    started.push(() => other.close());
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const { code, said } = await failedStart({ PORT: String(port), WEB_CONCURRENCY });
    expect(code).toBe(1);
    expect(said).toMatch(
      new RegExp(`^ポート${port}は、[^\\n]+ / Port ${port} is in use: [^\\n]+$`),
    );
  },
);

test('after kill -9 of the server a start adopts the database that was left', async () => {
  const killed = await start();
  const pid = await postmasterPid();
  await killed.kill();
  expect(await isAlive(pid)).toBe(true);
  expect(await isWell((await start()).url)).toBe(true);
  expect(await postmasterPid()).toBe(pid);
});

test('the server survives kill -9 of its database and is ready again', async () => {
  const server = await start();
  const slowness = watchSlowness(server.url);
  const began = performance.now();
  process.kill(await postmasterPid(), 'SIGKILL');
  await vi.waitFor(async () => expect(await isWell(server.url)).toBe(true), {
    timeout: 3 * longestRecoveryMs,
    interval: 100,
  });
  const tookMs = performance.now() - began;
  expect(tookMs - (await slowness())).toBeLessThan(longestRecoveryMs);
  expect(server.process.exitCode).toBeNull();
});

test('after kill -9 of both a start recovers', async () => {
  const killed = await start();
  process.kill(await postmasterPid(), 'SIGKILL');
  await killed.kill();
  expect(await isWell((await start()).url)).toBe(true);
});

test('SIGTERM ends server and database in order', async () => {
  const server = await start();
  const pid = await postmasterPid();
  expect(await server.stop()).toBe(0);
  expect(await isAlive(pid)).toBe(false);
});

test('SIGTERM in the middle of a start ends what has begun', async () => {
  // The first start creates its database and takes longest.
  await removeDataDir(dataDir);
  const child = spawnServer(dataDir, { PORT: String(await freePort()), ...env });
  started.push(() => child.kill('SIGKILL'));
  const pid = await vi.waitFor(postmasterPid, waitOptions);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(await isAlive(pid)).toBe(false);
});

/** `npm start` without npm: the starter, with the server as its child. */
function spawnStarter(port: number): ChildProcess {
  return spawn(process.execPath, [join('scripts', 'start.js')], {
    cwd: join(import.meta.dirname, '..', '..'),
    env: { ...process.env, ...env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function startedBy(starter: ChildProcess): Promise<number> {
  started.push(() => starter.kill('SIGKILL'));
  for await (const chunk of starter.stdout ?? []) {
    if (/ready.*http/.test(String(chunk))) break;
  }
  return await postmasterPid();
}

test('SIGTERM to the starter ends everything and its exit code is 0', async () => {
  const starter = spawnStarter(await freePort());
  const pid = await startedBy(starter);
  starter.kill('SIGTERM');
  expect(await once(starter, 'exit')).toEqual([0, null]);
  expect(await isAlive(pid)).toBe(false);
});

test('kill -9 of the starter leaves neither server nor database behind', async () => {
  const port = await freePort();
  const starter = spawnStarter(port);
  const pid = await startedBy(starter);
  starter.kill('SIGKILL');
  await vi.waitFor(async () => expect(await isAlive(pid)).toBe(false), waitOptions);
  await expect(fetch(`http://localhost:${port}/healthz`)).rejects.toThrow();
});
