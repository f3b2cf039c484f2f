import { expect, test } from 'vitest';
import { feesOf, leavesNothing } from './fees.ts';

test('a gift consumed by costs leaves nothing; one with a yen to spare leaves it to the organisation', () => {
  const terms = { feeBasisPoints: 1_000, handlingYen: 100 };
  const leaves = (amountYen: number) =>
    leavesNothing({ amountYen, ...feesOf({ amountYen, boxes: 1 }, terms) });
  expect([111, 112].map(leaves)).toEqual([true, false]);
});
