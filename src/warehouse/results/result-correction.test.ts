import { expect, test } from 'vitest';
import { ResultCorrection } from './result-correction.ts';

const whole = {
  ...{ outcome: 'completed', itemCount: 3, pricedCount: 2, appraisedYen: 1_200, bonusYen: 0 },
  ...{ note: '', reason: '金額の誤り', version: 1 },
};
const nothing = { outcome: 'unpriced', pricedCount: 0, appraisedYen: 0 };
const item = { from: null, name: 'コート', quantity: 3, amountYen: 1_200, reason: '' };
const items = (...changes: object[]) => ({
  items: changes.map((change) => ({ ...item, destination: '販売', ...change })),
});
const wrong = (changes: object): string[] => {
  const read = ResultCorrection.safeParse({ ...whole, ...changes });
  return read.error?.issues.map(({ path }) => path.join('.')) ?? [];
};

test.each<[string, object, string[]]>([
  ['as it is', {}, []],
  ['all of whose pieces are priced', { pricedCount: 3 }, []],
  ['with more priced pieces than pieces', { pricedCount: 4 }, ['pricedCount']],
  ['of a bonus alone', { appraisedYen: 0, bonusYen: 1 }, []],
  ['of no money', { appraisedYen: 0 }, ['appraisedYen']],
  ['of money for no piece', { pricedCount: 0 }, ['appraisedYen']],
  ['that brought nothing', nothing, []],
  ['that brought nothing but money', { ...nothing, appraisedYen: 1 }, ['appraisedYen']],
  ['that brought nothing but a bonus', { ...nothing, bonusYen: 1 }, ['appraisedYen']],
  ['that brought nothing but a priced piece', { ...nothing, pricedCount: 1 }, ['appraisedYen']],
  ['with items that add up', items({}), []],
  ['whose list is empty', items(), []],
  ['with two items that add up', items({ quantity: 1, amountYen: 0 }, { quantity: 2 }), []],
  ['with a piece less among the items', items({ quantity: 2 }), ['items']],
  ['with a yen more among the items', items({ amountYen: 1_201 }), ['items']],
])('a corrected result %s', (_, changes, paths) => {
  expect(wrong(changes)).toEqual(paths);
});
