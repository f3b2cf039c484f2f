import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrivalWords } from './arrival-words.ts';
import { costWords, exampleGift, giftFacts, giftSteps, receiptCostWords } from './cost-words.ts';

const terms = (feeBasisPoints: number, handlingYen = 0) => ({ feeBasisPoints, handlingYen });

test.each([
  [terms(0), '寄付額の全額が団体に届きます', ''],
  [terms(1_000), '寄付額の90%が団体に届きます', '寄付額の10%'],
  [terms(1_050), '寄付額の89.5%が団体に届きます', '寄付額の10.5%'],
  [terms(1_000, 100), '団体の負担：手数料10%・1箱100円', '寄付額の10%と、1箱につき100円'],
  [terms(0, 1_100), '団体の負担：1箱1,100円', '1箱につき1,100円'],
])('an agreement in short and in whole: %o', (agreed, short, whole) => {
  expect(arrivalWords(agreed)).toBe(short);
  expect(costWords(agreed)).toBe(whole);
});

test('the sums of a gift lead to each other, to the yen', () => {
  const yen = fc.integer({ min: 0, max: 10_000_000 });
  fc.assert(
    fc.property(yen, yen, yen, yen, (appraisedYen, bonusYen, feeYen, handlingYen) => {
      const steps = giftSteps({ appraisedYen, bonusYen, feeYen, handlingYen });
      let sum = 0;
      for (const { sign, yen: amount } of steps) {
        if (sign === '＝') expect(amount).toBe(sum);
        else sum += sign === '−' ? -amount : amount;
      }
      expect(steps.at(-1)?.key).toBe('arrives');
    }),
  );
});

test('mails and papers have the same sums as facts, the cost with what it is made of', () => {
  expect(giftFacts({ ...exampleGift(terms(1_000, 100)), bonusYen: 240 })).toEqual([
    ['査定額', '3,000円'],
    ['加算額', '240円'],
    ['寄付額', '3,240円'],
    ['団体が負担する費用', '400円（手数料300円と、送料・作業費100円）'],
    ['団体に届く額', '2,840円'],
  ]);
  expect(giftFacts(exampleGift(terms(0)), '基金').slice(-2)).toEqual([
    ['基金が負担する費用', '0円'],
    ['基金に届く額', '3,000円'],
  ]);
});

test('a receipt names the cost, which is not deducted from its sum', () => {
  expect(receiptCostWords({ feeYen: 300, handlingYen: 100 })).toBe(
    '団体が負担する費用（手数料300円と、送料・作業費100円）を引く前の額です。',
  );
  expect(receiptCostWords({ feeYen: 0, handlingYen: 0 })).toContain('全額が団体に届きました');
});
