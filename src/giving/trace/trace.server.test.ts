import { randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { applications } from '#giving/applications/application-tables.server.ts';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { goodsSales } from '#money/books/book-tables.server.ts';
import { useReportGifts, useReports } from '#organisations/use-reports/use-report-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { fileForm, uploadResults } from '#test/factories/upload-results.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { Trace, TraceLink } from './trace-schema.ts';
import { traceLinks } from './trace-tables.server.ts';

const house = await testApp({ now: new Date('2026-11-20T10:00:00+09:00') });
const { app, clock, db } = house;
const signIn = signedIn(house);
const asDonor = () => headersOfSession(house, 'donor');

const itemHeader = '申込番号,品目,点数,査定金額,行き先,理由,状態';
const itemFile = (n: number) =>
  [
    itemHeader,
    `${numberOf(n)},ウールのコート,1,1000,販売,,良い`,
    `${numberOf(n)},綿のシャツ,1,200,販売,,`,
    `${numberOf(n)},古いタオル,1,0,リサイクル,汚れ・傷み,`,
  ]
    .map((line) => `${line}\r\n`)
    .join('');

/** The donor's gift (1), one of another donor (2), a box under way (3) and a worthless one (4). */
beforeAll(async () => {
  await signIn('donor');
  await signIn('other');
  await signIn('op', 'operator');
  await signIn('acc', 'accountant');
  await insertAssociate(db, 'ao', 'あおぞらの会');
  await insertApplications(db, [
    application(1, { uid: 'donor' }),
    application(2, { uid: 'other' }),
    application(3, { uid: 'donor', state: 'applied', stateChangedAt: clock.now }),
    application(4, { uid: 'donor' }),
  ]);
  const operator = await headersOfSession(house, 'op', true);
  const lines = resultFile(resultLine(1), resultLine(2));
  const items = itemFile(1) + itemFile(2).split('\r\n').slice(1).join('\r\n');
  const { body } = await uploadResults(house, operator, lines, { items });
  expect(body.errors).toEqual([]);
  const empty = resultFile(resultLine(4, { appraised: 0, outcome: '値付不可' }));
  expect((await uploadResults(house, operator, empty)).body.errors).toEqual([]);
});

const ask = async (n: number, headers: object) =>
  app.inject({
    method: 'POST',
    url: '/api/applications/trace',
    headers: headers as Record<string, string>,
    payload: { appraisalId: numberOf(n) },
  });
const traceOf = async (n: number): Promise<Trace> => {
  const reply = await ask(n, await asDonor());
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
};
const labelsOf = ({ steps }: Trace) => steps.map(({ label }) => label);

async function sell(...rows: string[]) {
  const header = '申込番号,売却日,売却額,残り,売却先,品目の番号';
  const content = [header, ...rows].map((line) => `${line}\r\n`).join('');
  const form = fileForm([{ name: 'file', fileName: '売却.csv', content }]);
  const reply = await app.inject({
    method: 'POST',
    url: '/api/office/sales/import?dryRun=false',
    headers: { ...(await headersOfSession(house, 'acc', true)), ...form.headers },
    payload: form.payload,
  });
  return reply.json<{ isDone: boolean; errors: { column: string; message: string }[] }>();
}

async function share(showsSums: boolean, n = 1): Promise<TraceLink> {
  const reply = await app.inject({
    method: 'POST',
    url: `/api/users/applications/${numberOf(n)}/trace-links`,
    headers: { ...(await asDonor()), 'idempotency-key': randomUUID() },
    payload: { showsSums },
  });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json();
}
const tokenIn = ({ url }: TraceLink) => url.split('#token=')[1] ?? '';
const openShared = (token: string) =>
  app.inject({ method: 'POST', url: '/api/traces/shared', payload: { token } });
const end = async (id: string, uid = 'donor') =>
  app.inject({
    method: 'POST',
    url: `/api/users/trace-links/${id}/end`,
    headers: await headersOfSession(house, uid),
  });

test('a box under way shows what comes next with its day, and later steps with their promise', async () => {
  const { steps } = await traceOf(3);
  expect(steps.map(({ label, isDone, note }) => [label, isDone, note])).toEqual([
    ['お申し込み', true, ''],
    ['箱の発送', false, '最短11月23日'],
    ['お品物の到着', false, ''],
    ['査定', false, 'お品物が届いてから14日まで'],
    ['寄付', false, ''],
    ['送金', false, '寄付が決まってから60日まで'],
    ['団体の受け取り確認', false, ''],
    ['使いみちの報告', false, ''],
  ]);
});

test('each thing says what it was sold for and where, or why it was not', async () => {
  const number = numberOf(1);
  expect((await traceOf(1)).items.map(({ name, fate }) => [name, fate.kind])).toEqual([
    ['ウールのコート', 'waiting'],
    ['綿のシャツ', 'waiting'],
    ['古いタオル', 'not-for-sale'],
  ]);
  expect(await sell(`${number},2026/11/20,1500,あり,ネット販売,1`)).toMatchObject({ isDone: true });
  expect(await sell(`${number},2026/11/20,150,なし,古着の卸,`)).toMatchObject({ isDone: true });
  const { items, sold, sums } = await traceOf(1);
  expect(items.map(({ fate }) => fate)).toEqual([
    { kind: 'sold', soldOn: '2026-11-20', place: 'ネット販売', soldYen: 1_500 },
    { kind: 'sold-together', soldOn: '2026-11-20', place: '古着の卸' },
    { kind: 'not-for-sale' },
  ]);
  expect(sold).toEqual({ yen: 1_650, lastOn: '2026-11-20', isOver: true });
  expect(sums).toMatchObject({ appraisedYen: 1_200, bonusYen: 0 });
});

test('a sale names an item of the list, and only one box at a time', async () => {
  const [own, foreign] = [numberOf(1), numberOf(2)];
  const wrong = await sell(`${foreign},2026/11/20,100,あり,,4`);
  expect(wrong.errors).toMatchObject([{ column: '品目の番号' }]);
  const two = await sell(`${own} ${foreign},2026/11/20,100,あり,,1`);
  expect(two.errors).toMatchObject([{ column: '品目の番号' }]);
});

test('a reversed sale is not sold, and the trace says when it was corrected', async () => {
  const sale = and(eq(goodsSales.appraisalId, numberOf(1)), isNull(goodsSales.reversedAt));
  const [last] = await db
    .select()
    .from(goodsSales)
    .where(and(sale, eq(goodsSales.isLast, true)));
  const reply = await app.inject({
    method: 'POST',
    url: `/api/office/sales/${last?.id}/reverse`,
    headers: await headersOfSession(house, 'acc', true),
    payload: { reason: '別の箱でした' },
  });
  expect(reply.statusCode, reply.body).toBe(200);
  const { items, sold, corrections } = await traceOf(1);
  expect(items[1]?.fate).toEqual({ kind: 'waiting' });
  expect(sold).toMatchObject({ yen: 1_500, isOver: false });
  expect(corrections).toEqual([{ on: '20261120100000000', text: '売却の記録を取り消しました。' }]);
});

test('goods that brought nothing end with where each went and thanks, and no money follows', async () => {
  const trace = await traceOf(4);
  expect(labelsOf(trace).at(-1)).toBe('値段なし');
  expect(trace.nothingGained?.reasons).not.toEqual([]);
  expect(trace.sums).toBeUndefined();
});

test("another donor's trace and its links are as absent as one that does not exist", async () => {
  const foreign = await ask(2, await asDonor());
  expect(foreign.statusCode).toBe(404);
  expect((await ask(99, await asDonor())).body).toBe(foreign.body);
  expect((await ask(1, {})).statusCode).toBe(404);
  for (const method of ['GET', 'POST'] as const) {
    const links = await app.inject({
      method,
      url: `/api/users/applications/${numberOf(2)}/trace-links`,
      headers: await asDonor(),
      ...(method === 'POST' && { payload: { showsSums: true } }),
    });
    expect(links.statusCode).toBe(404);
  }
  const own = await share(true);
  expect((await end(own.id, 'other')).statusCode).toBe(404);
  expect((await openShared(tokenIn(own))).statusCode).toBe(200);
  await end(own.id);
});

test('a shared trace has neither name, address, number nor reason of the operator', async () => {
  const shared = await openShared(tokenIn(await share(true)));
  expect(shared.statusCode).toBe(200);
  expect(shared.headers['cache-control']).toBe('no-store');
  for (const personal of [
    '髙橋',
    '花子',
    'donor1@',
    '東京都',
    '0312345678',
    numberOf(1),
    '別の箱',
  ]) {
    expect(shared.body).not.toContain(personal);
  }
  expect(shared.json<Trace>().sums).toMatchObject({ appraisedYen: 1_200 });
});

test('a trace shared without sums has no yen at all', async () => {
  const trace = (await openShared(tokenIn(await share(false)))).json<Trace>();
  expect(trace.sums).toBeUndefined();
  expect(trace.items.map(({ appraisedYen }) => appraisedYen)).toEqual([null, null, null]);
  expect(trace.items[0]?.fate).toMatchObject({ kind: 'sold', soldYen: null });
  expect(trace.sold?.yen).toBeNull();
  expect(JSON.stringify(trace)).not.toMatch(/1200|1500/);
});

test('a link ends for good, and looks then like one that never was', async () => {
  const link = await share(true);
  expect((await end(link.id)).statusCode).toBe(200);
  const ended = await openShared(tokenIn(link));
  expect(ended.statusCode).toBe(404);
  expect((await openShared('a'.repeat(43))).body).toBe(ended.body);
  const left = await app.inject({
    url: `/api/users/applications/${numberOf(1)}/trace-links`,
    headers: await asDonor(),
  });
  expect(left.json<TraceLink[]>().map(({ id }) => id)).not.toContain(link.id);
});

test('only a hash of the token is stored, and wrong ones are counted by address', async () => {
  const link = await share(true, 3);
  const [row] = await db.select().from(traceLinks).where(eq(traceLinks.id, link.id));
  expect(JSON.stringify(row)).not.toContain(tokenIn(link));
  await db.delete(attemptBudgets);
  for (let n = 0; n < 60; n += 1) await openShared(`wrong-${n}`);
  expect((await openShared('wrong')).statusCode).toBe(429);
  await db.delete(attemptBudgets);
  for (let n = 0; n < 61; n += 1) {
    expect((await openShared(tokenIn(link))).statusCode).toBe(200);
  }
});

test('at most five links of a gift are open at a time', async () => {
  for (let n = 1; n < 5; n += 1) await share(false, 3);
  const sixth = await app.inject({
    method: 'POST',
    url: `/api/users/applications/${numberOf(3)}/trace-links`,
    headers: await asDonor(),
    payload: { showsSums: false },
  });
  expect(sixth.statusCode).toBe(409);
});

test('links end with the account of their donor', async () => {
  const token = tokenIn(await share(true, 4));
  expect((await openShared(token)).statusCode).toBe(200);
  await db
    .update(applications)
    .set({ uid: null })
    .where(eq(applications.appraisalId, numberOf(4)));
  expect((await openShared(token)).statusCode).toBe(404);
});

test('the organisation’s confirmation and its report of use close the trace', async () => {
  await db.execute(sql`
    update donations set received_on = '2026-11-19' where appraisal_id = ${numberOf(1)}`);
  const report = { title: '毛布を買いました', body: '寒い日に配りました。', yen: 700 };
  await db.insert(useReports).values({
    ...{ id: 'report', associateId: 'ao', edition: 1, gifts: 1, publishedAt: clock.now },
    ...{ ...report, periodFrom: '2026-10-01', periodTo: '2026-10-31' },
  });
  await db
    .insert(useReportGifts)
    .values({ reportId: 'report', appraisalId: numberOf(1), yen: 700, at: clock.now });
  const trace = await traceOf(1);
  expect(trace.use).toMatchObject({
    reports: [{ title: '毛布を買いました', from: '2026-10-01', to: '2026-10-31', yen: 700 }],
    unreportedYen: 500,
  });
  expect(trace.steps.at(-1)).toEqual({
    ...{ key: 'reported', label: '使いみちの報告', isDone: true },
    note: '2026/10/31',
  });
});
