import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readEnv } from './env.server.ts';
import { openFiles } from './open-files.server.ts';

const folder = await mkdtemp(join(tmpdir(), 'tasuki-files-'));
afterAll(() => rm(folder, { recursive: true }));
const clock = () => new Date();
const bucket = {
  S3_ENDPOINT: 'https://s3.tasuki.example',
  S3_BUCKET: 'tasuki',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'secret',
};

test('files are in the data folder unless a bucket is named', async () => {
  await openFiles(readEnv({ DATA_DIR: folder }), clock).write('images/a', Buffer.from('here'));
  expect(await readFile(join(folder, 'images/a'), 'utf8')).toBe('here');
});

test('a bucket needs all of its variables or none', () => {
  expect(readEnv(bucket).S3_BUCKET).toBe('tasuki');
  for (const missing of Object.keys(bucket)) {
    expect(() => readEnv({ ...bucket, [missing]: '' })).toThrow('or none of them');
  }
});
