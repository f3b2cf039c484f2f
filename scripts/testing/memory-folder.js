import { accessSync, constants, statfsSync } from 'node:fs';
import { freemem } from 'node:os';

const folder = '/dev/shm';
/** Several times the maximum size of a run's databases. */
const neededBytes = 6 * 2 ** 30;

/**
 * Puts temporary folders of this process and its children into memory if Linux has room: test
 * databases create and remove files by the hundred thousand, which on a disk takes half of the
 * time. TMPDIR takes precedence.
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
