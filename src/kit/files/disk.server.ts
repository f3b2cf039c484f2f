import { randomUUID } from 'node:crypto';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The disk under DATA_DIR. */
export type Disk = {
  freeBytes(): Promise<number>;
  /** Throws if nothing can be written: no space, inode, quota or permission. */
  tryWriting(): Promise<void>;
};

const triedBytes = 4_096;

/** The disk that contains a folder. */
export const diskOf = (folder: string): Disk => ({
  async freeBytes() {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  },

  async tryWriting() {
    const file = join(folder, `.tried-${randomUUID()}`);
    try {
      await writeFile(file, Buffer.alloc(triedBytes), { mode: 0o600 });
    } finally {
      await rm(file, { force: true });
    }
  },
});
