import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Where files of the product are kept. Names are paths of our own making, with `/` between folders. */
export type FileStore = {
  /** Keeps the bytes under the name, whole or not at all; once it resolves they outlast a crash. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** The bytes of that name; undefined where there are none. */
  read(name: string): Promise<Buffer | undefined>;
  /** Forgets the file; none of that name is no mistake. */
  remove(name: string): Promise<void>;
};

/** The formats in which pictures are kept, as their files end. */
export const imageFormats = ['avif', 'webp', 'jpg', 'png'] as const;
export type ImageFormat = (typeof imageFormats)[number];

/** The file of a picture in one of its widths (pixels) and formats. */
export const imageFile = (id: string, width: number, format: ImageFormat = 'webp') =>
  `images/${id}-${width}.${format}`;

/** Every file that a picture made in these widths may have. */
export const imageFiles = (id: string, widths: readonly number[]): string[] =>
  widths.flatMap((width) => imageFormats.map((format) => imageFile(id, width, format)));

/** Keeps files in a folder of this machine. */
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

/** The new name is on the disk only when its folder is; Windows knows no such thing. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
