import fc from 'fast-check';
import { expect, test } from 'vitest';
import { classificationIds, classifications } from '#organisations/associates/classification.ts';
import { estimateRelief, incomeTaxOf, type ReliefInput, taxReliefOf } from './deduction.ts';

/** An income of 4 million yen with 150,000 yen of income tax. */
const donor: ReliefInput = {
  giftYen: 10_000,
  totalIncomeYen: 4_000_000,
  taxableIncomeYen: 2_500_000,
  incomeTaxYen: 150_000,
  relief: 'credit-or-deduction',
  isDesignatedLocally: true,
};
const percent = (giftYen: number) =>
  Math.round(estimateRelief({ ...donor, giftYen }).rate * 1000) / 10;

test('an ordinary donor gets back 16.7 % of ¥3,000, 40 % of ¥10,000 and 46.7 % of ¥30,000', () => {
  expect(percent(3_000)).toBe(16.7);
  expect(percent(10_000)).toBe(40);
  expect(percent(30_000)).toBe(46.7);
  expect(estimateRelief(donor)).toMatchObject({
    creditYen: 3_200,
    residentsTaxYen: 800,
    better: 'credit',
    totalYen: 4_000,
  });
});

test('the first ¥2,000 of a year give nothing', () => {
  expect(estimateRelief({ ...donor, giftYen: 2_000 })).toMatchObject({
    better: 'none',
    totalYen: 0,
  });
  expect(estimateRelief({ ...donor, giftYen: 0 }).rate).toBe(0);
});

test('the credit ends at a quarter of the income tax and is floored to ¥100', () => {
  const { creditYen } = estimateRelief({ ...donor, giftYen: 500_000 });
  expect(creditYen).toBe(37_500);
  expect(estimateRelief({ ...donor, giftYen: 3_999 }).creditYen).toBe(700);
});

test('gifts count up to 40 % of the income, for residents’ tax up to 30 %', () => {
  const estimate = estimateRelief({
    ...donor,
    giftYen: 3_000_000,
    incomeTaxYen: 10_000_000,
    taxableIncomeYen: 3_500_000,
  });
  expect(estimate.creditYen).toBe(Math.floor(1_598_000 * 0.4));
  expect(estimate.deductionYen).toBe(1_598_000 * 0.2);
  expect(estimate.residentsTaxYen).toBe(119_800);
});

test('with a high income the deduction is better than the credit', () => {
  const rich = { ...donor, giftYen: 100_000, totalIncomeYen: 50e6, taxableIncomeYen: 45e6 };
  const estimate = estimateRelief({ ...rich, incomeTaxYen: 15_000_000 });
  expect(estimate).toMatchObject({ creditYen: 39_200, deductionYen: 44_100, better: 'deduction' });
});

test('the deduction follows the rate of the taxable income', () => {
  const rates = [0, 1_949_999, 1_950_000, 3_300_000, 6_950_000, 9_000_000, 18_000_000, 40_000_000];
  const deductions = rates.map(
    (taxableIncomeYen) =>
      estimateRelief({ ...donor, giftYen: 12_000, taxableIncomeYen }).deductionYen,
  );
  expect(deductions).toEqual([500, 500, 1_000, 2_000, 2_300, 3_300, 4_000, 4_500]);
});

test('without a local designation there is no residents’ tax relief', () => {
  expect(estimateRelief({ ...donor, isDesignatedLocally: false }).totalYen).toBe(3_200);
});

test('income tax follows the quick table of the tax office', () => {
  // Taxable income × rate − the table's deduction (国税庁 No.2260).
  expect(incomeTaxOf(0)).toBe(0);
  expect(incomeTaxOf(1_949_000)).toBe(97_450);
  expect(incomeTaxOf(2_500_000)).toBe(250_000 - 97_500);
  expect(incomeTaxOf(5_000_000)).toBe(1_000_000 - 427_500);
  expect(incomeTaxOf(8_000_000)).toBe(1_840_000 - 636_000);
  expect(incomeTaxOf(10_000_000)).toBe(3_300_000 - 1_536_000);
  expect(incomeTaxOf(20_000_000)).toBe(8_000_000 - 2_796_000);
  expect(incomeTaxOf(50_000_000)).toBe(22_500_000 - 4_796_000);
});

test('each deductible type has its relief, the others have none', () => {
  for (const classification of classificationIds) {
    const isOpen = taxReliefOf(classification, true) !== 'none';
    expect(isOpen).toBe(classifications[classification].deductible);
  }
  expect(taxReliefOf('approved-npo', false)).toBe('credit-or-deduction');
  expect(taxReliefOf('public-interest-foundation', true)).toBe('credit-or-deduction');
  expect(taxReliefOf('public-interest-foundation', false)).toBe('deduction');
  expect(taxReliefOf('research-development', true)).toBe('deduction');
  expect(taxReliefOf('municipality', true)).toBe('furusato');
  expect(estimateRelief({ ...donor, relief: 'furusato' }).totalYen).toBe(0);
});

test('relief is never negative, never more than about 55 % of the gifts, and grows with them', () => {
  const inputs = fc.record({
    giftYen: fc.nat(5_000_000),
    totalIncomeYen: fc.nat(100_000_000),
    taxableIncomeYen: fc.nat(100_000_000),
    incomeTaxYen: fc.nat(50_000_000),
    relief: fc.constantFrom('credit-or-deduction', 'deduction', 'furusato', 'none'),
    isDesignatedLocally: fc.boolean(),
  });
  fc.assert(
    fc.property(inputs, fc.nat(100_000), (input, moreYen) => {
      const estimate = estimateRelief(input);
      expect(estimate.totalYen).toBeGreaterThanOrEqual(0);
      expect(Number.isInteger(estimate.totalYen)).toBe(true);
      expect(estimate.rate).toBeLessThanOrEqual(0.55);
      const more = estimateRelief({ ...input, giftYen: input.giftYen + moreYen });
      expect(more.totalYen).toBeGreaterThanOrEqual(estimate.totalYen);
    }),
  );
});
