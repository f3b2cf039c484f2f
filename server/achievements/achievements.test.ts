import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { associates } from '#server/db/schema/organisations.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  resultFile,
  resultLine,
} from '#test/donating.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { uploadResults } from '#test/upload-results.ts';

const house = await testApp();
const { db, services, clock } = house;
await signedIn(house)('op', 'operator');

beforeAll(async () => {
  await services.topics.start();
  await insertAssociate(db, 'ao');
  await insertAssociate(db, 'gone');
  await db.update(associates).set({ isListed: false }).where(eq(associates.id, 'gone'));
  await insertApplications(db, [
    ...[1, 2, 3].map((n) => application(n)),
    application(4, { kind: 'fund' }),
  ]);
});
afterAll(() => services.topics.stop());

async function upload(now: string, ...lines: string[]) {
  clock.now = new Date(now);
  const operator = await headersOfSession(house, 'op');
  const { body } = await uploadResults(house, operator, resultFile(...lines));
  expect(body.errors).toEqual([]);
}

test('totals follow each import, by the month of Asia/Tokyo, gifts to funds included', async () => {
  expect(await services.achievements.totals()).toEqual({
    totalCount: 0,
    totalYen: 0,
    monthlyCount: 0,
    monthlyYen: 0,
    associateCount: 1,
    months: [],
  });
  // 15:00 UTC of the last day is the next month in Tokyo.
  await upload('2026-09-30T23:59:59.999+09:00', resultLine(1));
  await upload('2026-09-30T15:00:00.000Z', resultLine(2), resultLine(3, { appraised: 300 }));
  await upload('2026-11-20T10:00:00+09:00', resultLine(4, { associate: '', appraised: 900 }));
  expect(await services.achievements.totals()).toEqual({
    totalCount: 4,
    totalYen: 3600,
    monthlyCount: 1,
    monthlyYen: 900,
    associateCount: 1,
    months: [
      { month: '2026-09', count: 1, amountYen: 1200 },
      { month: '2026-10', count: 2, amountYen: 1500 },
      { month: '2026-11', count: 1, amountYen: 900 },
    ],
  });
});
