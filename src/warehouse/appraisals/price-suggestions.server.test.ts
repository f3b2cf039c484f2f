import { expect, test } from 'vitest';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import {
  appraisalItems,
  appraisals,
  resultBatches,
} from '#warehouse/results/result-tables.server.ts';
import type { PriceSuggestion } from './price-suggestion.ts';

const house = await testApp();
const { app, db, clock } = house;
const warehouse = await signedIn(house)('warehouse', 'warehouse');
await insertAssociate(db, 'ao');
await insertApplications(db, [application(1)]);
await db.insert(resultBatches).values({
  ...{ id: 'batch', uploadedBy: 'op', fileName: '', fileHash: '', encoding: '', rowCount: 1 },
  ...{ acceptedCount: 1, donationYen: 0, createdAt: clock.now },
});
await db.insert(appraisals).values({
  ...{ id: 'row', appraisalId: numberOf(1), batchId: 'batch', rowNumber: 1, rowHash: 'x' },
  ...{ receivedOn: '2026-11-01', appraisedOn: '2026-11-02', itemCount: 1, pricedCount: 1 },
  ...{ appraisedYen: 1, bonusYen: 0, donationYen: 1, outcome: 'completed' },
  ...{ stateBefore: 'goods-received', createdAt: clock.now },
});

let position = 0;
const add = (count: number, amountYen: number, changes: object = {}) =>
  db.insert(appraisalItems).values(
    Array.from({ length: count }, () => ({
      ...{ appraisalRowId: 'row', position: ++position, name: '上着', quantity: 1, amountYen },
      ...{ category: 'outerwear', condition: 'good', brand: 'ユニクロ' },
      ...changes,
    })),
  );
const ask = async (query: string) =>
  (
    await app.inject({ url: `/api/office/appraisals/price?${query}`, headers: warehouse })
  ).json<PriceSuggestion>().suggestion;
const alike = 'category=outerwear&condition=good';

test('a price is suggested of twenty earlier items, of the brand first, by the piece', async () => {
  await add(19, 600);
  expect(await ask(alike)).toBeNull();
  await add(1, 1_200, { quantity: 2, brand: 'モンベル' });
  expect(await ask(alike)).toEqual({ medianYen: 600, count: 20, isOfBrand: false });
  await add(20, 3_000, { brand: 'モンベル' });
  const brand = encodeURIComponent('モンベル');
  expect(await ask(`${alike}&brand=${brand}`)).toEqual({
    medianYen: 3_000,
    count: 21,
    isOfBrand: true,
  });
  expect(await ask('category=outerwear&condition=flawed')).toBeNull();
  // Items without proceeds are no price evidence.
  await add(40, 0, { condition: 'flawed' });
  expect(await ask('category=outerwear&condition=flawed')).toBeNull();
});

test('brands that were appraised are offered, the most frequent first', async () => {
  const reply = await app.inject({
    url: '/api/office/appraisals/brands?category=outerwear',
    headers: warehouse,
  });
  expect(reply.json().brands).toEqual(['モンベル', 'ユニクロ']);
});

test('brands are those of the newest items, however many others there were before', async () => {
  await add(1_100, 500, { addedAt: new Date('2024-12-01'), category: 'bags', brand: 'AAA' });
  await add(30, 500, { addedAt: new Date('2026-12-01'), category: 'bags', brand: 'ポーター' });
  const url = '/api/office/appraisals/brands?category=bags';
  const reply = await app.inject({ url, headers: warehouse });
  expect(reply.json().brands).toEqual(['AAA', 'ポーター']);
});

test('at most the newest thousand are looked at, and reversed results not at all', async () => {
  await add(1_000, 90, { addedAt: new Date('2026-12-01'), category: 'shoes' });
  await add(1_000, 9_000, { addedAt: new Date('2025-12-01'), category: 'shoes' });
  const shoes = 'category=shoes&condition=good';
  expect(await ask(shoes)).toMatchObject({ medianYen: 90, count: 1_000 });
  await db.update(appraisals).set({ reversedAt: clock.now });
  expect(await ask(shoes)).toBeNull();
});
