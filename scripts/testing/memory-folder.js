import { accessSync, constants, statfsSync } from 'node:fs';
import { freemem } from 'node:os';

const folder = '/dev/shm';
/** What the databases of a whole run take at their largest, several times over. */
const neededBytes = 6 * 2 ** 30;

/**
 * Lets temporary folders of this process and its children lie in memory, where Linux has room for them: the databases
 * of tests make and remove files by the hundred thousand, which on a disk takes half of the time. TMPDIR decides if set.
 */
export function keepTemporaryFoldersInMemory() {
  if (process.env.TMPDIR === undefined && hasRoom()) process.env.TMPDIR = folder;
}

function hasRoom() {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return Math.min(bavail * bsize, freemem()) >= neededBytes;
  } catch {
    return false;
  }
}
