import { expect, test } from 'vitest';
import { type Arrival, arrivalProblems, partlyArrived } from './arrival.ts';

const none: Arrival = { came: [], onWay: [], shelved: [], sentBack: [], isRecorded: true };
const applied = { state: 'goods-received', boxes: 3, products: ['clothes'] };
const told = { itemCount: 10, outcome: 'completed', items: [] as { boxNumber: number | null }[] };
const asked = (
  arrival: Partial<Arrival>,
  changes: Partial<typeof told> = {},
  of: Partial<typeof applied> = {},
) =>
  arrivalProblems({ ...told, ...changes }, { ...applied, ...of }, { ...none, ...arrival }).map(
    ({ message }) => message,
  );

test('a result of fewer boxes than were applied for says which are missing, and what is known of them', () => {
  expect(asked({ came: [2] })).toEqual([
    'お申し込みは3箱ですが、届いた記録は1箱です（1箱め・3箱めがありません）',
  ]);
  expect(asked({ came: [1, 2], onWay: [{ number: 3, state: 'lost' }] })).toEqual([
    'お申し込みは3箱ですが、届いた記録は2箱です（3箱めがありません）。3箱めは「紛失」',
  ]);
  expect(asked({ came: [1, 2, 3] })).toEqual([]);
  expect(asked({ came: [1] }, { outcome: 'cancelled' })).toEqual([]);
});

test('goods of a box that never came are asked about', () => {
  const items = [{ boxNumber: 1 }, { boxNumber: 4 }, { boxNumber: null }];
  expect(asked({ came: [1, 2, 3] }, { items })).toEqual([
    '届いた記録のない4箱めのお品物があります',
  ]);
});

test('where boxes are scanned, a result of an application without any is asked about; a step by hand says that it came', () => {
  const kitSent = { state: 'kit-sent' };
  expect(asked({}, {}, kitSent)).toEqual(['箱が届いた記録のないお申し込みです']);
  expect(asked({ isRecorded: false }, {}, kitSent)).toEqual([]);
  expect(asked({})).toEqual([]);
});

test('more pieces than the boxes that came can hold are asked about', () => {
  expect(asked({ came: [1, 2, 3] }, { itemCount: 450 })).toEqual([]);
  expect(asked({ came: [1, 2, 3] }, { itemCount: 451 })).toEqual([
    '点数（451点）が、3箱に入る数（450点まで）を超えています',
  ]);
  expect(asked({ came: [1, 2, 3] }, { itemCount: 1_500 }, { products: ['jewelry'] })).toEqual([]);
});

test('a box on the shelf, or sent back, is asked about', () => {
  const arrival = { came: [1, 2, 3], shelved: [2], sentBack: [null] };
  expect(asked(arrival)).toEqual(['2箱めが保留の棚にあります', '箱を返送した記録があります']);
  expect(asked(arrival, { outcome: 'returned' })).toEqual(['2箱めが保留の棚にあります']);
});

test('of boxes that came in part it is known which did and which did not', () => {
  expect(partlyArrived(3, [3, 1])).toEqual({ came: [1, 3], missing: [2] });
  expect([partlyArrived(3, []), partlyArrived(2, [1, 2]), partlyArrived(1, [1])]).toEqual(
    Array(3).fill(undefined),
  );
});
