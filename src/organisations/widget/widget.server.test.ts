import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { widgetSnippet } from '#organisations/associates/website-widget.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { readHtml } from '#test/markdown/read-html.ts';
import { expectProtected } from '#test/protective-headers.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';

const house = await testApp();
const { app, db, services } = house;
const signIn = signedIn(house);
const hostile = `</title></style></script><script>alert("1")</script>'"><b onclick=x>の会`;

beforeAll(async () => {
  await insertAssociate(db, 'ao', 'あおぞらの会');
  await insertAssociate(db, 'evil', hostile);
  await insertAssociate(db, 'gone', '閉じた会');
  await db.update(associates).set({ isListed: false }).where(eq(associates.id, 'gone'));
  await services.topics.refresh();
});

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers });
/** Body of a document, without its styles. */
const bodyOf = (html: string) => html.replace(/^.*<body[^>]*>|<\/body>.*$/gs, '');

describe('the frame', () => {
  test('shows the organisation, its count of this month and the way to the form', async () => {
    const { elements, text } = readHtml(bodyOf((await get('/widget/associate/ao')).body));
    expect(text).toContain('あおぞらの会');
    expect(text).toContain('今月のご寄付 0件');
    const links = elements.filter(({ name }) => name === 'a');
    expect(links).toEqual([
      {
        name: 'a',
        attributes: { class: 'give', href: '/associate/ao', target: '_blank', rel: 'noopener' },
      },
    ]);
    expect(text).toContain('洋服を寄付する（新しいタブで開きます）');
  });

  test('counts anew as soon as somebody has given', async () => {
    const before = await get('/widget/associate/ao');
    const { etag } = before.headers;
    const again = await get('/widget/associate/ao', { 'if-none-match': String(etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    await insertApplications(db, [application(1), application(2)]);
    const operator = await signIn('op', 'operator');
    const file = resultFile(resultLine(1), resultLine(2));
    expect((await uploadResults(house, operator, file)).body.errors).toEqual([]);
    const after = await get('/widget/associate/ao', { 'if-none-match': String(etag) });
    expect(after.statusCode).toBe(200);
    expect(readHtml(bodyOf(after.body)).text).toContain('今月のご寄付 2件');
    expect(after.headers['cache-control']).toBe('no-cache');
  });

  test.each(['/widget/associate/ao', '/widget/associate/ao?size=card', '/widget/associate/nobody'])(
    'any site may frame it, and nothing in it runs or is loaded: %s',
    async (url) => {
      const signed = await signIn(`p${url.length}`);
      const others: Record<string, string>[] = [
        {},
        { origin: 'https://ao.example', cookie: 'a=b' },
      ];
      for (const headers of [...others, signed]) {
        const reply = await get(url, headers);
        const pairs = Object.entries(reply.headers).map(([key, value]) => [key, String(value)]);
        const answer = { headers: new Headers(pairs as [string, string][]), body: reply.body };
        expectProtected(answer, { isHttps: false, isBuilt: false, isFramed: true });
        expect(reply.headers['set-cookie']).toBeUndefined();
        expect(reply.headers['content-encoding']).toBeUndefined();
        const [, style = ''] = /<style>(.*)<\/style>/s.exec(reply.body) ?? [];
        const hash = createHash('sha256').update(style).digest('base64');
        expect(reply.headers['content-security-policy']).toContain(`style-src 'sha256-${hash}';`);
        expect(reply.body).not.toMatch(/https?:|\/\/|<(?:img|link|base|form|meta http)/);
        expect(reply.body).toMatch(/^<!DOCTYPE html>\n<html lang="ja">/);
      }
    },
  );

  test.each(['nobody', 'gone', 'A_B', '%3Cscript%3E'])(
    'of %s, who is not listed, leads to the site',
    async (id) => {
      const reply = await get(`/widget/associate/${id}`);
      expect(reply.statusCode).toBe(404);
      expect(reply.headers['cache-control']).toBe('no-store');
      const { elements, text } = readHtml(bodyOf(reply.body));
      expect(elements.find(({ name }) => name === 'a')?.attributes.href).toBe('/');
      expect(text).not.toContain(decodeURIComponent(id));
    },
  );

  test('a name is text, whatever it holds', async () => {
    for (const size of ['button', 'card']) {
      const { body } = await get(`/widget/associate/evil?size=${size}`);
      const { elements, text } = readHtml(bodyOf(body).replaceAll('&#39;', '&#x27;'));
      expect(text).toContain(hostile);
      expect(new Set(elements.map(({ name }) => name))).toEqual(
        new Set(['p', 'a', 'span', 'b', 'br']),
      );
      expect(body.match(/<\/(?:title|style)>/g)).toEqual(['</title>', '</style>']);
    }
  });

  test('has the size that is asked for, and a button for any other word', async () => {
    const size = async (query: string) =>
      /<body class="(\w+)"/.exec((await get(`/widget/associate/ao${query}`)).body)?.[1];
    expect(await size('')).toBe('button');
    expect(await size('?size=card')).toBe('card');
    expect(await size('?size=card&utm_source=x')).toBe('card');
    expect(await size('?size=x"><script>')).toBe('button');
    expect(await size('?size=card&size=button')).toBe('button');
  });
});

describe('the script', () => {
  test('is the same for everybody, and may be cached', async () => {
    const reply = await get('/widget.js', { cookie: 'a=b' });
    expect(reply.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(reply.headers['set-cookie']).toBeUndefined();
    const known = { 'if-none-match': String(reply.headers.etag) };
    expect((await get('/widget.js', known)).statusCode).toBe(304);
  });

  test('stores nothing, leaves no name behind and runs in browsers of 2017', async () => {
    const { body } = await get('/widget.js');
    expect(body).not.toMatch(
      /cookie|storage|indexedDB|fetch|XMLHttp|sendBeacon|window|globalThis/i,
    );
    expect(body).not.toMatch(/innerHTML|srcdoc|eval|document\.write|setAttribute\('style/);
    expect(body).not.toMatch(/\?\.|\?\?|\*\*|\.\.\.|#\w+\s*[=(;]|`|catch \{|\|\|=|async/);
    expect(body).toMatch(/^\(\(\) => \{\n.*\n\}\)\(\);\n$/s);
    expect(() => new Function(body)).not.toThrow();
  });
});

test('both together are under ten kilobytes, uncompressed', async () => {
  const script = await get('/widget.js');
  for (const size of ['button', 'card']) {
    const frame = await get(`/widget/associate/evil?size=${size}`);
    expect(script.rawPayload.length + frame.rawPayload.length).toBeLessThan(10_000);
  }
});

test.each(['/widget.js', '/widget/associate/ao', '/widget/associate/nobody'])(
  'HEAD of %s has the headers of GET',
  async (url) => {
    const [head, whole] = [await get(url, {}, 'HEAD'), await get(url)];
    expect([head.statusCode, head.body]).toEqual([whole.statusCode, '']);
    for (const name of ['etag', 'content-type', 'content-length', 'content-security-policy']) {
      expect(head.headers[name]).toBe(whole.headers[name]);
    }
  },
);

test('what is copied is a link and a script, whatever the name holds', () => {
  const snippet = widgetSnippet({
    publicUrl: 'https://tasuki.example',
    associateId: 'evil',
    name: hostile,
    size: 'card',
  });
  const { elements, text } = readHtml(snippet.replace(' async', ''));
  expect(elements).toEqual([
    { name: 'div', attributes: {} },
    { name: 'a', attributes: { href: 'https://tasuki.example/associate/evil' } },
    {
      name: 'script',
      attributes: {
        src: 'https://tasuki.example/widget.js',
        'data-associate': 'evil',
        'data-size': 'card',
      },
    },
  ]);
  expect(text.trim()).toBe(`${hostile}に洋服を寄付する`);
});
