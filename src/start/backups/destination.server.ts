import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Env } from '#start/env.server.ts';
import { bucketDestination } from './bucket-destination.server.ts';

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

const bucketForm = /^s3:\/\/([^/]+)(?:\/(.*))?$/;

/** Whether a destination is a bucket, so that backups leave the machine. */
export const isBucket = (to: string): boolean => bucketForm.test(to);

/** Destination of `BACKUP_TO`, `--to` and `--from`: a folder or `s3://bucket/prefix`. */
export function openDestination(to: string, env: Env, clock: () => Date): Destination {
  const [, bucket, prefix = ''] = bucketForm.exec(to) ?? [];
  if (bucket === undefined) return folderDestination(resolve(to));
  const settings = {
    endpoint: env.BACKUP_S3_ENDPOINT || env.S3_ENDPOINT,
    region: env.BACKUP_S3_REGION || env.S3_REGION || 'us-east-1',
    accessKey: env.BACKUP_S3_ACCESS_KEY || env.S3_ACCESS_KEY,
    secretKey: env.BACKUP_S3_SECRET_KEY || env.S3_SECRET_KEY,
  };
  if (settings.endpoint === '' || settings.accessKey === '' || settings.secretKey === '') {
    throw new Error(
      `${to} に必要な設定がありません。BACKUP_S3_ENDPOINT、BACKUP_S3_ACCESS_KEY、BACKUP_S3_SECRET_KEY（または同じ名のS3_…）を指定してください。` +
        ` / ${to} needs BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY, or the S3_… of the same names.`,
    );
  }
  return bucketDestination({ ...settings, bucket, prefix: prefix.replace(/\/+$/, ''), clock });
}

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
