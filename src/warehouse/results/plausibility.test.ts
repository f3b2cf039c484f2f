import { expect, test } from 'vitest';
import { type PlausibilityFacts, plausibilityFlags } from './plausibility.ts';

const usual: PlausibilityFacts = {
  application: { state: 'goods-received', needsKit: true, boxes: 1, products: ['clothes'] },
  arrival: { came: [], onWay: [], shelved: [], sentBack: [], isRecorded: false },
  usualBoxYen: 1_000,
  usualPieceYen: new Map([['コート', 500]]),
  earlier: undefined,
  today: '2026-11-24',
};
const result = {
  ...{ receivedOn: '2026-11-20', appraisedOn: '2026-11-22' },
  ...{ appraisedYen: 1_200, bonusYen: 0, itemCount: 10, outcome: 'completed' as const },
};
const item = { category: 'コート', name: '紺のコート', quantity: 1, amountYen: 600, boxNumber: 1 };

const codes = (
  changes: Partial<typeof result> = {},
  facts: Partial<PlausibilityFacts> = {},
  items: (typeof item)[] = [],
) =>
  plausibilityFlags({ ...result, ...changes }, items, { ...usual, ...facts }).map(
    ({ code }) => code,
  );

test('a usual box is not asked about', () => {
  expect(codes({}, {}, [item])).toEqual([]);
  expect(codes({ appraisedYen: 9_999 })).toEqual([]);
});

test('¥10,000,000 where ¥10,000 was meant is asked about, and ¥100,000 a box', () => {
  expect(codes({ appraisedYen: 10_000_000 })).toEqual(['large']);
  expect(codes({ appraisedYen: 100_000 }, { usualBoxYen: null })).toEqual(['large']);
  expect(codes({ appraisedYen: 99_999 }, { usualBoxYen: null })).toEqual([]);
  const boxes = { ...usual.application, boxes: 2 };
  expect(codes({ appraisedYen: 199_999 }, { usualBoxYen: null, application: boxes })).toEqual([]);
});

test('what is added counts as well: a slip in its column is money too', () => {
  expect(codes({ bonusYen: 10_000_000 })).toEqual(['large']);
  expect(codes({ bonusYen: 8_800 })).toEqual(['above-usual']);
  expect(codes({ bonusYen: 8_799 })).toEqual([]);
});

test('ten times the usual is asked about, from ¥3,000 on', () => {
  expect(codes({ appraisedYen: 10_000 })).toEqual(['above-usual']);
  const boxes = { ...usual.application, boxes: 2 };
  expect(codes({ appraisedYen: 19_999 }, { application: boxes })).toEqual([]);
  expect(codes({ appraisedYen: 20_000 }, { application: boxes })).toEqual(['above-usual']);
  expect(codes({ appraisedYen: 2_999 }, { usualBoxYen: 100 })).toEqual([]);
  expect(codes({ appraisedYen: 3_000 }, { usualBoxYen: 100 })).toEqual(['above-usual']);
});

test('ten times the mean of a person’s earlier boxes is asked about, once there are two', () => {
  const at = (count: number) => ({ usualBoxYen: null, earlier: { count, meanYen: 800 } });
  expect(codes({ appraisedYen: 8_000 }, at(1))).toEqual([]);
  expect(codes({ appraisedYen: 8_000 }, at(2))).toEqual(['above-earlier']);
  expect(codes({ appraisedYen: 7_999 }, at(2))).toEqual([]);
});

test('a piece at ten times what its category brings is asked about', () => {
  const piece = { ...item, quantity: 2, amountYen: 10_000 };
  expect(codes({}, {}, [piece])).toEqual(['above-usual']);
  expect(codes({}, {}, [{ ...piece, category: '' }])).toEqual([]);
});

test('days long ago, and an appraisal long after the arrival, are asked about', () => {
  expect(codes({ receivedOn: '2026-09-24', appraisedOn: '2026-09-25' })).toEqual(['long-ago']);
  expect(codes({ receivedOn: '2026-09-25', appraisedOn: '2026-09-26' })).toEqual([]);
  expect(codes({ receivedOn: '2026-10-01', appraisedOn: '2026-11-01' })).toEqual(['slow']);
  expect(codes({ receivedOn: '2026-10-01', appraisedOn: '2026-10-31' })).toEqual([]);
});

test('a box whose kit never left is asked about, unless it came in a carton of one’s own', () => {
  const applied = { ...usual.application, state: 'applied' };
  expect(codes({}, { application: applied })).toEqual(['kit-never-left']);
  expect(codes({}, { application: { ...applied, needsKit: false } })).toEqual([]);
});

test('goods of a box that was never applied for are asked about', () => {
  expect(codes({}, {}, [{ ...item, boxNumber: 2 }])).toEqual(['more-boxes']);
  // The order of the boxes does not matter.
  expect(codes({}, {}, [{ ...item, boxNumber: 2 }, item])).toEqual(['more-boxes']);
});
