import { expect, test } from 'vitest';
import { type BonusRule, bonusOf } from './bonus.ts';
import { categoryLabel, isAlwaysRecorded, itemCategories, itemCategoryKeys } from './categories.ts';
import { emptyItem, type ItemContent, itemName, itemReason, missingOf } from './draft-item.ts';
import { conditionOf } from './item-words.ts';
import { medianPrice } from './price-suggestion.ts';
import { outcomeOf, totalsOf } from './totals.ts';

const item = (changes: Partial<ItemContent> = {}): ItemContent => ({
  ...emptyItem,
  ...{ category: 'tops', condition: 'good', amountYen: 500, destination: 'sold' },
  ...changes,
});
const rule = (changes: Partial<BonusRule> = {}): BonusRule => ({
  ...{ title: '冬', percent: 10, startsOn: '2026-12-01', endsOn: '2026-12-31' },
  ...{ kind: 'all', campaign: '' },
  ...changes,
});
const facts = { appraisedYen: 999, day: '2026-12-01', kind: 'direct', campaigns: [] } as const;

test.each<[string, Partial<BonusRule>, object, number]>([
  ['on its first day', {}, {}, 99],
  ['on its last day', {}, { day: '2026-12-31' }, 99],
  ['the day before', {}, { day: '2026-11-30' }, 0],
  ['the day after', {}, { day: '2027-01-01' }, 0],
  ['for funds alone', { kind: 'fund' }, {}, 0],
  ['for a fund', { kind: 'fund' }, { kind: 'fund' }, 99],
  ['for a campaign of others', { campaign: '2026:winter' }, {}, 0],
  ['for its campaign', { campaign: '2026:winter' }, { campaigns: ['2026:winter'] }, 99],
  ['of a whole', { percent: 100 }, {}, 999],
])('a bonus %s', (_when, changes, given, yen) => {
  expect(bonusOf([rule(changes)], { ...facts, ...given }).yen).toBe(yen);
});

test('a bonus of less than a yen is none, and has no name', () => {
  expect(bonusOf([rule()], { ...facts, appraisedYen: 9 })).toEqual({ yen: 0, parts: [] });
  expect(bonusOf([rule()], { ...facts, appraisedYen: 10 }).parts).toEqual([
    { title: '冬', yen: 1 },
  ]);
});

test('bonuses that hold at once are added, each by its name', () => {
  expect(bonusOf([rule(), rule({ title: '初回', percent: 5 })], facts)).toEqual({
    yen: 148,
    parts: [
      { title: '冬', yen: 99 },
      { title: '初回', yen: 49 },
    ],
  });
});

test.each<[Partial<ItemContent>, string[]]>([
  [{}, []],
  [{ category: '', condition: '' }, ['品目', '状態']],
  [{ amountYen: null, destination: '' }, ['金額', '行き先']],
  [{ amountYen: 0 }, ['0円の理由']],
  [{ amountYen: 0, zeroReason: 'other' }, ['0円の理由の補足']],
  [{ destination: 'discarded' }, ['行き先の理由']],
  [{ destination: 'returned', destinationReason: 'ご希望' }, ['金額を0円に（返送のため）']],
  [
    {
      ...{ destination: 'returned', destinationReason: 'ご希望' },
      ...{ amountYen: 0, zeroReason: 'not-accepted' },
    },
    [],
  ],
])('an item of %j lacks %j', (changes, missing) => {
  expect(missingOf(item(changes))).toEqual(missing);
});

test('pieces count by their quantity, and those without a price bring nothing', () => {
  const items = [item({ quantity: 3 }), item({ amountYen: 0 }), item({ amountYen: null })];
  expect(totalsOf(items)).toEqual({ items: 3, pieces: 5, pricedPieces: 3, appraisedYen: 500 });
});

test.each([
  [[item()], 'completed'],
  [[item({ amountYen: 0, destination: 'reused' })], 'unpriced'],
  [[item({ amountYen: 0, destination: 'returned' })], 'returned'],
  [[item({ amountYen: 0, destination: 'discarded' })], 'discarded'],
  [[item({ amountYen: 0, destination: 'discarded' }), item()], 'completed'],
  [
    [
      item({ amountYen: 0, destination: 'discarded' }),
      item({ amountYen: 0, destination: 'returned' }),
    ],
    'unpriced',
  ],
  [[], 'unpriced'],
] as const)('the outcome of goods is what became of them', (items, outcome) => {
  expect(outcomeOf(items)).toBe(outcome);
});

test('a donor reads what an item was, and why it brought nothing', () => {
  expect(itemName(item({ brand: 'ユニクロ', feature: '青' }))).toBe('トップス　ユニクロ　青');
  expect(itemReason(item())).toBe('');
  expect(
    itemReason(
      item({
        amountYen: 0,
        zeroReason: 'broken',
        destination: 'discarded',
        destinationReason: '割れ',
      }),
    ),
  ).toBe('動作しない。廃棄：割れ');
});

test('the median is of twenty prices at least', () => {
  expect(medianPrice(Array(19).fill(500))).toBeUndefined();
  expect(medianPrice([...Array(10).fill(400), ...Array(10).fill(516)])).toBe(450);
  expect(medianPrice(Array(20).fill(45))).toBe(45);
});

test('a file’s word for a condition is the table’s, so that its prices count for both', () => {
  expect(['良好', ' 良好 ', 'good', 'まずまず', ''].map(conditionOf)).toEqual([
    ...['good', 'good', 'good', 'まずまず', ''],
  ]);
});

test('goods that the dealer’s ledger always has are marked', () => {
  expect(itemCategoryKeys.filter(isAlwaysRecorded)).toHaveLength(8);
  expect(isAlwaysRecorded('tops')).toBe(false);
  expect(isAlwaysRecorded('衣類')).toBe(false);
  expect(categoryLabel('衣類')).toBe('衣類');
  expect(new Set(Object.values(itemCategories).map(({ label }) => label)).size).toBe(
    itemCategoryKeys.length,
  );
});
