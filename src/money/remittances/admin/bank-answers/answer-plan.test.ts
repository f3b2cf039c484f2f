import { expect, test } from 'vitest';
import type { BankAnswerResult } from '#money/bank-answers/bank-answer.ts';
import { candidatesFor, choicesFor, columnCount, planOf } from './answer-plan.ts';

const candidates = ['a', 'b'].map((remittanceId) => ({ remittanceId, targetName: remittanceId }));
const unsure = (row: number, direction: 'withdrawal' | 'deposit' = 'withdrawal') => ({
  row,
  direction,
  day: '2026-11-25',
  amountYen: 1_000,
  description: 'フリコミ',
  candidates,
});
const to = (row: number) => ({
  ...{ row, day: '2026-11-25', amountYen: 1_000, remittanceId: `r${row}`, targetName: '' },
});
const answer = (ambiguous: BankAnswerResult['ambiguous']) => ({
  ambiguous,
  transfers: [11, 12, 13].map(to),
  returns: [{ ...to(14), description: '' }],
  totals: [
    { row: 9, day: '2026-11-25', amountYen: 9_000, runId: 'r', runNumber: '2026-001', count: 12 },
  ],
  rowCounts: {
    transfers: 3,
    totals: 1,
    returns: 1,
    ambiguous: ambiguous.length,
    lines: 0,
    errors: 0,
  },
  booked: 0,
});

test('a plan counts what the bank says, and what was chosen of the rows that fit several', () => {
  const rows = answer([unsure(2), unsure(3), unsure(4, 'deposit')]);
  expect(planOf(rows, {})).toEqual({
    ...{ arrived: 15, returned: 1, undecided: 3, others: 0, isEmpty: false },
  });
  expect(planOf(rows, { 2: 'a', 3: null, 4: 'b' })).toEqual({
    arrived: 16,
    returned: 2,
    undecided: 0,
    others: 1,
    isEmpty: false,
  });
});

test('a row that is left out is not counted, and says so when it is sent', () => {
  const rows = answer([]);
  expect(planOf(rows, { 11: null, 14: null })).toMatchObject({
    arrived: 14,
    returned: 0,
    others: 2,
  });
  expect(planOf(rows, { 9: null })).toMatchObject({ arrived: 3, others: 1 });
  expect(choicesFor(rows, { 11: null })).toEqual([{ row: 11, remittanceId: null }]);
});

test('only rows that something was chosen for are sent', () => {
  const rows = answer([unsure(2), unsure(3), unsure(4)]);
  expect(choicesFor(rows, { 2: 'a', 3: null, 8: 'b' })).toEqual([
    { row: 2, remittanceId: 'a' },
    { row: 3, remittanceId: null },
  ]);
});

test('a transfer is chosen for one row only, but may arrive and come back', () => {
  const [first, second, back] = [unsure(2), unsure(3), unsure(4, 'deposit')];
  const rows = answer([first, second, back]);
  const left = (row: typeof first) =>
    candidatesFor(rows, row, { 2: 'a' }).map(({ remittanceId }) => remittanceId);
  expect(left(first)).toEqual(['a', 'b']);
  expect(left(second)).toEqual(['b']);
  expect(left(back)).toEqual(['a', 'b']);
});

test('as many columns are offered as the widest row has, and as were chosen', () => {
  expect(columnCount([['a'], ['b', 'c']], null)).toBe(2);
  const columns = { date: 0, withdrawal: 4, deposit: 5, description: 1, headerRow: null };
  expect(columnCount([['a'], ['b', 'c']], columns)).toBe(6);
});
