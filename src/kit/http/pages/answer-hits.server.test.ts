import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '#kit/http/app.server.ts';
import { testApp } from '#test/test-app.ts';
import { answerHits } from './answer-hits.server.ts';
import { pageCache } from './page-cache.server.ts';
import { pageRoutes } from './routes.server.ts';

const { services } = await testApp();
const publicUrl = 'http://localhost:3000';
const cache = pageCache({ maxBytes: 1_000_000 });
let renders = 0;
const app = await buildApp(services, {
  logLevel: 'silent',
  publicUrl,
  async mount(scope) {
    pageRoutes(scope, {
      cache,
      origin: publicUrl,
      async render(url) {
        renders += 1;
        return new Response(`${url.pathname} ${renders} ${'あ'.repeat(600)}`, {
          headers: { 'content-type': 'text/html; charset=utf-8' },
        });
      },
    });
  },
});
let port = 0;
/** Requests that reached the framework. */
let routed = 0;
beforeAll(async () => {
  app.server.on('request', () => {
    routed += 1;
  });
  answerHits(app, { cache, publicUrl, logLevel: 'warn' });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  port = Number(new URL(address).port);
});
afterAll(() => app.close());

/** Response to these request lines, until the connection ends. */
async function raw(...lines: string[]): Promise<{ head: string[]; body: string }> {
  const socket = connect(port, '127.0.0.1');
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'));
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  const whole = Buffer.concat(chunks).toString('latin1');
  const end = whole.indexOf('\r\n\r\n');
  return { head: whole.slice(0, end).split('\r\n'), body: whole.slice(end + 4) };
}

const get = (path: string, ...headers: string[]) =>
  raw(`GET ${path} HTTP/1.1`, 'Host: tasuki.example', ...headers);

/** Header lines without values that differ per request. */
const lasting = (head: string[]) =>
  head
    .map((line) => line.replace(/^[^:]+/, (name) => name.toLowerCase()))
    .filter((line) => !/^(?:date|x-request-id):/.test(line))
    .sort();

async function routedAndHit(path: string, ...headers: string[]) {
  const first = await get(path, ...headers);
  return { first, hit: await get(path, ...headers) };
}

test.each(['identity', 'gzip', 'br'])(
  'a cached page is sent before any routing, with the headers of the route: %s',
  async (encoding) => {
    const asked = [`/in-${encoding}`, `Accept-Encoding: ${encoding}`] as const;
    const { first, hit } = await routedAndHit(...asked);
    const withoutLength = (head: string[]) =>
      lasting(head).map((line) => line.replace(/content-length: \d+/, ''));
    expect(first.head[0]).toBe('HTTP/1.1 200 OK');
    expect(withoutLength(hit.head)).toEqual(withoutLength(first.head));
    expect(hit.head.filter((line) => /^x-request-id: [\w-]{36}$/i.test(line))).toHaveLength(1);
    const before = routed;
    await get(...asked);
    expect(routed).toBe(before);
  },
);

test('the page that reads labels may use the camera when it is a hit, too', async () => {
  const { first, hit } = await routedAndHit('/admin/intake');
  const policies = [first, hit].map(({ head }) =>
    head.find((line) => /^permissions-policy:/i.test(line)),
  );
  expect(policies[1]).toContain('camera=(self)');
  expect(policies[0]).toBe(policies[1]);
});

test('who has the page is answered 304 with its policy', async () => {
  const { first } = await routedAndHit('/known');
  const etag = first.head.find((line) => /^etag:/i.test(line))?.slice('etag: '.length);
  const before = routed;
  const { head, body } = await get('/known', `If-None-Match: ${etag}`);
  expect([routed - before, head[0], body]).toEqual([0, 'HTTP/1.1 304 Not Modified', '']);
  expect(head.some((line) => /^content-security-policy:/i.test(line))).toBe(true);
});

test.each([
  ['a token', ['GET /odd HTTP/1.1', 'Host: a.example', 'Authorization: Bearer none']],
  ['a body', ['GET /odd HTTP/1.1', 'Host: a.example', 'Content-Length: 1', '']],
  ['two hosts', ['GET /odd HTTP/1.1', 'Host: a.example', 'Host: b.example']],
  ['no host', ['GET /odd HTTP/1.1']],
  ['a preview', ['GET /odd HTTP/1.1', 'Host: a.example', 'Cookie: tasuki.preview=x.1.y']],
  ['another method', ['HEAD /odd HTTP/1.1', 'Host: a.example']],
  ['an address that is not normal', ['GET /odd?utm_source=x HTTP/1.1', 'Host: a.example']],
])('a request with %s goes by the route', async (_, lines) => {
  await routedAndHit('/odd');
  const before = routed;
  await raw(...lines);
  expect(routed).toBe(before + 1);
});
