import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { forWork } from '#kit/dependencies.server.ts';
import { folderStore } from '#kit/files/files.server.ts';
import { prefectures } from '#kit/values/prefecture.ts';
import type { Associate } from '#organisations/associates/associate.ts';
import {
  browserDirectoryLimit,
  directoryOrders,
} from '#organisations/associates/directory-query.ts';
import {
  readQuery,
  searchInBrowser,
  warmDirectory,
} from '#organisations/associates/use-directory.ts';
import { socialChallengeIds } from '#organisations/challenges/social-challenge.ts';
import { loadSample } from '#start/sample/load-sample.server.ts';
import { testApp, testOrigin } from './test-app.ts';

// Up to 2,000 organisations are searched in the browser, more on the server. Both must return the
// same list, page by page, for any input.

const { app, dependencies, services } = await testApp({
  now: new Date('2026-11-20T18:00:00+09:00'),
});
let all: Associate[];

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tasuki-both-'));
  await loadSample(
    { ...forWork(dependencies), files: folderStore(folder) },
    { seed: 7, associates: 144, donors: 20, donations: 120 },
  );
  await rm(folder, { recursive: true, force: true });
  await services.topics.start();
  const answer = await app.inject('/api/associates');
  all = answer.json();
  vi.stubGlobal('fetch', async () => new Response(answer.body));
}, 60_000);
afterAll(() => services.topics.stop());
afterAll(() => vi.unstubAllGlobals());

/** Typed input: parts of existing texts in any width, case and kana, and texts that do not exist. */
const spellings: ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.normalize('NFKC').toLowerCase(),
  (text) => text.normalize('NFD'),
  (text) => text.replace(/[ぁ-ゖ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60)),
  (text) => text.replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60)),
  (text) => text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
  (text) => `　${text} `,
];
const keywords = fc
  .record({
    entry: fc.nat(143),
    field: fc.constantFrom('name', 'summary', 'location'),
    from: fc.nat(12),
    length: fc.integer({ min: 1, max: 4 }),
    spell: fc.constantFrom(...spellings),
    more: fc.constantFrom(
      '',
      '',
      '',
      '',
      ' ねこ',
      ' 市',
      '　みほん',
      ' ｻﾝﾌﾟﾙ',
      ' zzz',
      '%',
      ' 犬 動物',
    ),
  })
  .map(({ entry, field, from, length, spell, more }) => {
    const { name = '', summary = '', locations = [] } = all[entry] ?? {};
    const text = { name, summary, location: locations[0] ?? '' }[field];
    return spell([...text].slice(from, from + length).join('')) + more;
  });
/** Mostly omitted, since all filters together match nothing. */
const optional = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const selections = fc.record({
  keyword: fc.oneof(keywords, fc.constant(''), fc.string({ unit: 'grapheme', maxLength: 12 })),
  order: optional(fc.constantFrom(...directoryOrders)),
  isDeductible: optional(fc.constantFrom('true', 'false')),
  socialChallengeId: optional(fc.constantFrom(...socialChallengeIds)),
  prefecture: optional(fc.constantFrom(...prefectures)),
  page: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 7 })),
});

test('a search gives the same page in the browser and from the server', async () => {
  expect(searchInBrowser(readQuery(new URL('/search', testOrigin)), '1')).toBeUndefined();
  await warmDirectory(browserDirectoryLimit + 1);
  expect(searchInBrowser(readQuery(new URL('/search', testOrigin)), '1')).toBeUndefined();
  await warmDirectory(browserDirectoryLimit);
  let found = 0;
  let missed = 0;
  await fc.assert(
    fc.asyncProperty(selections, async ({ page, ...given }) => {
      const parameters = new URLSearchParams();
      for (const [name, value] of Object.entries(given)) {
        if (value !== undefined) parameters.set(name, value);
      }
      const query = readQuery(new URL(`/search/${page}?${parameters}`, testOrigin));
      const here = searchInBrowser(query, String(page));
      parameters.set('page', String(page));
      const there = await app.inject(`/api/associates?${parameters}`);
      const selection = await services.associates.search(query, page);
      if (here === undefined) {
        missed += 1;
        expect(there.statusCode).toBe(404);
        expect(selection).toBeUndefined();
        return;
      }
      found += here.items.length;
      expect(there.json()).toEqual(here.items);
      expect(there.headers['x-total-count']).toBe(String(here.total));
      expect(selection).toEqual(here);
    }),
    { numRuns: 300 },
  );
  // Guards against agreement by emptiness: words match organisations, and pages beyond the last occur.
  expect(found).toBeGreaterThan(300);
  expect(missed).toBeGreaterThan(10);
}, 60_000);
