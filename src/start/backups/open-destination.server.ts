import { resolve } from 'node:path';
import type { Env } from '#start/env.server.ts';
import { bucketDestination } from './bucket-destination.server.ts';
import { type Destination, folderDestination } from './destination.server.ts';

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
  return bucketDestination({
    ...settings,
    bucket,
    prefix: prefix.split('/').filter(Boolean).join('/'),
    clock,
  });
}
