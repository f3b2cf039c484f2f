import { beforeAll, beforeEach, expect, test } from 'vitest';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { testApp } from '#test/test-app.ts';
import {
  appraisalItems,
  appraisals,
  resultBatches,
} from '#warehouse/results/result-tables.server.ts';
import type { Estimate } from './estimate.ts';
import { measureEstimates } from './estimates.server.ts';

const house = await testApp({ now: new Date('2026-11-20T10:00:00+09:00') });
const { app, clock, db, services } = house;
const boxes = 8;

beforeAll(async () => {
  await insertAssociate(db, 'ao');
  await insertApplications(
    db,
    Array.from({ length: boxes }, (_, n) => application(n + 1)),
  );
  await db.insert(resultBatches).values({
    ...{ id: 'batch', uploadedBy: 'op', fileName: 'f.csv', fileHash: 'x', encoding: 'UTF-8' },
    ...{ rowCount: boxes, acceptedCount: boxes, donationYen: 0, createdAt: clock.now },
  });
});
beforeEach(async () => {
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  await emptyTables(db, 'appraisal_items', 'appraisals', 'appraisal_estimates');
});

type Item = { category?: string; brand?: string; condition?: string; yen: number; reason?: string };
/** Results of boxes from the first on, each with these items. */
async function appraise(perBox: readonly (readonly Item[])[], appraisedOn = '2026-11-10') {
  for (const [n, items] of perBox.entries()) {
    const id = `row-${n}`;
    await db.insert(appraisals).values({
      ...{ id, appraisalId: numberOf(n + 1), batchId: 'batch', rowNumber: n + 2, rowHash: id },
      ...{ receivedOn: appraisedOn, appraisedOn, itemCount: items.length, pricedCount: 0 },
      ...{ appraisedYen: 0, bonusYen: 0, donationYen: 0, outcome: 'completed' },
      ...{ stateBefore: 'goods-received', createdAt: clock.now },
    });
    await db.insert(appraisalItems).values(
      items.map(
        ({ yen, category = 'bags', condition = 'good', brand = '', reason = '' }, index) => ({
          ...{
            appraisalRowId: id,
            position: index + 1,
            name: 'バッグ',
            quantity: 1,
            amountYen: yen,
          },
          ...{ category, brand, condition, reason, destination: '販売' },
        }),
      ),
    );
  }
}
const measured = async (): Promise<Estimate[]> => {
  await measureEstimates(services.ctx);
  const reply = await app.inject('/api/estimates');
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
};
/** Five items of 100 to 500 yen. */
const five: Item[] = [100, 200, 300, 400, 500].map((yen) => ({ yen }));

test('the estimate is the median and the quartiles of what has a price, with how many have none and why', async () => {
  const worn: Item = { yen: 0, reason: '汚れ・傷み。袖に大きなしみがありました。' };
  await appraise(Array.from({ length: 5 }, () => [...five, worn]));
  const [whole] = await measured();
  expect(whole).toEqual({
    ...{ category: 'bags', brandClass: '', condition: '', count: 30, priced: 25 },
    ...{ yen: { lower: 200, median: 300, upper: 400 }, reasons: ['汚れ・傷み'] },
  });
});

test('brands and conditions have rows of their own, and small groups none', async () => {
  const luxury = five.map((item) => ({ ...item, brand: 'グッチ', condition: 'excellent' }));
  await appraise([luxury, luxury, luxury, luxury, [...luxury, { yen: 900, brand: 'GU' }]]);
  const groups = (await measured()).map((one) => [one.brandClass, one.condition, one.count]);
  expect(groups).toEqual([
    ['', '', 26],
    ['luxury', '', 25],
    ['luxury', 'excellent', 25],
  ]);
});

test('nothing is said of fewer than twenty goods, nor of many from fewer than five boxes', async () => {
  await appraise(Array.from({ length: 5 }, () => five.slice(0, 3)));
  expect(await measured()).toEqual([]);
  await emptyTables(db, 'appraisal_items', 'appraisals', 'appraisal_estimates');
  await appraise(Array.from({ length: 4 }, () => [...five, ...five]));
  expect(await measured()).toEqual([]);
});

test('results older than twelve months count no more, and a day is worked out once', async () => {
  await appraise(
    Array.from({ length: 5 }, () => five),
    '2025-11-19',
  );
  expect(await measured()).toEqual([]);
  await emptyTables(db, 'appraisal_items', 'appraisals');
  await appraise(Array.from({ length: 5 }, () => five));
  expect(await measured()).toHaveLength(3);
  await emptyTables(db, 'appraisal_items', 'appraisals');
  expect(await measured()).toHaveLength(3);
  clock.now = new Date('2026-11-21T00:30:00+09:00');
  expect(await measured()).toEqual([]);
});
