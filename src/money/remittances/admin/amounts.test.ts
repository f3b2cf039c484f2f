import { expect, test } from 'vitest';
import { mostConfirmedAtOnce, type RemittanceState } from '#money/remittances/run.ts';
import { breakdownOf, selectionOf } from './amounts.ts';

const row = (id: string, state: RemittanceState, amountYen: number) => ({ id, state, amountYen });

test('the lines of a remittance add up to what is paid', () => {
  const parts = {
    openingYen: 500,
    giftYen: 10_000,
    feeYen: 1_000,
    handlingYen: 300,
    correctionYen: -200,
    payoutYen: 2_000,
    amountYen: 11_000,
  };
  const sum = breakdownOf(parts).reduce((total, [, yen]) => total + yen, 0);
  expect(sum).toBe(parts.amountYen);
});

test('of the ticked remittances those on their way are confirmed, and the others are counted', () => {
  const ticked = [row('a', 'sent', 100), row('b', 'confirmed', 900), row('c', 'sent', 250)];
  expect(selectionOf(ticked)).toEqual({
    ids: ['a', 'c'],
    amountYen: 350,
    others: 1,
    isTooMany: false,
  });
});

test('more than may be confirmed at once are too many', () => {
  const ticked = Array.from({ length: mostConfirmedAtOnce + 1 }, (_, index) =>
    row(String(index), 'sent', 1),
  );
  expect(selectionOf(ticked).isTooMany).toBe(true);
  expect(selectionOf(ticked.slice(1)).isTooMany).toBe(false);
});
