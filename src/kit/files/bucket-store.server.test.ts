import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { refusalOf } from '#kit/errors/refusal.ts';
import { bucketStore, sha256, signedHeaders } from './bucket-store.server.ts';

const credentials = {
  region: 'us-east-1',
  accessKey: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const clock = () => new Date('2013-05-24T00:00:00Z');

// Examples from «Signature Calculations for the Authorization Header», Amazon S3 API Reference.
test.each([
  [
    'GET',
    '/test.txt',
    { range: 'bytes=0-9' },
    '',
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'PUT',
    '/test%24file.text',
    { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    'Welcome to Amazon S3.',
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
])('%s %s is signed as Amazon signs it', (method, path, headers, body, signature) => {
  const host = 'examplebucket.s3.amazonaws.com';
  const request = { method, host, path, headers: { ...headers }, bodyHash: sha256(body) };
  const { authorization } = signedHeaders(request, clock(), credentials);
  expect(authorization).toContain(`Signature=${signature}`);
});

/** A stand-in on loopback, which stores a body if the hash in the request matches. */
const stored = new Map<string, Buffer>();
let status = 0;
let elsewhere = '';
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const { url = '', method, headers } = request;
  const isSigned =
    headers['x-amz-content-sha256'] === createHash('sha256').update(body).digest('hex') &&
    /Credential=AKIAIOSFODNN7EXAMPLE\/20130524\/us-east-1\/s3\/aws4_request/.test(
      headers.authorization ?? '',
    );
  const found = stored.get(url);
  if (status !== 0) response.writeHead(status, { location: elsewhere }).end('<Error/>');
  else if (!isSigned) response.writeHead(403).end();
  else if (method === 'PUT') response.writeHead(200).end(void stored.set(url, body));
  else if (method === 'DELETE') response.writeHead(204).end(void stored.delete(url));
  else response.writeHead(found ? 200 : 404).end(found);
});

let store: ReturnType<typeof bucketStore>;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}/store/`;
  store = bucketStore({ endpoint, bucket: 'pictures', clock, ...credentials });
});
beforeEach(() => {
  status = 0;
});
afterAll(() => server.close());

test('a file is stored under its name, read, replaced and deleted', async () => {
  expect(await store.read('images/a-480.webp')).toBeUndefined();
  await store.write('images/a-480.webp', Buffer.from('first'));
  await store.write('images/a-480.webp', new Uint8Array([1, 2, 3]));
  expect(await store.read('images/a-480.webp')).toEqual(Buffer.from([1, 2, 3]));
  expect([...stored.keys()]).toEqual(['/store/pictures/images/a-480.webp']);
  await store.remove('images/a-480.webp');
  await store.remove('images/a-480.webp');
  expect(await store.read('images/a-480.webp')).toBeUndefined();
});

test.each([500, 503, 429])('a store that answers %d counts as unavailable', async (answer) => {
  status = answer;
  const refusal = await store.write('a', Buffer.from('x')).catch(refusalOf);
  expect(refusal).toMatchObject({ type: 'ServiceUnavailable', retryAfterSeconds: 5 });
});

test('a store that is not there is unavailable, too', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const nowhere = bucketStore({
    endpoint: 'http://127.0.0.1:1',
    bucket: 'pictures',
    clock,
    ...credentials,
  });
  expect(await nowhere.read('a').catch(refusalOf)).toMatchObject({ type: 'ServiceUnavailable' });
});

test('keys that are refused are a defect, not a passing outage', async () => {
  status = 403;
  await expect(store.read('a')).rejects.toThrow('the file store refused GET: 403');
});

test.each([301, 302, 303, 307, 308])(
  'a store that leads elsewhere (%d) is not followed',
  async (answer) => {
    const asked: (string | undefined)[] = [];
    const other = createServer((request, response) => {
      asked.push(request.headers.authorization);
      response.end('not yours');
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}/papers`;
    status = answer;
    await expect(store.read('a')).rejects.toThrow(`the file store refused GET: ${answer}`);
    await expect(store.write('a', Buffer.from('a paper'))).rejects.toThrow(
      `refused PUT: ${answer}`,
    );
    await expect(store.remove('a')).rejects.toThrow(`refused DELETE: ${answer}`);
    expect(asked).toEqual([]);
  },
);

test('a bucket that does not exist stores nothing', async () => {
  status = 404;
  await expect(store.write('a', Buffer.from('x'))).rejects.toThrow('no such bucket');
});
