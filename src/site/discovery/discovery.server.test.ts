import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { currentCampaigns } from '#giving/campaigns/campaigns.server.ts';
import {
  associateActivities,
  associates,
} from '#organisations/associates/associate-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { insertPledge } from '#test/factories/pledging.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp, testOrigin } from '#test/test-app.ts';
import { discovery, securityText } from './discovery.server.ts';
import { xmlText } from './xml.server.ts';

const house = await testApp();
const { app, db, services, clock } = house;

beforeAll(async () => {
  await signedIn(house)('hanako');
  await insertAssociate(db, 'ao', 'あお & そら');
  await insertAssociate(db, 'gone');
  await db.insert(associates).values({
    id: 'off',
    name: '載っていない会',
    summary: '',
    classification: 'npo',
    isListed: false,
  });
  for (const [associateId, day] of [
    ['ao', 12],
    ['ao', 11],
    ['off', 13],
  ] as const) {
    await db.insert(associateActivities).values({
      id: `act-${day}`,
      associateId,
      title: `活動<${day}>`,
      body: '報告です。\u0001',
      publishedAt: new Date(`2026-11-${day}T09:00:00+09:00`),
    });
  }
  await insertApplications(db, [
    application(1, { uid: 'hanako' }),
    application(2, { uid: 'hanako' }),
  ]);
  await insertPledge(db, { id: 'p1', appraisalId: numberOf(1), uid: 'hanako', text: '思い"出' });
  await insertPledge(db, { id: 'p2', appraisalId: numberOf(2), uid: 'hanako', state: 'hidden' });
  await services.topics.start();
});
afterAll(() => services.topics.stop());

const get = async (url: string) => (await app.inject(url)).body;

describe('the sitemap', () => {
  test('names every public page by its whole address, and nothing that is not public', async () => {
    const xml = await get('/sitemap.xml');
    for (const path of ['/', '/associate/ao', '/associate/ao/activity/act-12', '/my-pledge/p1']) {
      expect(xml).toContain(`<loc>${testOrigin}${path}</loc>`);
    }
    expect(xml).toContain('/search/social-challenge/animal</loc>');
    for (const hidden of ['off', 'p2', 'mypage', 'admin']) expect(xml).not.toContain(hidden);
  });

  test('is divided where it grows too long, and its index names the parts', async () => {
    const { ctx, pledges, topics, opening, facts } = services;
    const divided = discovery({
      db,
      clock: () => clock.now,
      publicUrl: testOrigin,
      topics,
      campaigns: { list: () => currentCampaigns(ctx) },
      pledges,
      opening,
      facts,
      addressesInMap: 20,
    });
    const index = `${(await divided.sitemap()).body}`;
    const parts = [...index.matchAll(/\/sitemap\/(\d+)\.xml/g)].map(([, number]) => Number(number));
    expect(parts.length).toBeGreaterThan(2);
    const addresses = await Promise.all(
      parts.map(
        async (part) => `${(await divided.sitemapPart(part))?.body}`.match(/<url>/g)?.length,
      ),
    );
    const whole = (await get('/sitemap.xml')).match(/<url>/g)?.length;
    expect(addresses.reduce((sum = 0, count = 0) => sum + count, 0)).toBe(whole);
    expect(await divided.sitemapPart(0)).toBeUndefined();
    expect((await app.inject('/sitemap/1.xml')).statusCode).toBe(404);
  });
});

describe('the feeds', () => {
  test('list what listed organisations did, newest first, as valid XML', async () => {
    const reply = await app.inject('/feed/activities.xml');
    expect(reply.headers['content-type']).toBe('application/rss+xml; charset=utf-8');
    const titles = [...reply.body.matchAll(/<item><title>(.*?)<\/title>/g)].map(
      ([, title]) => title,
    );
    expect(titles).toEqual([
      '活動&lt;12&gt;（あお &amp; そら）',
      '活動&lt;11&gt;（あお &amp; そら）',
    ]);
    expect(reply.body).toContain('<description>報告です。</description>');
    expect(reply.body).toContain('<pubDate>Thu, 12 Nov 2026 00:00:00 GMT</pubDate>');
  });

  test('list published pledges, also a new one', async () => {
    const paths = async () =>
      [...(await get('/feed/pledges.xml')).matchAll(/<link>[^<]*(\/my-pledge\/\w+)/g)].map(
        ([, path]) => path,
      );
    expect(await paths()).toEqual(['/my-pledge/p1']);
    await insertApplications(db, [application(3, { uid: 'hanako' })]);
    await insertPledge(db, { id: 'p3', appraisalId: numberOf(3), uid: 'hanako' });
    await services.topics.refresh();
    expect(await paths()).toEqual(['/my-pledge/p1', '/my-pledge/p3']);
  });

  test('are answered 304 while nothing changed', async () => {
    const { headers } = await app.inject('/feed/pledges.xml');
    const again = await app.inject({
      url: '/feed/pledges.xml',
      headers: { 'if-none-match': String(headers.etag) },
    });
    expect(again.statusCode).toBe(304);
  });
});

test('robots.txt names the sitemap and excludes personal pages', async () => {
  const text = await get('/robots.txt');
  expect(text).toContain(`Sitemap: ${testOrigin}/sitemap.xml\n`);
  expect(text).toContain('Disallow: /mypage\n');
});

test('security.txt says whom to tell of a weakness, and is never out of date', async () => {
  const { headers, body } = await app.inject('/.well-known/security.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  const fields = body
    .trimEnd()
    .split('\n')
    .map((line) => line.split(': '));
  expect(fields).toEqual([
    ['Contact', `${testOrigin}/contact`],
    ['Expires', expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)],
    ['Preferred-Languages', 'ja, en'],
    ['Canonical', `${testOrigin}/.well-known/security.txt`],
  ]);
  const validForDays = (Date.parse(fields[1]?.[1] ?? '') - clock.now.getTime()) / 86_400_000;
  expect(validForDays).toBeGreaterThan(30);
  expect(validForDays).toBeLessThan(365);
});

test('security.txt names the operator’s published address once it is no sample', () => {
  const operator = { isSample: false, email: 'support@tasuki.jp' };
  const text = securityText('https://tasuki.jp', clock.now, operator);
  expect(text).toContain('Contact: https://tasuki.jp/contact\nContact: mailto:support@tasuki.jp\n');
});

test('whatever people write, the XML stays well-formed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be left
      expect(xmlText(text)).not.toMatch(/[<>"'\u0000-\u0008\u000b\u000c\u000e-\u001f]/);
      expect(xmlText(text).replaceAll(/&(?:lt|gt|amp|quot|apos);/g, '')).not.toContain('&');
      expect(xmlText(text).isWellFormed()).toBe(true);
    }),
  );
});
