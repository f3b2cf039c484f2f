import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Place that backups are written to and read from: a folder or a bucket. Names are ours, with `/` between folders. */
export type Destination = {
  /** For people and records, without credentials. */
  name: string;
  /** Writes an object from a stream; readers see it only once it is complete. */
  write(name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Content as a stream; undefined if there is no such object. */
  read(name: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  has(name: string): Promise<boolean>;
  remove(name: string): Promise<void>;
  /** Names of all objects that begin with `prefix`, which ends in `/`. */
  list(prefix: string): Promise<string[]>;
};

/** Backups in a local folder, readable by its owner only. */
export function folderDestination(folder: string): Destination {
  return {
    name: folder,

    async write(name, content) {
      const target = join(folder, name);
      const unfinished = `${target}.${randomUUID()}.part`;
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      try {
        const file = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true });
        await pipeline(content, file);
        await rename(unfinished, target);
        await syncFolder(dirname(target));
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },

    async read(name) {
      const file = join(folder, name);
      return (await isFile(file)) ? createReadStream(file) : undefined;
    },

    has: (name) => isFile(join(folder, name)),

    async remove(name) {
      const file = join(folder, name);
      await rm(file, { force: true });
      await removeEmptyFolder(dirname(file));
    },

    async list(prefix) {
      const entries = await readdir(join(folder, prefix), {
        recursive: true,
        withFileTypes: true,
      }).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
    },
  };
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false;
      throw error;
    },
  );

/** Folder entries survive a crash only once their folder is synced. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function removeEmptyFolder(path: string): Promise<void> {
  const left = await readdir(path).catch(() => ['']);
  if (left.length === 0) await rm(path, { recursive: true, force: true });
}
