import { beforeAll, expect, test } from 'vitest';
import { applyBody } from '#test/factories/apply-body.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { testApp } from '#test/test-app.ts';
import { appraisals, resultBatches } from '#warehouse/results/result-tables.server.ts';
import { appraisalQuestionMonths } from './estimate-tables.server.ts';
import { appraisalQuestionsOf, countQuestions } from './questions.server.ts';

const house = await testApp({ now: new Date('2026-09-10T10:00:00+09:00') });
const { app, clock, db, services } = house;
const asking = 6;

const result = (n: number, change: Partial<typeof appraisals.$inferInsert>) => ({
  ...{ appraisalId: numberOf(n), batchId: 'batch', rowNumber: n + 2, rowHash: `${n}` },
  ...{ receivedOn: '2026-09-01', appraisedOn: '2026-09-02', itemCount: 1, pricedCount: 1 },
  ...{ appraisedYen: 500, bonusYen: 0, donationYen: 500, outcome: 'completed' },
  ...{
    id: `row-${n}`,
    stateBefore: 'goods-received',
    createdAt: new Date('2026-09-02T10:00:00+09:00'),
  },
  ...change,
});

async function ask(n: number, email: string, item = 'ウールのコート') {
  const reply = await app.inject({
    method: 'POST',
    url: '/api/contact',
    payload: {
      ...{ name: '髙橋 花子', email, kind: 'appraisal', appraisalId: numberOf(n) },
      ...{ item, message: 'もう少し高いと思っていました。' },
    },
    remoteAddress: `198.51.100.${n}`,
  });
  expect(reply.statusCode, reply.body).toBe(201);
}

beforeAll(async () => {
  await insertAssociate(db, 'ao');
  const ns = Array.from({ length: asking + 1 }, (_, n) => n + 1);
  await insertApplications(
    db,
    ns.map((n) => application(n, { state: 'donated' })),
  );
  await db.insert(resultBatches).values({
    ...{ id: 'batch', uploadedBy: 'op', fileName: 'f.csv', fileHash: 'x', encoding: 'UTF-8' },
    ...{ rowCount: 9, acceptedCount: 9, donationYen: 0, createdAt: clock.now },
  });
  await db.insert(appraisals).values(ns.map((n) => result(n, {})));
});

/** Corrects the n-th result after the question, by ¥100 more. */
async function correct(n: number, at: string) {
  const createdAt = new Date(at);
  await db.execute(`update appraisals set reversed_at = now() where id = 'row-${n}'`);
  const corrected = { id: `corrected-${n}`, correctsId: `row-${n}`, createdAt };
  await db
    .insert(appraisals)
    .values(result(n, { ...corrected, appraisedYen: 600, donationYen: 600 }));
}
const september = () => appraisalQuestionsOf(services.ctx, '2026-09');

test('questions about items are counted by box and month, those of strangers and of other kinds not', async () => {
  for (let n = 1; n <= asking; n += 1) await ask(n, `donor${n}@tasuki.example`);
  await ask(1, 'donor1@tasuki.example', '綿のシャツ');
  await ask(7, applyBody().applicant.email);
  await ask(7, 'donor7@tasuki.example', '');
  expect(await september()).toEqual({ month: '2026-09', asked: 6, changed: 0, changedYen: null });
  expect(await appraisalQuestionsOf(services.ctx, '2026-08')).toMatchObject({ asked: 0 });
});

test('corrections after the question are counted, and their sum only from five on, once the month is settled', async () => {
  for (let n = 1; n <= 4; n += 1) await correct(n, '2026-10-05T10:00:00+09:00');
  clock.now = new Date('2026-11-02T10:00:00+09:00');
  expect(await september()).toMatchObject({ changed: 4, changedYen: null });
  await correct(5, '2026-10-31T10:00:00+09:00');
  clock.now = new Date('2026-10-31T23:59:00+09:00');
  expect(await september()).toMatchObject({ changed: 5, changedYen: null });
  // Still October in UTC.
  clock.now = new Date('2026-11-01T00:30:00+09:00');
  expect(await september()).toMatchObject({ changed: 5, changedYen: 500 });
  await correct(6, '2026-11-01T10:00:00+09:00');
  expect(await september()).toMatchObject({ changed: 5, changedYen: 500 });
});

test('the last three months are recorded once a day', async () => {
  await countQuestions(services.ctx);
  await countQuestions(services.ctx);
  const months = await db.select().from(appraisalQuestionMonths);
  expect(months.map(({ month, asked }) => [month, asked]).toSorted()).toEqual([
    ['2026-09-01', 6],
    ['2026-10-01', 0],
    ['2026-11-01', 0],
  ]);
});
