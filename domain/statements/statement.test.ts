import { expect, test } from 'vitest';
import { linesOf, type StatementFigures, whyNotYet, yearLinesOf } from './statement.ts';

const nothing: StatementFigures = {
  ...{ carriedCount: 0, carriedGiftYen: 0, carriedFeeYen: 0, carriedHandlingYen: 0 },
  ...{ giftCount: 0, giftYen: 0, feeYen: 0, handlingYen: 0, correctionYen: 0, offsetYen: 0 },
  ...{ returnYen: 0, payoutYen: 0, amountYen: 0 },
};
const full: StatementFigures = {
  ...{ carriedCount: 1, carriedGiftYen: 2_000, carriedFeeYen: 200, carriedHandlingYen: 100 },
  ...{ giftCount: 2, giftYen: 30_000, feeYen: 3_000, handlingYen: 200, correctionYen: 70 },
  ...{ offsetYen: -850, returnYen: 5_000, payoutYen: 12_345, amountYen: 45_065 },
};
const sumOf = (lines: ReturnType<typeof linesOf>) => lines.reduce((sum, [, yen]) => sum + yen, 0);

test('the lines of a statement come to what is paid, and so do those of a year', () => {
  expect(sumOf(linesOf(full))).toBe(full.amountYen);
  expect(sumOf(yearLinesOf(full))).toBe(full.amountYen);
  expect(linesOf(full)[0]).toEqual(['前回までの繰り越し', 1_700, 1]);
  expect(yearLinesOf(full)[0]).toEqual(['寄付', 32_000, 3]);
});

test('gifts and what is kept of them always stand there, the rest where there is something', () => {
  expect(linesOf(nothing).map(([label]) => label)).toEqual(['寄付', '事務手数料', '送料・作業費']);
});

test.each([
  [{ openYen: 0, minimumYen: 0, hasAccount: false }, 'nothing'],
  [{ openYen: -1, minimumYen: 0, hasAccount: true }, 'overpaid'],
  [{ openYen: 2_999, minimumYen: 3_000, hasAccount: false }, 'below-minimum'],
  [{ openYen: 3_000, minimumYen: 3_000, hasAccount: false }, 'no-account'],
  [{ openYen: 3_000, minimumYen: 3_000, hasAccount: true }, undefined],
])('what keeps %o from being paid is %s', (next, why) => {
  expect(whyNotYet(next)).toBe(why);
});
