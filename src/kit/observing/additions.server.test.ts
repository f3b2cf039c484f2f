import { createHash } from 'node:crypto';
import fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import type { App } from '#kit/http/app.server.ts';
import { pageCache } from '#kit/http/pages/page-cache.server.ts';
import { pageRoutes } from '#kit/http/pages/routes.server.ts';
import { parseAnalytics } from './analytics-setting.server.ts';
import { observing } from './observing.server.ts';
import { parseDsn } from './sentry-dsn.server.ts';

const document =
  '<!DOCTYPE html><html><head><title>題</title></head><body><script>run(1)</script></body></html>';
/** As rendered, with the render's nonce on its script. */
const rendered = (nonce: string) => document.replace('<script', `<script nonce="${nonce}"`);
const hash = createHash('sha256').update('run(1)').digest('base64');

/** Pages of a site with these settings. */
function site({ analytics = '', dsn = '' }) {
  const watching = observing({
    analytics: parseAnalytics(analytics),
    errorReporting: parseDsn(dsn),
  });
  const app = fastify() as unknown as App;
  pageRoutes(app, {
    cache: pageCache({ maxBytes: 1_000_000 }),
    origin: 'http://localhost:3000',
    additionsTo: watching.additionsTo,
    render: async (_url, { nonce }) =>
      new Response(rendered(nonce), { headers: { 'content-type': 'text/html; charset=utf-8' } }),
  });
  const get = async (url: string) => {
    const reply = await app.inject(url);
    const policy = String(reply.headers['content-security-policy']);
    const directive = (name: string) =>
      policy.split('; ').find((part) => part.startsWith(`${name} `));
    return { body: reply.body, etag: reply.headers.etag, policy, directive };
  };
  return { get, recipients: watching.recipients() };
}

const dsn = 'https://abc@errors.example/42';
const plausible = 'plausible:https://count.example/?domain=tasuki.example';

describe('a page', () => {
  test('contains nothing of either while neither is set', async () => {
    const page = await site({}).get('/');
    expect(page.body).toBe(document);
    expect(page.directive('script-src')).toBe(`script-src 'self' 'sha256-${hash}'`);
    expect(page.directive('connect-src')).toBe("connect-src 'self'");
    expect(page.directive('img-src')).toBe("img-src 'self' data: blob:");
    expect(site({}).recipients).toEqual([]);
  });

  test('counts visits by a script of ours, which may send to that one place', async () => {
    const page = await site({ analytics: plausible }).get('/');
    expect(page.body).toContain(
      '<script defer src="/observing/count-visits.js" data-kind="plausible"',
    );
    expect(page.directive('connect-src')).toBe("connect-src 'self' https://count.example");
    expect(page.directive('script-src')).toBe(`script-src 'self' 'sha256-${hash}'`);
  });

  test('loads Google’s script only where Google counts', async () => {
    const page = await site({ analytics: 'ga4:G-ABC123DEF4' }).get('/');
    expect(page.directive('script-src')).toBe(
      `script-src 'self' 'sha256-${hash}' https://www.googletagmanager.com`,
    );
    expect(page.directive('img-src')).toContain('https://*.google-analytics.com');
  });

  test('is the same every time, and differs from the one before the setting', async () => {
    const { get } = site({ analytics: plausible, dsn });
    const [first, again] = [await get('/'), await get('/')];
    expect(again).toMatchObject({ body: first.body, etag: first.etag, policy: first.policy });
    expect((await site({}).get('/')).etag).not.toBe(first.etag);
  });

  test.each([
    '/mypage',
    '/mypage/account',
    '/admin',
    '/admin/applications/TS-0000-0000',
    '/application-status',
    '/reset-password',
  ])('is not counted at %s, though its errors are reported', async (path) => {
    const page = await site({ analytics: plausible, dsn }).get(path);
    expect(page.body).not.toContain('count-visits');
    expect(page.policy).not.toContain('count.example');
    expect(page.body).toContain('report-errors.js');
    expect(page.directive('connect-src')).toBe("connect-src 'self' https://errors.example");
  });

  test('whose path only begins like a private one is counted', async () => {
    expect((await site({ analytics: plausible }).get('/mypages')).body).toContain('count-visits');
  });
});

test('the privacy page gets the names of those who receive data', () => {
  expect(site({ analytics: 'matomo:https://stats.example/?site=1', dsn }).recipients).toEqual([
    { kind: 'matomo', host: 'stats.example' },
    { kind: 'errors', host: 'errors.example' },
  ]);
});
