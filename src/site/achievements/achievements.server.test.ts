import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishDue } from '#money/public-book/publish.server.ts';
import {
  associateChallenges,
  associates,
} from '#organisations/associates/associate-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { Achievements } from './achievements.ts';

const house = await testApp();
const { app, db, services, clock } = house;
await signedIn(house)('op', 'operator');

beforeAll(async () => {
  await services.topics.start();
  await insertAssociate(db, 'ao');
  await insertAssociate(db, 'gone');
  await db.update(associates).set({ isListed: false }).where(eq(associates.id, 'gone'));
  await db.insert(associateChallenges).values([
    { associateId: 'ao', socialChallengeId: 'child', position: 1 },
    { associateId: 'ao', socialChallengeId: 'animal', position: 0 },
  ]);
  await insertApplications(db, [
    ...[1, 2, 3].map((n) => application(n)),
    application(4, { kind: 'fund' }),
    application(5, { products: ['bags', 'shoes'] }),
  ]);
});
afterAll(() => services.topics.stop());

async function upload(now: string, ...lines: string[]) {
  clock.now = new Date(now);
  const operator = await headersOfSession(house, 'op');
  const { body } = await uploadResults(house, operator, resultFile(...lines));
  expect(body.errors).toEqual([]);
}

test('counts follow each import, by the month of Asia/Tokyo, gifts to funds included; four gifts have no sum', async () => {
  expect(await services.achievements.totals()).toEqual({
    totalCount: 0,
    totalYen: null,
    monthlyCount: 0,
    monthlyYen: null,
    associateCount: 1,
    months: [],
  });
  // 15:00 UTC of the last day is the next month in Tokyo.
  await upload('2026-09-30T23:59:59.999+09:00', resultLine(1));
  await upload('2026-09-30T15:00:00.000Z', resultLine(2), resultLine(3, { appraised: 300 }));
  await upload('2026-11-20T10:00:00+09:00', resultLine(4, { associate: '', appraised: 900 }));
  expect(await services.achievements.totals()).toEqual({
    totalCount: 4,
    totalYen: null,
    monthlyCount: 1,
    monthlyYen: null,
    associateCount: 1,
    months: [
      { month: '2026-09', count: 1, amountYen: null },
      { month: '2026-10', count: 2, amountYen: null },
      { month: '2026-11', count: 1, amountYen: null },
    ],
  });
});

const read = async () => (await app.inject('/api/achievements.json')).json<Achievements>();

test('a donation counts with the first challenge of its organisation, or with its fund', async () => {
  const { challenges } = await read();
  expect(challenges).toHaveLength(18);
  expect(challenges.filter(({ toAssociates }) => toAssociates.count > 0)).toEqual([
    {
      id: 'animal',
      toAssociates: { count: 3, amountYen: null },
      toFund: { count: 1, amountYen: null },
    },
  ]);
});

test('every donation counts with the type of its organisation, those to funds apart', async () => {
  expect((await read()).classifications).toEqual([
    { id: 'approved-npo', count: 3, amountYen: null },
    { id: null, count: 1, amountYen: null },
  ]);
});

test('kinds of goods are counted up to the end of yesterday', async () => {
  clock.now = new Date('2026-11-21T09:00:00+09:00');
  await upload('2026-11-21T10:00:00+09:00', resultLine(5));
  const counts = async () => {
    const { goods, goodsUntil } = await read();
    return [goodsUntil, ...goods.filter(({ count }) => count > 0).map(Object.values)];
  };
  expect(await counts()).toEqual(['2026-11-20', ['clothes', 4]]);
  clock.now = new Date('2026-11-22T00:00:00+09:00');
  expect(await counts()).toEqual(['2026-11-21', ['clothes', 4], ['bags', 1], ['shoes', 1]]);
});

test('with five gifts their yen are public from the next day on', async () => {
  await insertApplications(db, [application(6), application(7)]);
  await upload('2026-11-22T10:00:00+09:00', resultLine(6, { appraised: 1000 }), resultLine(7));
  const yen = async () => {
    await services.topics.refresh();
    const { totalYen, challenges, classifications } = await read();
    return [
      totalYen,
      ...challenges.filter(({ id }) => id === 'animal').map((one) => one.toAssociates.amountYen),
      ...classifications.map(({ amountYen }) => amountYen),
    ];
  };
  clock.now = new Date('2026-11-22T23:59:00+09:00');
  await publishDue(services.ctx);
  expect(await yen()).toEqual([null, null, null, null]);
  clock.now = new Date('2026-11-23T00:01:00+09:00');
  await publishDue(services.ctx);
  // The only gift to a fund is in no sum.
  expect(await yen()).toEqual([6100, 6100, 6100, null]);
});

test('the CSV opens in a spreadsheet and holds the same figures', async () => {
  const reply = await app.inject('/api/achievements.csv');
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(reply.headers['content-disposition']).toContain('.csv');
  expect(reply.body.startsWith('\uFEFF区分,項目,件数,金額（円）\r\n合計,累計,7,6100\r\n')).toBe(
    true,
  );
  expect(reply.body).toContain('\r\n社会課題（団体へ）,動物,6,6100\r\n');
});
