import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startUnopened } from '#test/server-process.ts';

/** `empty`: a server has started on it once, without sample data. `sample`: with sample data. */
type Kind = 'empty' | 'sample';

const run = promisify(execFile);
const variable = 'TEST_DATA_FOLDERS';

/** Global setup of a Vitest or Playwright run: the folder of prepared data folders, which tests copy. */
export default async function keepDataFolders(): Promise<() => void> {
  const folder = await mkdtemp(join(tmpdir(), 'tasuki-prepared-'));
  process.env[variable] = folder;
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  return remove;
}

/** A test's own copy of a prepared data folder. */
export async function dataFolder(kind: Kind): Promise<string> {
  const made = await prepared(kind);
  const folder = await mkdtemp(join(tmpdir(), 'tasuki-data-'));
  // With owner and modes, which PostgreSQL checks.
  await run('cp', ['-a', `${made}/.`, folder]);
  return folder;
}

/** Prepared by the first test that needs it, while others wait. */
async function prepared(kind: Kind): Promise<string> {
  const folder = join(process.env[variable] ?? '', kind);
  const lock = `${folder}.lock`;
  for (;;) {
    if (existsSync(folder)) return folder;
    const isMine = await mkdir(lock).then(
      () => true,
      () => false,
    );
    if (isMine) return await prepare(kind, folder).finally(() => rmdir(lock));
    await wait(50);
  }
}

async function prepare(kind: Kind, folder: string): Promise<string> {
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  const server = await startUnopened(unfinished, kind === 'empty' ? { SAMPLE_DATA: 'off' } : {});
  await server.stop();
  await rename(unfinished, folder);
  return folder;
}
