import { expect, test } from 'vitest';
import { applicationStates } from '#giving/applications/application-state.ts';
import { isNumberGuessed, outcomeOfScan } from './scan-rule.ts';

const scanned = { state: 'kit-sent', boxes: 3, came: [] as number[], number: 2 } as const;

test('a box that has not come is received, before and after others of its application', () => {
  expect(outcomeOfScan(scanned)).toEqual({ outcome: 'received', number: 2 });
  expect(outcomeOfScan({ ...scanned, state: 'applied' })).toMatchObject({ outcome: 'received' });
  expect(outcomeOfScan({ ...scanned, state: 'goods-received', came: [1, 3] })).toEqual({
    outcome: 'received',
    number: 2,
  });
});

test('a box that has come is here again, and one beyond the applied ones is extra', () => {
  expect(outcomeOfScan({ ...scanned, came: [2] })).toEqual({ outcome: 'again', number: 2 });
  expect(outcomeOfScan({ ...scanned, number: 4 })).toEqual({ outcome: 'extra', number: 4 });
  expect(outcomeOfScan({ ...scanned, number: 4, came: [4] })).toMatchObject({ outcome: 'again' });
});

test('a number without a box is the next that has not come', () => {
  const alone = { ...scanned, number: undefined };
  expect(outcomeOfScan(alone)).toEqual({ outcome: 'received', number: 1 });
  expect(outcomeOfScan({ ...alone, came: [1, 3] })).toEqual({ outcome: 'received', number: 2 });
  expect(outcomeOfScan({ ...alone, came: [1, 2, 3] })).toEqual({ outcome: 'extra', number: 4 });
});

test('the number of an only box that has come is that box again', () => {
  const only = { ...scanned, boxes: 1, number: undefined };
  expect(outcomeOfScan(only)).toEqual({ outcome: 'received', number: 1 });
  expect(outcomeOfScan({ ...only, came: [1] })).toEqual({ outcome: 'again', number: 1 });
});

test('nothing is received of what was cancelled or has been appraised, whatever came before', () => {
  const outcomes = applicationStates.map((state) => [
    state,
    outcomeOfScan({ ...scanned, state, came: [2] }).outcome,
  ]);
  expect(Object.fromEntries(outcomes)).toEqual({
    applied: 'again',
    'kit-sent': 'again',
    'goods-received': 'again',
    appraised: 'ended',
    donated: 'ended',
    remitted: 'ended',
    thanked: 'ended',
    cancelled: 'cancelled',
    returned: 'ended',
    unpriced: 'ended',
  });
});

test('the box is guessed only if a number without a box has several', () => {
  expect(isNumberGuessed({ number: undefined }, 2)).toBe(true);
  expect(isNumberGuessed({ number: undefined }, 1)).toBe(false);
  expect(isNumberGuessed({ number: 1 }, 2)).toBe(false);
  expect(isNumberGuessed(undefined, 2)).toBe(false);
});
