import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The store of the product's files. Names are paths that we make, with `/` between folders. */
export type FileStore = {
  /** Stores the bytes under the name, whole or not at all; once it resolves they survive a crash. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** The bytes of that name; undefined where there are none. */
  read(name: string): Promise<Buffer | undefined>;
  /** Removes the file; it is no error when there is none. */
  remove(name: string): Promise<void>;
};

/** The formats in which pictures are stored, as file extensions. */
export const imageFormats = ['avif', 'webp', 'jpg', 'png'] as const;
export type ImageFormat = (typeof imageFormats)[number];

/** The file of a picture in one of its widths (pixels) and formats. */
export const imageFile = (id: string, width: number, format: ImageFormat = 'webp') =>
  `images/${id}-${width}.${format}`;

/** Every file that a picture made in these widths may have. */
export const imageFiles = (id: string, widths: readonly number[]): string[] =>
  widths.flatMap((width) => imageFormats.map((format) => imageFile(id, width, format)));

/** Stores files in a folder of this machine. */
export function folderStore(folder: string): FileStore {
  return {
    async write(name, bytes) {
      const target = join(folder, name);
      const unfinished = `${target}.${randomUUID()}.part`;
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      try {
        const file = await open(unfinished, 'wx', 0o600);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(unfinished, target);
        await syncFolder(dirname(target));
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },

    async read(name) {
      try {
        return await readFile(join(folder, name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },

    async remove(name) {
      await rm(join(folder, name), { force: true });
    },
  };
}

/** A new name survives a crash only when its folder is synced, too; Windows has no such call. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
