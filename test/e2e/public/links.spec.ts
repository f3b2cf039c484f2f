import type { APIRequestContext, Page } from '@playwright/test';
import { addressesOf, audienceOf, patterns, redirections } from '#test/e2e/addresses.ts';
import { expect, test } from '#test/e2e/fixtures.ts';

// Metadata and links of pages, in the HTML that the server sends.

const unescaped = (text: string) => text.replaceAll('&amp;', '&');

/** HTML of an example of every public page, by its address. */
async function everyPage(page: Page): Promise<{ pattern: string; path: string; html: string }[]> {
  const pages = [];
  for (const pattern of patterns.filter((one) => audienceOf(one) === 'all')) {
    for (const path of await addressesOf(pattern, page)) {
      if (path in redirections) continue;
      pages.push({ pattern, path, html: await (await page.request.get(path)).text() });
    }
  }
  return pages;
}

/** Problem of an internal address: page or fragment missing. */
async function problemOf(request: APIRequestContext, target: string): Promise<string | undefined> {
  const [address = '', fragment] = target.split('#');
  const answer = await request.get(address);
  if (answer.status() !== 200) return `${target}: ${answer.status()}`;
  if (!fragment) return undefined;
  const hasPart = (await answer.text()).includes(`id="${decodeURIComponent(fragment)}"`);
  return hasPart ? undefined : `${target}: no such part`;
}

/** Types of a page's structured data (schema.org), in order. */
function factsIn(html: string): string[] {
  return [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].flatMap(
    ([, json = '']) => {
      const facts = JSON.parse(json);
      return (facts['@graph'] ?? [facts]).map((fact: { '@type': string }) => fact['@type']);
    },
  );
}

/** Besides the breadcrumb. */
const ownFacts: Record<string, string[]> = {
  '/': ['Organization', 'WebSite'],
  '/associate/:associateId': ['NGO'],
  '/associate/:associateId/activity/:activityId': ['Article'],
};

test('every link, picture and file of every page leads somewhere', async ({ page }) => {
  test.setTimeout(180_000);
  const targets = new Map<string, string>();
  for (const { path, html } of await everyPage(page)) {
    for (const [, value = ''] of html.matchAll(/\s(?:href|src)="([^"]+)"/g)) {
      const target = unescaped(value);
      if (target.startsWith('#')) targets.set(path.split('#')[0] + target, path);
      else if (/^\/(?!\/)/.test(target)) targets.set(target, path);
    }
  }
  expect(targets.size).toBeGreaterThan(150);
  const problems: string[] = [];
  for (const [target, from] of targets) {
    const problem = await problemOf(page.request, target);
    if (problem) problems.push(`${problem} (on ${from})`);
  }
  expect(problems).toEqual([]);
});

test('every page has a title of its own, a description and its address; organisations more @rare-2', async ({
  page,
  product,
}) => {
  const titles = new Map<string, string>();
  const bare: string[] = [];
  for (const { pattern, path, html } of await everyPage(page)) {
    const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '';
    // Pages of one list, and filtered lists, share a title.
    if (/\?|\/\d+$/.test(path) === false) {
      if (titles.has(title)) bare.push(`${path}: the title of ${titles.get(title)}`);
      titles.set(title, path);
    }
    if (!html.includes('<meta name="viewport"')) bare.push(`${path}: no viewport`);
    const isListed = !html.includes('<meta name="robots" content="noindex"');
    if (isListed) {
      const description = /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? '';
      if (!/[ぁ-ん]/.test(description)) bare.push(`${path}: no description`);
      const address = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1];
      const expected = path.includes('?') ? path.slice(0, path.indexOf('?')) : path;
      if (address !== product.url + expected) bare.push(`${path}: the address ${address}`);
    }
    const facts = factsIn(html).join();
    const place =
      isListed && html.includes('aria-label="パンくずリスト"') ? ['BreadcrumbList'] : [];
    const expectedFacts = [...place, ...(ownFacts[pattern] ?? [])].join();
    if (facts !== expectedFacts) bare.push(`${path}: facts ${facts} for ${expectedFacts}`);
    if (pattern !== '/pdf/associate/:associateId' && !/© (?:<!-- -->)?2017/.test(html)) {
      bare.push(`${path}: no year`);
    }
  }
  expect(bare).toEqual([]);
});

test('all #mypledge of an author, and all pictures of one, have titles of their own @rare-2', async ({
  page,
}) => {
  const pledges: { id: string; author: { uid: string }; items: { id: string }[] }[] = await (
    await page.request.get('/api/my-pledges?limit=100')
  ).json();
  const byAuthor = Map.groupBy(pledges, ({ author }) => author.uid);
  const several = [...byAuthor.values()].find((own) => own.length > 1) ?? [];
  const ofItems = pledges.find(({ items }) => items.length > 1)?.items ?? [];
  const paths = [
    ...several.map(({ id }) => `/my-pledge/${id}`),
    ...ofItems.map(({ id }) => `/my-pledge/item/${id}`),
  ];
  expect(several.length).toBeGreaterThan(1);
  expect(ofItems.length).toBeGreaterThan(1);
  const titles = await Promise.all(
    paths.map(async (path) => {
      const html = await (await page.request.get(path)).text();
      return /<title>([^<]*)<\/title>/.exec(html)?.[1];
    }),
  );
  expect(new Set(titles).size).toBe(paths.length);
});

test('search engines, feed readers and phones find what they ask for @rare-3', async ({
  page,
  product,
}) => {
  const get = async (path: string) => {
    const answer = await page.request.get(path);
    expect(answer.status(), path).toBe(200);
    return { type: answer.headers()['content-type'] ?? '', body: await answer.body() };
  };
  for (const path of ['/feed/activities.xml', '/feed/pledges.xml']) {
    const { type, body } = await get(path);
    expect(type).toContain('application/rss+xml');
    expect(body.toString().match(/<item>/g)?.length).toBeGreaterThan(5);
  }
  const sitemap = (await get('/sitemap.xml')).body.toString();
  expect(sitemap).toContain(`<loc>${product.url}/</loc>`);
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address);
  for (const path of ['/contact', '/listing', '/faq']) expect(listed).toContain(product.url + path);
  expect((await get('/robots.txt')).body.toString()).toContain(`${product.url}/sitemap.xml`);
  const icon = await get('/favicon.ico');
  expect(icon.type).toMatch(/^image\/(?:x-icon|vnd\.microsoft\.icon)/);
  expect(icon.body.subarray(22, 30).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const manifest = JSON.parse((await get('/site.webmanifest')).body.toString());
  for (const { src } of manifest.icons) await get(src);
  expect(manifest.lang).toBe('ja');
  const [pledge] = await (await page.request.get('/api/my-pledges?limit=1')).json();
  for (const path of [`/associate/sample-animal-1`, `/my-pledge/${pledge.id}`]) {
    const html = (await get(path)).body.toString();
    const picture = /<meta property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? '';
    expect(picture).toMatch(/\/og\/(associate|my-pledge|pledge)/);
    expect((await get(picture)).type).toBe('image/png');
  }
});

test('letters come in one file of at most 60 kB @rare-4', async ({ page }) => {
  const bytes = new Map<string, number>();
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'font') return;
    const length = Number(response.headers()['content-length'] ?? Number.NaN);
    bytes.set(response.url(), length);
  });
  for (const path of ['/', '/associate/sample-animal-1']) {
    await page.goto(path, { waitUntil: 'load' });
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
  }
  expect(bytes.size).toBe(1);
  for (const length of bytes.values()) expect(length).toBeLessThanOrEqual(60_000);
});
