import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
import { associates, associateVisions } from './associate-tables.server.ts';

const house = await testApp({ now: new Date('2026-11-20T18:00:00+09:00') });
const { db, services, clock } = house;
await signedIn(house)('op', 'operator');

const names = ['ao', 'haru', 'kumo', 'midori'];

beforeAll(async () => {
  await services.topics.start();
  for (const id of names) await insertAssociate(db, id);
  await db.insert(associateVisions).values({
    associateId: 'ao',
    title: '',
    body: '',
    goal: '',
    useOfDonations: 'ねこの医療に使います。',
  });
  await insertApplications(
    db,
    [1, 2, 3, 4, 5].map((n) =>
      application(n, { associateId: names[(n - 1) % 4], products: ['bags', 'shoes'] }),
    ),
  );
});
afterAll(() => services.topics.stop());

async function give(now: string, ...lines: string[]) {
  clock.now = new Date(now);
  const operator = await headersOfSession(house, 'op');
  const { body } = await uploadResults(house, operator, resultFile(...lines));
  expect(body.errors).toEqual([]);
  await services.topics.refresh();
}
const line = (n: number, appraised: number) =>
  resultLine(n, { associate: names[(n - 1) % 4] ?? '', appraised });

test('few gifts tell nothing; three of them show goods and what they do, no sum and nobody', async () => {
  expect(await services.associates.recentGifts()).toEqual({ span: 'month', gifts: [] });
  await give('2026-11-01T10:00:00+09:00', line(1, 3_240), line(2, 990));
  expect((await services.associates.recentGifts()).gifts).toEqual([]);
  await give('2026-11-20T10:00:00+09:00', line(3, 1_000), line(4, 150), line(5, 60));
  const { span, gifts } = await services.associates.recentGifts();
  expect(span).toBe('month');
  expect(gifts).toHaveLength(4);
  expect(gifts[0]).toEqual({
    associateId: 'ao',
    associateName: '見本の会 ao',
    products: ['bags', 'shoes'],
    meanYen: null,
    use: 'ねこの医療に使います。',
  });
});

test('an organisation that is no longer listed and what is older than a month are left out', async () => {
  await db.update(associates).set({ isListed: false }).where(sql`id = 'kumo'`);
  await services.topics.refresh();
  const ids = async () =>
    (await services.associates.recentGifts()).gifts.map(({ associateId }) => associateId);
  expect(await ids()).toEqual(['ao', 'haru', 'midori']);
  clock.now = new Date('2026-12-21T10:00:00+09:00');
  expect(await ids()).toEqual([]);
});

test('organisations are counted in each prefecture in which they work, once', async () => {
  await db.execute(sql`update associates set locations = case id
    when 'ao' then array['東京都府中市', '東京都北区', '京都府京都市']
    when 'haru' then array['神奈川県みほん市'] else array['海外'] end`);
  await services.topics.refresh();
  expect([...(await services.associates.placeCounts())].sort()).toEqual(
    [
      ['東京都', 1],
      ['京都府', 1],
      ['神奈川県', 1],
    ].sort(),
  );
});
