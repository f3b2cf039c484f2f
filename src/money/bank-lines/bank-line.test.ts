import { expect, test } from 'vitest';
import { toBankKana } from '#money/bank-accounts/bank-kana.ts';
import { closingBalances, kindByWords } from './bank-line.ts';

test.each([
  ['振込手数料', -330, 'transfer-fee'],
  ['ﾌﾘｺﾐﾃｽｳﾘﾖｳ', -330, 'transfer-fee'],
  ['組戻手数料', -880, 'recall-fee'],
  ['クミモドシ リヨウ', -880, 'recall-fee'],
  ['利息', 12, 'interest'],
  ['決算お利息', 12, 'interest'],
  ['手数料のご返金', 330, 'unexplained'],
  ['振込 ヤマダ タロウ', 3_000, 'unexplained'],
  ['水道料金', -3_000, 'unexplained'],
])('%s of %i yen is %s', (description, amountYen, kind) => {
  const descriptionKana = toBankKana(description);
  expect(kindByWords({ description, descriptionKana, amountYen })).toBe(kind);
});

const row = (day: string, amountYen: number, balanceYen: number | null) => ({
  ...{ day, amountYen, balanceYen },
});
const month = [
  row('2026-10-30', 100, 100),
  row('2026-11-02', 50, 150),
  row('2026-11-30', -30, 120),
  row('2026-11-30', -20, 100),
];

test('the balance of each month is that of its last row, in either order of a file', () => {
  const said = [
    { day: '2026-10-30', balanceYen: 100 },
    { day: '2026-11-30', balanceYen: 100 },
  ];
  expect(closingBalances(month)).toEqual(said);
  expect(new Set(closingBalances(month.toReversed()))).toEqual(new Set(said));
});

test('in a file of a single day the balances show the order', () => {
  const day = month.slice(2);
  const said = [{ day: '2026-11-30', balanceYen: 100 }];
  expect([closingBalances(day), closingBalances(day.toReversed())]).toEqual([said, said]);
});

test('a file without balances has no closing balance', () => {
  expect(closingBalances([row('2026-11-30', 1, null)])).toEqual([]);
});
