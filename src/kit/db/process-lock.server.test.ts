import { spawnSync } from 'node:child_process';
import pg from 'pg';
import { afterAll, afterEach, expect, test } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { holderName, takeProcessLock } from './process-lock.server.ts';

// A lock that lasts as long as its process: while the holder lives others are refused; a dead holder is waited for.

const database = await testDatabase();
const key = 4_711;
let open: pg.Client[] = [];
afterEach(async () => {
  await Promise.all(open.map((client) => client.end()));
  open = [];
});
afterAll(() => database.drop());

async function client(name = holderName): Promise<pg.Client> {
  const made = new pg.Client({ connectionString: database.url, application_name: name });
  await made.connect();
  open.push(made);
  return made;
}

test('while a living process holds it another is refused', async () => {
  expect(await takeProcessLock(await client(), key)).toBe(true);
  expect(await takeProcessLock(await client(), key)).toBe(false);
});

test('a holder on another machine counts as living', async () => {
  expect(await takeProcessLock(await client('tasuki holder elsewhere 1'), key)).toBe(true);
  expect(await takeProcessLock(await client(), key)).toBe(false);
});

test('a holder that died is waited for until its connection is gone', async () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  await expectWaitedFor(holderName.replace(/\d+-\d*$/, String(pid)));
});

test('a holder that died is waited for, also when another process has its number by now', async () => {
  // Only Linux reports when a process started.
  if (process.platform === 'linux') await expectWaitedFor(holderName.replace(/-\d+$/, '-1'));
});

async function expectWaitedFor(name: string) {
  const dead = await client(name);
  expect(await takeProcessLock(dead, key)).toBe(true);
  const waiting = takeProcessLock(await client(), key);
  // By then a live holder would have been reported.
  const early = await Promise.race([waiting, new Promise((done) => setTimeout(done, 1_500))]);
  expect(early).toBeUndefined();
  await dead.query('select pg_advisory_unlock_all()');
  expect(await waiting).toBe(true);
}
