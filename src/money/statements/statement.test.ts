import { expect, test } from 'vitest';
import { invoiceOf, taxWithin } from './invoice.ts';
import {
  linesOf,
  type ReturnedTransfer,
  returnInWords,
  type StatementFigures,
  whyNotYet,
} from './statement.ts';

const nothing: StatementFigures = {
  ...{ carriedCount: 0, carriedGiftYen: 0, carriedFeeYen: 0, carriedHandlingYen: 0 },
  ...{ giftCount: 0, giftYen: 0, feeYen: 0, handlingYen: 0, correctionGiftYen: 0 },
  ...{ correctionFeeYen: 0, correctionHandlingYen: 0, returnYen: 0, payoutYen: 0, amountYen: 0 },
  ...{ chargedFeeYen: 0, chargedHandlingYen: 0 },
};
const full: StatementFigures = {
  ...{ carriedCount: 1, carriedGiftYen: 2_000, carriedFeeYen: 200, carriedHandlingYen: 100 },
  ...{ giftCount: 2, giftYen: 30_000, feeYen: 3_000, handlingYen: 200, correctionGiftYen: -1_000 },
  ...{ correctionFeeYen: -100, correctionHandlingYen: 0, returnYen: 5_000, payoutYen: 12_345 },
  ...{ amountYen: 44_945, chargedFeeYen: 3_100, chargedHandlingYen: 300 },
};
const sumOf = (lines: ReturnType<typeof linesOf>) => lines.reduce((sum, [, yen]) => sum + yen, 0);

test('the lines of a statement come to what is paid', () => {
  expect(sumOf(linesOf(full))).toBe(full.amountYen);
  expect(linesOf(full)[0]).toEqual(['前回までの繰り越し', 1_700, 1]);
});

test('gifts and costs are always shown, other lines only if not empty', () => {
  expect(linesOf(nothing).map(([label]) => label)).toEqual([
    '寄付額',
    '事務手数料',
    '送料・作業費',
  ]);
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

test.each([
  [11, 1],
  [1_099, 99],
  [1_904, 173],
  [-150, -13],
  [0, 0],
])('of ¥%i with its tax ¥%i are tax, the fraction dropped', (yen, tax) => {
  expect(taxWithin(yen)).toBe(tax);
});

test('an invoice rounds the tax of fee and handling once, together', () => {
  const names = { issuerName: 'たすき', registration: '', recipientName: 'あおぞらの会' };
  const charged = { ...nothing, chargedFeeYen: 1_805, chargedHandlingYen: 105 };
  // Separately they would be 164.09 and 9.54.
  expect(invoiceOf(charged, names)).toMatchObject({ chargedYen: 1_910, taxYen: 173 });
});

test('a returned transfer is followed to the one that paid it again', () => {
  const returned: ReturnedTransfer = {
    ...{ number: 'S2026-000001', returnedOn: '2026-11-25', reason: '口座なし', amountYen: 15_138 },
    ...{ correctionYen: -1_493, againNumber: 'S2026-000002', againOn: '2026-11-27' },
  };
  expect(returnInWords(returned)).toBe(
    '戻った15,138円から査定の訂正による1,493円を差し引いた13,645円を、明細書S2026-000002（2026/11/27着金）で改めてお支払いしました。',
  );
  expect(returnInWords({ ...returned, correctionYen: 862 })).toContain('862円を加えた16,000円を、');
  expect(returnInWords({ ...returned, correctionYen: 0 })).toContain('戻った15,138円を、明細書');
  expect(returnInWords({ ...returned, againNumber: '', againOn: null })).toBe(
    '戻った15,138円は、次の送金で改めてお支払いします。',
  );
});
