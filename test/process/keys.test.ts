import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readEnv } from '#start/env.server.ts';
import { readKeys } from '#start/resealing/read-keys.server.ts';
import { freePort, removeDataDir, spawnServer, startServer } from '#test/server-process.ts';
import { dataFolder } from './data-folder.ts';

const run = promisify(execFile);
const email = 'boss@tasuki.example';
const password = 'a long password';
const env = { SAMPLE_DATA: 'off', OPERATOR_EMAIL: email, OPERATOR_PASSWORD: password };
let dataDir: string;
let stopLast: () => Promise<unknown> = async () => {};

beforeAll(async () => {
  dataDir = await dataFolder('empty');
});
afterAll(async () => {
  await stopLast();
  await removeDataDir(dataDir);
});

async function start() {
  const server = await startServer(dataDir, env);
  stopLast = () => server.kill();
  return server;
}
const secretFile = (name: string) => readFile(join(dataDir, name), 'utf8');
const renew = () =>
  run(process.execPath, ['src/start/commands/reseal.server.ts', '--new-secret'], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  });

test('a data folder gets a new secret, and whoever is signed in stays so', async () => {
  const first = await start();
  const signedIn = await fetch(`${first.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: first.url },
    body: JSON.stringify({ email, password }),
  });
  expect(signedIn.status).toBe(200);
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  await expect(renew()).rejects.toThrow('起動中のたすき');
  await first.stop();

  const before = await secretFile('secret');
  const { stdout } = await renew();
  expect(stdout).toContain('もう要りません');
  expect(await secretFile('secret')).not.toBe(before);
  expect(await secretFile('secret.old')).toBe(`${before}\n`);
  for (const name of ['secret', 'secret.old']) {
    expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600);
  }

  const second = await start();
  const token = (at: string) => fetch(`${at}/api/auth/token`, { headers: { cookie } });
  expect((await token(second.url)).status).toBe(200);
  await second.stop();

  await rm(join(dataDir, 'secret.old'));
  const third = await start();
  expect((await token(third.url)).status).toBe(401);
  expect(await third.stop()).toBe(0);
}, 120_000);

test('with a secret that is none of its data a start ends with one clear line, and harms nothing', async () => {
  const kept = await secretFile('secret');
  await writeFile(join(dataDir, 'secret'), 'somebody copied another secret here, long enough');
  const child = spawnServer(dataDir, { ...env, PORT: String(await freePort()) });
  const [said, [code]] = await Promise.all([text(child.stderr as never), once(child, 'exit')]);
  expect(code).toBe(1);
  expect(said.trim()).toMatch(
    /^保存されているものを封じた鍵（SECRET）が見つかりません。[^\n]+SECRET_OLD[^\n]+$/,
  );
  await writeFile(join(dataDir, 'secret'), kept);
  const server = await start();
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
  await server.stop();
}, 120_000);

test('without its secret a start of data ends with one line that says which file to bring back, and makes none', async () => {
  const kept = await secretFile('secret');
  await rm(join(dataDir, 'secret'));
  const before = await readdir(dataDir);
  const child = spawnServer(dataDir, { ...env, PORT: String(await freePort()) });
  const [said, [code]] = await Promise.all([text(child.stderr as never), once(child, 'exit')]);
  expect(code).toBe(1);
  const file = join(dataDir, 'secret');
  expect(said.trim()).toMatch(
    new RegExp(`^${file} がありません。[^\\n]+ / ${file} is missing[^\\n]+$`),
  );
  await expect(
    run(process.execPath, ['src/start/commands/reseal.server.ts'], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    }),
  ).rejects.toThrow(`${file} がありません。`);
  expect(await readdir(dataDir)).toEqual(before);
  await writeFile(file, kept);
  await (await start()).stop();
});

test('several processes that start on new data at once have the same secret', async () => {
  const newDir = await mkdtemp(join(tmpdir(), 'tasuki-keys-'));
  onTestFinished(() => removeDataDir(newDir));
  const settings = { DATA_DIR: newDir };
  const all = await Promise.all(
    Array.from({ length: 20 }, () => readKeys({ ...readEnv(settings), ...settings })),
  );
  const stored = await readFile(join(newDir, 'secret'), 'utf8');
  expect(new Set(all.map(({ secret }) => secret))).toEqual(new Set([stored]));
  expect(await readdir(newDir)).toEqual(['secret']);
});
