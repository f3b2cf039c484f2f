import { readFile, readlink, realpath, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What PostgreSQL writes about itself into postmaster.pid. */
export type Postmaster = { pid: number; socketFolder: string };

/** The process that last said it serves `folder`; undefined when none did or it left in order. */
export async function readPostmaster(folder: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, socketFolder: lines[4] ?? '' } : undefined;
}

/** File of a socket folder that says which database folder it was made for. */
const ownerFile = 'owner';

/** Tells a database folder from every other one on this machine, its copies among them. */
async function identityOf(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder, { bigint: true });
  return `${dev}:${ino}`;
}

/** Notes in a socket folder which database folder it is for. */
export async function markSocketFolder(socketFolder: string, folder: string): Promise<void> {
  await writeFile(join(socketFolder, ownerFile), await identityOf(folder), { mode: 0o600 });
}

/** Whether a socket folder was made for the database of `folder`; undefined without a mark, as of 0.9.0. */
export async function isSocketFolderOf(
  socketFolder: string,
  folder: string,
): Promise<boolean | undefined> {
  const owner = await readFile(join(socketFolder, ownerFile), 'utf8').catch(() => undefined);
  return owner === undefined ? undefined : owner === (await identityOf(folder));
}

/** Whether the database that a lock file names lives, and is that of `folder`: in a copy it is the original's. */
export async function serves({ pid, socketFolder }: Postmaster, folder: string): Promise<boolean> {
  return (await isSocketFolderOf(socketFolder, folder)) !== false && isServing(pid, folder);
}

/**
 * Whether `pid` is a living PostgreSQL of `folder`. A signal of 0 also reaches the zombie of a
 * killed process and whatever got its number since, so Linux is asked for state and folder.
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
