import { bucketStore } from '#kit/files/bucket-store.server.ts';
import { type FileStore, folderStore } from '#kit/files/files.server.ts';
import type { Env } from './env.server.ts';

/** Opens the store of pictures and papers: the bucket of the S3_* variables, else the data folder. */
export function openFiles(env: Env, clock: () => Date): FileStore {
  if (env.S3_ENDPOINT === '') return folderStore(env.DATA_DIR);
  return bucketStore({
    endpoint: env.S3_ENDPOINT,
    bucket: env.S3_BUCKET,
    // Default name for stores without regions.
    region: env.S3_REGION || 'us-east-1',
    accessKey: env.S3_ACCESS_KEY,
    secretKey: env.S3_SECRET_KEY,
    clock,
  });
}
