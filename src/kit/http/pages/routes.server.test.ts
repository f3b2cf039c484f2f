import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import fastify from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { refusalOf, refuse } from '#kit/errors/refusal.ts';
import { type App, buildApp } from '#kit/http/app.server.ts';
import { protectiveHeaders } from '#kit/http/security-headers.server.ts';
import { topicNames } from '#kit/topics/table-topics.server.ts';
import { testApp } from '#test/test-app.ts';
import { errorPages } from './error-pages.server.ts';
import { ownQuery } from './own-query.server.ts';
import { pageCache } from './page-cache.server.ts';
import { type RenderBudget, renderBudget } from './render-budget.server.ts';
import { normalised, pageRoutes, type RenderPage } from './routes.server.ts';

const origin = 'http://localhost:3000';
const everything = { topics: new Set(topicNames), records: new Map() };
const own = ['run(1)', 'import("/b.js")'];
/** A page with two scripts of the render, marked with its nonce if given. */
function document(body: string, nonce?: string) {
  const marked = nonce === undefined ? '<script' : `<script nonce="${nonce}"`;
  const scripts = `${marked}>${own[0]}</script>${marked} type="module">${own[1]}</script>`;
  return `<!DOCTYPE html><html><head></head><body>${body}${'あ'.repeat(600)}${scripts}<script src="/a.js"></script></body></html>`;
}
const sha256 = (code: string) => createHash('sha256').update(code).digest('base64');

/** A site of pages with this content and status. */
const showing =
  (content: () => string, status = 200): RenderPage =>
  async (_url, { nonce }) =>
    new Response(document(content(), nonce), {
      status,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    });

const searching = {
  id: 'search',
  path: 'search',
  module: { handle: { query: ['keyword', 'order'] } },
};
const readsQuery = ownQuery({
  root: { id: 'root', path: '', module: {} },
  search: { ...searching, parentId: 'root' },
  top: { id: 'top', parentId: 'root', index: true, module: {} },
});

function site(render: RenderPage, renders?: RenderBudget) {
  const app = fastify() as unknown as App;
  app.decorateRequest('address', '203.0.113.1');
  app.setErrorHandler((error, _request, reply) => {
    const status = refusalOf(error)?.type === 'TooManyRequests' ? 429 : 500;
    return reply.status(status).send();
  });
  const cache = pageCache({ maxBytes: 1_000_000 });
  pageRoutes(app, { cache, render, origin, readsQuery, ...(renders && { renders }) });
  return { app, cache };
}
/** The whole application, as the process builds it; some of its pages fail to render. */
const { services } = await testApp();
const render: RenderPage = async (url, rendering) => {
  const { failed } = rendering;
  if (failed) return showing(() => `error ${failed}`, failed)(url, rendering);
  if (url.pathname.startsWith('/busy')) {
    throw refuse('ServiceUnavailable', 'Service Unavailable', { retryAfterSeconds: 5 });
  }
  if (url.pathname === '/broken') throw new Error('a defect');
  return showing(() => 'a page')(url, rendering);
};
const house = await buildApp(services, {
  logLevel: 'silent',
  publicUrl: origin,
  sendErrorPage: errorPages({ render, origin }),
  mount: (scope) =>
    pageRoutes(scope, { cache: pageCache({ maxBytes: 1_000_000 }), render, origin }),
});
afterAll(() => house.close());

describe('a page of the site', () => {
  test('is rendered once and sent compressed as the browser accepts', async () => {
    let renders = 0;
    const { app } = site(
      showing(() => {
        renders += 1;
        return 'top';
      }),
    );
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
    const { app } = site(showing(() => 'top'));
    const policy = String((await app.inject('/')).headers['content-security-policy']);
    const hashes = own.map((code) => ` 'sha256-${sha256(code)}'`).join('');
    expect(policy).toContain(`script-src 'self'${hashes};`);
  });

  test.each([
    '<script>steal()</script>',
    '<script type="module" async="">steal()</script>',
    '<script nonce="">steal()</script>',
    '<script nonce="guess">steal()</script>',
    '</head><script type="module" async="">steal()</script><body>',
    // Unclosed, these would swallow the markup rendered after them.
    '<script>steal();<!--',
    '<script a="',
    '<p title="',
  ])('allows no script that came into it by a text: %s', async (smuggled) => {
    const { app } = site(showing(() => smuggled));
    const { headers, body } = await app.inject('/');
    const allowed = String(headers['content-security-policy']).match(/'sha256-[^']+'/g);
    expect(allowed).toEqual(own.map((code) => `'sha256-${sha256(code)}'`));
    expect(body).toContain(smuggled);
  });

  test('does not show the mark by which its scripts were known', async () => {
    const nonces: string[] = [];
    const { app } = site((url, rendering) => {
      nonces.push(rendering.nonce);
      return showing(() => url.pathname)(url, rendering);
    });
    for (const page of ['/', '/search']) {
      const { body, headers } = await app.inject(page);
      expect(body).toContain(`<script>${own[0]}`);
      expect(body + JSON.stringify(headers)).not.toContain(nonces.at(-1));
    }
    expect(new Set(nonces).size).toBe(2);
    expect(nonces[0]?.length).toBeGreaterThanOrEqual(22);
  });

  test.each([
    ['br;q=0', undefined],
    ['br;q=0, gzip', 'gzip'],
    ['*;q=0', undefined],
    ['gzip;q=0.5, br;q=0.1', 'gzip'],
  ])('is not sent in an encoding that is refused: %s', async (accepted, encoding) => {
    const { app } = site(showing(() => 'top'));
    const reply = await app.inject({ url: '/', headers: { 'accept-encoding': accepted } });
    expect(reply.headers['content-encoding']).toBe(encoding);
  });

  test('says when to come again where it cannot be shown now, and only there', async () => {
    const ask = async (status: number) =>
      (await site(showing(() => 'top', status)).app.inject('/')).headers['retry-after'];
    expect([await ask(503), await ask(200), await ask(500)]).toEqual(['3', undefined, undefined]);
  });

  test('says in which letters the data of a page are', async () => {
    const { app } = site(
      async () => new Response('[]', { headers: { 'content-type': 'text/x-script' } }),
    );
    const { headers } = await app.inject('/search.data');
    expect(headers['content-type']).toBe('text/x-script; charset=utf-8');
  });

  test('is answered 304 with its policy while it has not changed, and whole after that', async () => {
    let text = 'before';
    const { app, cache } = site(showing(() => text));
    const first = await app.inject('/');
    const again = { url: '/', headers: { 'if-none-match': String(first.headers.etag) } };
    const unchanged = await app.inject(again);
    expect(unchanged.statusCode).toBe(304);
    expect(unchanged.headers['content-security-policy']).toBe(
      first.headers['content-security-policy'],
    );
    text = 'after';
    await cache.renew(everything, 0);
    expect((await app.inject(again)).body).toContain('after');
  });

  test('is not stored when it is an error', async () => {
    const { app } = site(showing(() => 'no', 404));
    const reply = await app.inject('/none');
    expect(reply.statusCode).toBe(404);
    expect(reply.headers['cache-control']).toBe('no-store');
  });
});

describe('the URL that a page is cached under', () => {
  test('leaves out what no page depends on, so that it cannot fill the cache', () => {
    const typed = '/search?utm_source=x&order=cumulative&keyword=&order=second';
    expect(normalised(typed, origin, readsQuery).href).toBe(`${origin}/search?order=cumulative`);
  });

  test('is the same whatever the order of the parameters, and normal once normal', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (keyword, order) => {
        const a = new URLSearchParams({ keyword, order }).toString();
        const b = new URLSearchParams({ order, keyword }).toString();
        const once = normalised(`/search?${a}`, origin, readsQuery);
        expect(normalised(`/search?${b}`, origin, readsQuery).href).toBe(once.href);
        expect(normalised(once.pathname + once.search, origin, readsQuery).href).toBe(once.href);
      }),
    );
  });

  test.each([
    ['/?gift=1&keyword=x&_routes=top', '/'],
    ['/_.data?gift=1', '/_.data'],
    ['/search?page=2&_routes=search', '/search'],
    ['/search.data?_routes=search,none,root,search', '/search.data?_routes=root%2Csearch'],
    ['/search.data?_routes=none,top', '/search.data'],
    ['/none?keyword=x', '/none'],
    ['/none.data?keyword=x&_routes=search', '/none.data'],
  ])('%s is the page of %s', (asked, page) => {
    const { pathname, search } = normalised(asked, origin, readsQuery);
    expect(pathname + search).toBe(page);
  });

  test('is rendered once whatever stands in a query that it does not read', async () => {
    let renders = 0;
    const { app } = site(async (...page) => {
      renders += 1;
      return showing(() => 'top')(...page);
    });
    for (const query of ['', '?gift=1', '?income=2', '?_routes=root', '?utm_source=x&a=b']) {
      expect((await app.inject(`/${query}`)).statusCode).toBe(200);
    }
    expect(renders).toBe(1);
  });

  test('never leaves our origin', () => {
    expect(normalised('//evil.example/search?keyword=x', origin, readsQuery).origin).toBe(origin);
  });
});

describe('pages that any visitor can make up', () => {
  const budget = () => renderBudget({ burst: 3, perSecond: 0.001 });
  const statuses = async (app: App, urls: string[]) => {
    const replies = [];
    for (const url of urls) replies.push((await app.inject(url)).statusCode);
    return replies;
  };

  test('are refused beyond a budget by address, and cached ones are not', async () => {
    const { app } = site(
      showing(() => 'found'),
      budget(),
    );
    const typed = Array.from({ length: 4 }, (_, n) => `/search?keyword=${n}`);
    expect(await statuses(app, typed)).toEqual([200, 200, 200, 429]);
    expect(await statuses(app, ['/search?keyword=1', '/search.data?keyword=9'])).toEqual([
      200, 429,
    ]);
  });

  test('are counted as well where a path has no page', async () => {
    const { app } = site(
      showing(() => 'none', 404),
      budget(),
    );
    const made = Array.from({ length: 5 }, (_, n) => `/none-${n}?x=${n}`);
    expect(await statuses(app, made)).toEqual([404, 404, 404, 429, 429]);
  });
});

describe('what is refused before its page is rendered', () => {
  test('is told by a page, with when to come again', async () => {
    for (const _time of [1, 2]) {
      const { statusCode, headers, body } = await house.inject('/busy?a=b');
      expect(statusCode).toBe(503);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['retry-after']).toBe('5');
      expect(headers['cache-control']).toBe('no-store');
      expect(body).toContain('error 503');
      // The router in the browser would look for the page of this URL.
      expect(body).not.toContain(own[0]);
    }
    const broken = await house.inject('/broken');
    expect([broken.statusCode, broken.headers['retry-after']]).toEqual([500, undefined]);
    expect(broken.body).toContain('error 500');
  });

  test('has the protective headers that every page has, and allows no script inline', async () => {
    const page = await house.inject('/a-page');
    expect(page.statusCode).toBe(200);
    for (const [path, status] of [
      ['/busy', 503],
      ['/busy.data', 503],
      ['/broken', 500],
      ['/%E3%81', 400],
    ] as const) {
      const { statusCode, headers } = await house.inject(path);
      expect([path, statusCode]).toEqual([path, status]);
      expect(headers).toMatchObject(protectiveHeaders(origin));
      for (const name of Object.keys(protectiveHeaders(origin))) {
        if (name !== 'content-security-policy') expect(headers[name]).toBe(page.headers[name]);
      }
    }
  });

  test('is told by the error body to the page’s own script, which shows it', async () => {
    const reply = await house.inject('/busy.data?_routes=root');
    expect([reply.statusCode, reply.json().type]).toEqual([503, 'ServiceUnavailable']);
    expect(reply.headers['retry-after']).toBe('5');
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
