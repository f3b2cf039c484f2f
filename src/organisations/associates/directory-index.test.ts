import fc from 'fast-check';
import { expect, test } from 'vitest';
import { socialChallengeIds } from '#organisations/challenges/social-challenge.ts';
import { classificationIds } from './classification.ts';
import {
  type DirectoryEntry,
  foldEntry,
  prepareDirectory,
  searchDirectory,
  selectPage,
} from './directory.ts';
import { directoryIndex } from './directory-index.ts';
import { type DirectoryQuery, directoryOrders } from './directory-query.ts';

const words = [
  'ねこ',
  '猫',
  'こども',
  '子ども',
  '食堂',
  'NPO法人',
  '特定非営利活動法人',
  '森',
  'の',
  '髙﨑',
  '𠮷野',
  'ｶｷ',
  'ー',
  'a',
];
const text = fc.array(fc.constantFrom(...words), { maxLength: 4 }).map((parts) => parts.join(''));
const someEntry = (id: fc.Arbitrary<string>): fc.Arbitrary<DirectoryEntry> =>
  fc.record({
    id,
    name: text,
    locations: fc.array(fc.constantFrom('東京都府中市', '京都府京都市'), { maxLength: 2 }),
    summary: text,
    socialChallenges: fc.subarray([...socialChallengeIds], { maxLength: 2 }),
    classification: fc.constantFrom(...classificationIds),
    isDeductible: fc.boolean(),
    createdAt: fc.constantFrom('20200101000000000', '20210101000000000'),
    stat: fc.record({ monthlyCount: fc.nat(2), totalCount: fc.nat(2) }),
  });
const someQuery: fc.Arbitrary<Partial<DirectoryQuery>> = fc.record(
  {
    keyword: fc
      .array(fc.oneof(text, fc.string({ maxLength: 3 })), { maxLength: 3 })
      .map((terms) => terms.join(' ')),
    order: fc.constantFrom(...directoryOrders),
    isDeductible: fc.boolean(),
    socialChallengeId: fc.constantFrom(...socialChallengeIds),
    prefecture: fc.constantFrom('東京都' as const, '京都府' as const),
  },
  { requiredKeys: [] },
);
const ids = fc.constantFrom(...Array.from({ length: 40 }, (_, index) => `id-${index}`));
const change = fc.oneof(
  {
    weight: 4,
    arbitrary: someEntry(ids).map((entry) => ({ id: entry.id, now: foldEntry(entry) })),
  },
  { weight: 1, arbitrary: ids.map((id) => ({ id })) },
);

test('the index finds what a look at every text finds, in the same order, whatever changed before', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(change, { maxLength: 30 }), { maxLength: 6 }),
      fc.array(someQuery, { minLength: 1, maxLength: 6 }),
      (updates, queries) => {
        const index = directoryIndex<DirectoryEntry>();
        const entries = new Map<string, DirectoryEntry>();
        for (const changes of updates) {
          index.update(changes);
          index.settle(changes.length % 20);
          for (const { id, now } of changes as { id: string; now?: { entry: DirectoryEntry } }[]) {
            if (now) entries.set(id, now.entry);
            else entries.delete(id);
          }
        }
        const directory = prepareDirectory([...entries.values()]);
        expect(index.size).toBe(entries.size);
        for (const query of queries) {
          for (const page of [1, 2]) {
            expect(index.search(query, page)).toEqual(
              selectPage(searchDirectory(directory, query), page),
            );
          }
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('slots of removed entries are reused without losing anything', () => {
  const index = directoryIndex<DirectoryEntry>();
  const entryOf = (n: number, name: string): DirectoryEntry => ({
    id: `id-${n}`,
    name,
    locations: [],
    summary: '',
    socialChallenges: [],
    classification: 'npo',
    isDeductible: false,
    createdAt: '20200101000000000',
    stat: { monthlyCount: n % 7, totalCount: 0 },
  });
  for (const name of ['ねこの会', '森の会', 'こども食堂']) {
    index.update(
      Array.from({ length: 3_000 }, (_, n) => ({
        id: `id-${n}`,
        now: foldEntry(entryOf(n, name)),
      })),
    );
    index.settle(3_000);
  }
  expect(index.search({ keyword: '森' }, 1)?.total).toBe(0);
  // More matches than are sorted separately.
  const found = index.search({ keyword: 'こども' }, 1);
  expect(found?.total).toBe(3_000);
  expect(found?.items.map(({ stat }) => stat.monthlyCount)).toEqual(Array(24).fill(6));
  expect(found?.items[0]?.id).toBe('id-1000');
});
