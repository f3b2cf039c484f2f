import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { databaseUrlOf, removeDataDir, startServer } from '#test/server-process.ts';
import { dataFolder } from './data-folder.ts';

// A copy of DATA_DIR, as for trying something out or moving: its lock file names the original's database.

const run = promisify(execFile);
const env = { SAMPLE_DATA: 'off' };

/** Whether the database accepts new connections: a server keeps its existing ones without the socket. */
async function letsIn(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl });
  const isIn = await client.connect().then(
    () => true,
    () => false,
  );
  await client.end().catch(() => undefined);
  return isIn;
}

const isReady = async (url: string) => (await fetch(`${url}/readyz`)).status === 200;

test('a copy of the data folder starts beside the living original, and both serve until each is stopped', async () => {
  const dataDir = await dataFolder('empty');
  const copyDir = await mkdtemp(join(tmpdir(), 'tasuki-copy-'));
  onTestFinished(async () => {
    await removeDataDir(copyDir);
    await removeDataDir(dataDir);
  });
  const original = await startServer(dataDir, env);
  onTestFinished(() => original.kill());
  await run('cp', ['-a', `${dataDir}/.`, copyDir]);
  const itsUrl = await databaseUrlOf(dataDir);
  expect(await databaseUrlOf(copyDir)).toBe(itsUrl);

  const copy = await startServer(copyDir, env);
  onTestFinished(() => copy.kill());
  const copyUrl = await databaseUrlOf(copyDir);
  expect(copyUrl).not.toBe(itsUrl);
  expect(await Promise.all([itsUrl, copyUrl].map(letsIn))).toEqual([true, true]);
  expect(await Promise.all([original.url, copy.url].map(isReady))).toEqual([true, true]);

  expect(await copy.stop()).toBe(0);
  expect([await letsIn(itsUrl), await isReady(original.url)]).toEqual([true, true]);
});
