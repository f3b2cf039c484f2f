import { readFile, readlink, realpath } from 'node:fs/promises';
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
