import { once } from 'node:events';
import { afterAll, describe, expect, test } from 'vitest';
import { ErrorBody } from '#kit/errors/error-body.ts';
import { openSocket, type RawReply, sendRaw } from '#test/process/raw-http.ts';
import { expectProtected } from '#test/protective-headers.ts';
import { testApp } from '#test/test-app.ts';
import { buildApp } from './app.server.ts';

// Requests refused before routing, over real sockets of an installation with https.

const publicUrl = 'https://tasuki.example';
const { services } = await testApp();
const begun = Promise.withResolvers<void>();
const goOn = Promise.withResolvers<void>();
const app = await buildApp(services, {
  logLevel: 'silent',
  publicUrl,
  mount(scope) {
    const config = { allow: 'anyone', bodyTimeoutMs: 50 } as const;
    scope.get('/api/echo', { config }, ({ host, hostname, address }) => ({
      length: [host, hostname, address].length,
    }));
    scope.post('/api/echo', { config }, ({ body }) => ({ body }));
    scope.get('/api/slow', { config }, async () => {
      begun.resolve();
      await goOn.promise;
      return {};
    });
  },
});
const url = await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => app.close());

/** All protective headers, and a Japanese error body. */
function expectRefused({ headers, body, status }: RawReply, expected: number) {
  expect(status).toBe(expected);
  expectProtected({ headers, body }, { isHttps: true, isBuilt: false });
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(ErrorBody.parse(JSON.parse(body)).message).toMatch(/[ぁ-ん]/);
}

const get = (lines: string, version = '1.1') =>
  sendRaw(url, `GET /api/echo HTTP/${version}\r\nConnection: close\r\n${lines}\r\n`);

test('what is no request of HTTP', async () => {
  expectRefused(await sendRaw(url, 'NONSENSE\r\n\r\n'), 400);
});

test('headers without an end', async () => {
  expectRefused(await get(`Host: a\r\nX-Long: ${'a'.repeat(1024 * 1024)}\r\n`), 431);
});

test('an address that is too long, of a page', async () => {
  const keyword = '%E7%8C%AB'.repeat(3_000);
  const address = `/search?keyword=${keyword}`;
  const reply = await sendRaw(url, `GET ${address} HTTP/1.1\r\nHost: a\r\n\r\n`);
  expect(reply.status).toBe(431);
  expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(reply.body).toContain('URLが長すぎます。検索の言葉を短くしてお試しください。');
  expectProtected(reply, { isHttps: true, isBuilt: false });
});

test('a body that does not come', async () => {
  const head =
    'POST /api/echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{';
  expectRefused(await sendRaw(url, head), 408);
});

describe('the host of a request', () => {
  test.each([
    ['named twice', 'Host: tasuki.example\r\nHost: evil.example\r\n'],
    ['named twice, in other letters', 'Host: tasuki.example\r\nhOST: tasuki.example\r\n'],
    ['not named', ''],
  ])('%s', async (_how, lines) => expectRefused(await get(lines), 400));

  test('is anything, once, and may be missing where HTTP knew none', async () => {
    for (const host of ['tasuki.example', '10.0.0.7:3000', 'evil.example']) {
      expect((await get(`Host: ${host}\r\nX-Host: a\r\n`)).status).toBe(200);
    }
    expect((await get('', '1.0')).status).toBe(200);
  });
});

test('an expectation that nobody knows is passed over', async () => {
  const { status, headers, body } = await get('Host: a\r\nExpect: miracles\r\n');
  expect(status).toBe(200);
  expectProtected({ headers, body }, { isHttps: true, isBuilt: false });
});

test('what arrives during a stop', async () => {
  const socket = await openSocket(url);
  const ask = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  ask('/api/slow');
  await begun.promise;
  const closed = app.close();
  const arrived = once(app.server, 'request');
  ask('/api/echo');
  await arrived;
  goOn.resolve();
  await once(socket, 'end');
  await closed;
  const [, late = ''] = received.split(/(?=HTTP\/1\.1 503)/);
  expect(late).toContain('strict-transport-security: max-age=31536000; includeSubDomains\r\n');
  expect(late).toContain('content-type: application/json; charset=utf-8\r\n');
});

test('the page that reads labels may use the camera, and no other', async () => {
  const { app } = await testApp();
  const policyOf = async (url: string) =>
    String((await app.inject({ url })).headers['permissions-policy']).split(',')[0];
  expect(await policyOf('/admin/intake')).toBe('camera=(self)');
  expect(await policyOf('/admin/intake?x=1')).toBe('camera=(self)');
  for (const url of ['/', '/admin', '/admin/intake/scans', '/api/office/intake/scans']) {
    expect([url, await policyOf(url)]).toEqual([url, 'camera=()']);
  }
});
