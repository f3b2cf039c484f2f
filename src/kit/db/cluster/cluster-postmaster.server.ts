import { readFile, readlink, realpath, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Content of PostgreSQL's postmaster.pid. */
export type Postmaster = { pid: number; socketFolder: string };

/** Process named in the lock file of `folder`; undefined if there was none or it shut down cleanly. */
export async function readPostmaster(folder: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, socketFolder: lines[4] ?? '' } : undefined;
}

/** File in a socket folder that identifies its database folder. */
const ownerFile = 'owner';

/** Identifies a database folder on this machine, and tells it from its copies. */
async function identityOf(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder, { bigint: true });
  return `${dev}:${ino}`;
}

/** Records in a socket folder which database folder it belongs to. */
export async function markSocketFolder(socketFolder: string, folder: string): Promise<void> {
  await writeFile(join(socketFolder, ownerFile), await identityOf(folder), { mode: 0o600 });
}

/** Whether a socket folder was made for the database of `folder`; undefined without a mark (0.9.0). */
export async function isSocketFolderOf(
  socketFolder: string,
  folder: string,
): Promise<boolean | undefined> {
  const owner = await readFile(join(socketFolder, ownerFile), 'utf8').catch(() => undefined);
  return owner === undefined ? undefined : owner === (await identityOf(folder));
}

/** Whether the database named by a lock file runs and is that of `folder`; a copied lock file names the original's. */
export async function serves({ pid, socketFolder }: Postmaster, folder: string): Promise<boolean> {
  return (await isSocketFolderOf(socketFolder, folder)) !== false && isServing(pid, folder);
}

/**
 * Whether `pid` is a running PostgreSQL of `folder`. Signal 0 also reaches zombies and reused process numbers, so Linux
 * is asked for state and folder.
 */
export async function isServing(pid: number, folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return signalReaches(pid);
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return false;
  const state = stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
  if (state === 'Z' || state === 'X') return false;
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  return cwd !== undefined && cwd === (await realpath(folder));
}

function signalReaches(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
