import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signedHeaders } from '#kit/files/bucket-store.server.ts';
import { bucketDestination } from './bucket-destination.server.ts';
import type { Destination } from './destination.server.ts';
import { bytesOf, chunksOf } from './manifest.server.ts';

// Backups in a bucket, at a stand-in of S3 on loopback that knows uploads in parts.

const credentials = { region: 'us-east-1', accessKey: 'AKIAEXAMPLE', secretKey: 'a secret key' };
const now = new Date('2026-11-20T02:30:00Z');
const partBytes = 16 * 1024 * 1024;
const pageSize = 2;

const stored = new Map<string, Buffer>();
let parts: Buffer[] = [];
/** Statuses to answer with before any other. */
let failures: number[] = [];

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const { pathname, search, searchParams } = new URL(request.url ?? '', 'http://bucket.example');
  const method = request.method ?? '';
  const failure = failures.shift();
  if (failure !== undefined) return void response.writeHead(failure).end('<Code>SlowDown</Code>');
  const bodyHash = createHash('sha256').update(body).digest('hex');
  const host = request.headers.host ?? '';
  const signed = { method, host, path: pathname, query: search.slice(1), bodyHash };
  const { authorization } = signedHeaders(signed, now, credentials);
  if (request.headers.authorization !== authorization) {
    return void response.writeHead(403).end('<Code>SignatureDoesNotMatch</Code>');
  }
  const key = decodeURIComponent(pathname).replace('/copies/', '');
  const found = stored.get(key);
  if (searchParams.has('uploads')) {
    parts = [];
    response.end('<UploadId>first upload</UploadId>');
  } else if (searchParams.has('partNumber')) {
    parts[Number(searchParams.get('partNumber')) - 1] = body;
    response.writeHead(200, { etag: `"${parts.length}"` }).end();
  } else if (method === 'POST') {
    stored.set(key, Buffer.concat(parts));
    response.end('<CompleteMultipartUploadResult/>');
  } else if (searchParams.has('list-type')) {
    const from = Number(searchParams.get('continuation-token') ?? 0);
    const keys = [...stored.keys()].filter((one) =>
      one.startsWith(searchParams.get('prefix') ?? ''),
    );
    const page = keys.slice(from, from + pageSize).map((one) => `<Key>${one}</Key>`);
    const next = from + pageSize;
    const token =
      next < keys.length ? `<NextContinuationToken>${next}</NextContinuationToken>` : '';
    response.end(`<ListBucketResult>${page.join('')}${token}</ListBucketResult>`);
  } else if (method === 'PUT') {
    stored.set(key, body);
    response.end();
  } else if (method === 'DELETE') {
    stored.delete(key);
    response.writeHead(204).end();
  } else response.writeHead(found ? 200 : 404).end(method === 'HEAD' ? undefined : found);
});

let to: Destination;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = { endpoint, bucket: 'copies', prefix: 'tasuki/one', clock: () => now };
  to = bucketDestination({ ...settings, ...credentials });
});
beforeEach(() => {
  stored.clear();
  failures = [];
});
afterAll(() => server.close());

const contentOf = async (name: string) => {
  const content = await to.read(name);
  return content && bytesOf(content);
};

test('a small object is written, found, read and removed', async () => {
  expect(to.name).toBe('s3://copies/tasuki/one');
  expect(await contentOf('backups/a b.zst')).toBeUndefined();
  await to.write('backups/a b.zst', chunksOf('rows'));
  expect([...stored.keys()]).toEqual(['tasuki/one/backups/a b.zst']);
  expect(await to.has('backups/a b.zst')).toBe(true);
  expect(await contentOf('backups/a b.zst')).toEqual(Buffer.from('rows'));
  await to.remove('backups/a b.zst');
  expect(await to.has('backups/a b.zst')).toBe(false);
});

test.each([0, 1, partBytes - 1, partBytes, 2 * partBytes + 5])(
  'an object of %d bytes comes back as it was, in parts where it is large',
  async (length) => {
    const bytes = Buffer.alloc(length, 'Tasuki');
    await to.write('large', cut(bytes));
    const read = await contentOf('large');
    expect(read?.equals(bytes)).toBe(true);
  },
);

/** In chunks that no part ends with. */
async function* cut(bytes: Buffer): AsyncGenerator<Uint8Array> {
  const size = 1_000_003;
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

test('an object that breaks off is not there', async () => {
  const broken = async function* () {
    yield Buffer.alloc(partBytes + 1);
    throw new Error('the database went away');
  };
  await expect(to.write('broken', broken())).rejects.toThrow('went away');
  expect(await to.has('broken')).toBe(false);
});

test('all pages of a list are read', async () => {
  for (const name of ['a/1', 'a/2', 'a/3', 'a/4', 'a/5', 'b/1'])
    await to.write(name, chunksOf(name));
  expect(await to.list('a/')).toEqual(['a/1', 'a/2', 'a/3', 'a/4', 'a/5']);
});

test('a passing outage is tried again, and a refusal names its code', async () => {
  failures = [503];
  await to.write('a', chunksOf('rows'));
  expect(await contentOf('a')).toEqual(Buffer.from('rows'));
  failures = [403];
  await expect(to.write('a', chunksOf('rows'))).rejects.toThrow('refused PUT: 403 SlowDown');
});
