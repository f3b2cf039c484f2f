import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import fastify from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { type App, buildApp } from '#server/http/app.ts';
import { testApp } from '#test/test-app.ts';
import { pageCache } from './page-cache.ts';
import { normalised, pageRoutes } from './routes.ts';

const origin = 'http://localhost:3000';
const document = (body: string) =>
  `<!DOCTYPE html><html><body>${body}${'あ'.repeat(600)}<script>run(1)</script><script src="/a.js"></script></body></html>`;

function site(render: (url: URL) => Promise<Response>) {
  const app = fastify() as unknown as App;
  const cache = pageCache({ maxBytes: 1_000_000 });
  pageRoutes(app, { cache, render, origin });
  return { app, cache };
}
const html = (body: string, status = 200) =>
  new Response(document(body), { status, headers: { 'content-type': 'text/html; charset=utf-8' } });

/** The whole application, as the process builds it. */
const { services } = await testApp();
const house = await buildApp(services, {
  logLevel: 'silent',
  trustProxy: false,
  publicUrl: origin,
  mount: (scope) =>
    pageRoutes(scope, {
      cache: pageCache({ maxBytes: 1_000_000 }),
      render: async () => html('a page'),
      origin,
    }),
});
afterAll(() => house.close());

describe('a page of the site', () => {
  test('is rendered once and sent compressed as the browser accepts', async () => {
    let renders = 0;
    const { app } = site(async () => {
      renders += 1;
      return html('top');
    });
    const get = (encoding: string) =>
      app.inject({ url: '/', headers: { 'accept-encoding': encoding } });
    expect(brotliDecompressSync((await get('gzip, deflate, br')).rawPayload).toString()).toBe(
      document('top'),
    );
    expect(gunzipSync((await get('gzip')).rawPayload).toString()).toBe(document('top'));
    expect((await get('identity')).body).toBe(document('top'));
    expect(renders).toBe(1);
  });

  test('allows its inline scripts by their hashes and nothing else inline', async () => {
    const { app } = site(async () => html('top'));
    const policy = String((await app.inject('/')).headers['content-security-policy']);
    const hash = createHash('sha256').update('run(1)').digest('base64');
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
  });

  test('is answered 304 with its policy while it has not changed, and whole after that', async () => {
    let text = 'before';
    const { app, cache } = site(async () => html(text));
    const first = await app.inject('/');
    const again = { url: '/', headers: { 'if-none-match': String(first.headers.etag) } };
    const unchanged = await app.inject(again);
    expect(unchanged.statusCode).toBe(304);
    expect(unchanged.headers['content-security-policy']).toBe(
      first.headers['content-security-policy'],
    );
    text = 'after';
    cache.drop();
    expect((await app.inject(again)).body).toContain('after');
  });

  test('is not stored when it is an error', async () => {
    const { app } = site(async () => html('no', 404));
    const reply = await app.inject('/none');
    expect(reply.statusCode).toBe(404);
    expect(reply.headers['cache-control']).toBe('no-store');
  });
});

describe('the URL that a page is cached under', () => {
  test('leaves out what no page depends on, so that it cannot fill the cache', () => {
    expect(normalised('/search?utm_source=x&order=cumulative&keyword=', origin).href).toBe(
      `${origin}/search?order=cumulative`,
    );
  });

  test('is the same whatever the order of the parameters, and normal once normal', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (keyword, order) => {
        const a = new URLSearchParams({ keyword, order }).toString();
        const b = new URLSearchParams({ order, keyword }).toString();
        const once = normalised(`/search?${a}`, origin);
        expect(normalised(`/search?${b}`, origin).href).toBe(once.href);
        expect(normalised(once.pathname + once.search, origin).href).toBe(once.href);
      }),
    );
  });

  test('never leaves our origin', () => {
    expect(normalised('//evil.example/search', origin).origin).toBe(origin);
  });
});

describe('a path of the API that does not exist', () => {
  const paths = [
    '/api',
    '/api?x=1',
    '/api/',
    '/api/none',
    '/api/associates/ao/none',
    '/%61pi/x',
    '/API/x',
    '//api/x',
  ];
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

  test.each(paths)('gives the error body of the API: %s', async (url) => {
    for (const method of methods) {
      const reply = await house.inject({ method, url, headers: { accept: 'text/html' } });
      expect([method, reply.statusCode]).toEqual([method, 404]);
      if (method === 'HEAD') continue;
      expect(reply.headers['content-type']).toMatch(/^application\/json/);
      expect(reply.json()).toEqual({
        type: 'NotFound',
        message: 'お探しのものが見つかりませんでした。',
      });
    }
  });

  test('is not taken for a page whose name begins alike', async () => {
    expect((await house.inject('/apiary')).body).toContain('a page');
  });
});
