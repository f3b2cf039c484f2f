import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberOf } from '#test/factories/donating.ts';
import { readSaleRow } from './sale-row.ts';
import { saleAmounts, sharesOf } from './shares.ts';

test('a lot is split among its boxes by their appraisals, in whole yen', () => {
  expect(sharesOf(1_000, [100, 200])).toEqual({ shares: [333, 666], leftYen: 1 });
  expect(sharesOf(10, [0, 0, 0])).toEqual({ shares: [3, 3, 3], leftYen: 1 });
  expect(sharesOf(9_000_000, [10_000_000, 1])).toEqual({ shares: [8_999_999, 0], leftYen: 1 });
});

test('splitting neither loses nor creates a yen, and less than one per box is left over', () => {
  const yen = fc.integer({ min: 0, max: 10_000_000 });
  fc.assert(
    fc.property(yen, fc.array(yen, { minLength: 1, maxLength: 50 }), (sum, weights) => {
      const { shares, leftYen } = sharesOf(sum, weights);
      expect(shares.reduce((all, share) => all + share, leftYen)).toBe(sum);
      expect(leftYen).toBeGreaterThanOrEqual(0);
      expect(leftYen).toBeLessThan(weights.length);
    }),
  );
});

test.each([
  ['below the appraisal, with more to come', 1_000, 400, false, { proceeds: 400, difference: 0 }],
  ['above the appraisal', 1_000, 1_300, false, { proceeds: 1_000, difference: 300 }],
  ['below it, and nothing is left', 1_000, 400, true, { proceeds: 1_000, difference: -600 }],
  ['for nothing, and nothing is left', 1_000, 0, true, { proceeds: 1_000, difference: -1_000 }],
  ['of what was worth nothing', 0, 50, true, { proceeds: 0, difference: 50 }],
])('a sale %s', (_, leftYen, amountYen, isLast, booked) => {
  expect(saleAmounts({ leftYen }, { amountYen, isLast })).toEqual(booked);
});

const cells = {
  申込番号: numberOf(1),
  売却日: '2026/11/1',
  売却額: '1,200円',
  残り: 'なし',
  メモ: '',
};
const problems = (changes: object) => {
  const read = readSaleRow({ ...cells, ...changes }, 2);
  return 'errors' in read ? read.errors.map(({ column }) => column) : [];
};

test('a row is read, several numbers in a cell as a lot', () => {
  expect(
    readSaleRow({ ...cells, 申込番号: `${numberOf(1)}、${numberOf(2)} ${numberOf(3)}` }, 2),
  ).toEqual({
    ok: {
      row: 2,
      appraisalIds: [numberOf(1), numberOf(2), numberOf(3)],
      ...{ soldOn: '2026-11-01', amountYen: 1_200, isLast: true, note: '' },
    },
  });
});

test('each invalid cell is named', () => {
  expect(problems({ 申込番号: `${numberOf(1)}、TS-0000` })).toEqual(['申込番号']);
  expect(problems({ 申込番号: `${numberOf(1)} ${numberOf(1)}` })).toEqual(['申込番号']);
  expect(problems({ 売却日: '11月', 売却額: '-5', 残り: '少し' })).toEqual([
    '売却日',
    '売却額',
    '残り',
  ]);
  expect(problems({ 売却額: '0', 残り: 'あり' })).toEqual(['売却額']);
  expect(problems({ 売却額: '0' })).toEqual([]);
});
