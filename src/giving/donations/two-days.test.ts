import { expect, test } from 'vitest';
import { type TwoDays, yearByDays } from './two-days.ts';

const gift = (decided: string, receivedOn: string, amountYen: number): TwoDays => ({
  ...{ amountYen, receivedOn },
  decidedAt: `${decided.replaceAll('-', '')}120000000`,
});
const gifts = [
  gift('2025-12-29', '2026-01-20', 5_000),
  gift('2026-03-01', '2026-04-20', 3_000),
  gift('2026-12-28', '2027-01-20', 2_000),
  gift('2026-12-30', '', 1_000),
  gift('2026-05-01', '', 0),
  gift('2024-05-01', '2024-06-20', 9_000),
];

test('a year is summed by the day decided and by the day received, and one leads to the other', () => {
  const year = yearByDays(gifts, '2026');
  expect(year).toEqual({
    decided: { yen: 6_000, count: 4 },
    arrivedThen: { yen: 3_000, count: 1 },
    arrivedLater: { yen: 2_000, count: 1 },
    waiting: { yen: 1_000, count: 1 },
    worthless: { yen: 0, count: 1 },
    arrived: { yen: 8_000, count: 2 },
    decidedBefore: { yen: 5_000, count: 1 },
  });
});

test('both sums are those of their parts, in every year', () => {
  for (const one of ['2024', '2025', '2026', '2027']) {
    const { decided, arrived, ...parts } = yearByDays(gifts, one);
    const sum = (...these: { yen: number; count: number }[]) => [
      these.reduce((all, { yen }) => all + yen, 0),
      these.reduce((all, { count }) => all + count, 0),
    ];
    const { arrivedThen, arrivedLater, waiting, worthless, decidedBefore } = parts;
    expect(sum(arrivedThen, arrivedLater, waiting, worthless)).toEqual([
      decided.yen,
      decided.count,
    ]);
    expect(sum(arrivedThen, decidedBefore)).toEqual([arrived.yen, arrived.count]);
  }
});
