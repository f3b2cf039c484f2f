import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { Approval } from '#domain/approvals/approval.ts';
import { applicationEvents, applications } from '#server/db/schema/applications.ts';
import { authUsers } from '#server/db/schema/auth.ts';
import { outboxMails } from '#server/db/schema/mail.ts';
import { approvals } from '#server/db/schema/people.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { seen } from '#test/factories/seen.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';

const house = await testApp();
const { app, db, clock, services } = house;
const signIn = signedIn(house);
const start = new Date('2026-11-20T10:00:00+09:00');
const hourMs = 3_600_000;
type Headers = Awaited<ReturnType<typeof signIn>>;
let people: Record<'ayumi' | 'botan' | 'chihiro' | 'daichi', Headers>;

await insertAssociate(db, 'ao', 'あおぞらの会');
await insertAssociate(db, 'mori', 'もりの会');

beforeEach(async () => {
  clock.now = start;
  await db.delete(authUsers);
  await db.execute('truncate applications, result_batches, approvals, outbox_mails cascade');
  people = {
    ayumi: await signIn('ayumi', 'operator'),
    botan: await signIn('botan', 'operator'),
    chihiro: await signIn('chihiro', 'accountant'),
    daichi: await signIn('daichi', 'warehouse'),
  };
});

const get = (url: string, headers: Headers) => app.inject({ url, headers });
const post = (url: string, payload: object, headers: Headers) =>
  app.inject({ method: 'POST', url, payload, headers });
const ask = async (numbers: number[], by = people.ayumi, note?: string) => {
  const applications = await seen(db, numbers.map(numberOf));
  const step = { applications, step: 'remit', ...(note && { note }) };
  return post('/api/office/applications/step', step, by);
};
const decide = (id: string, by: Headers, outcome = 'approve') =>
  post(`/api/office/approvals/${id}/decide`, { outcome, note: '' }, by);
const listed = async (by = people.botan) =>
  (await get('/api/office/approvals', by)).json<Approval[]>();
const waitingId = async () => (await listed())[0]?.id ?? '';
const leave = (...uids: string[]) =>
  Promise.all(uids.map((uid) => db.delete(authUsers).where(eq(authUsers.id, uid))));
const stateOf = async (n: number) =>
  (
    await db
      .select()
      .from(applications)
      .where(eq(applications.appraisalId, numberOf(n)))
  )[0]?.state;
const setState = (n: number, state: string) =>
  db
    .update(applications)
    .set({ state })
    .where(eq(applications.appraisalId, numberOf(n)));
const mailsOf = async (kind: string) =>
  (await db.select().from(outboxMails).where(eq(outboxMails.kind, kind)))
    .map(({ recipient }) => recipient.split('@')[0])
    .sort();
const donated = (...numbers: number[]) =>
  insertApplications(
    db,
    numbers.map((n) => application(n, { state: 'donated' })),
  );
const asked =
  '送金の記録の承認を依頼しました。もう一人の承認のあとに反映し、寄付者にお知らせします。';

test('what was sent on holds, and is told, only once a second person has approved it', async () => {
  await donated(1);
  expect((await ask([1])).json()).toEqual([
    {
      appraisalId: numberOf(1),
      isDone: false,
      isAsked: true,
      state: 'donated',
      version: 1,
      message: asked,
    },
  ]);
  expect([await stateOf(1), await mailsOf('remitted')]).toEqual(['donated', []]);
  expect(await mailsOf('approval-waiting')).toEqual(['botan', 'chihiro']);
  expect((await decide(await waitingId(), people.botan)).json()).toMatchObject({ state: 'done' });
  expect([await stateOf(1), await mailsOf('remitted')]).toEqual(['remitted', ['donor1']]);
  const [event] = await db.select().from(applicationEvents);
  expect(event).toMatchObject({ toState: 'remitted', doneBy: 'operator', actorUid: 'ayumi' });
  expect(await mailsOf('approval-decided')).toEqual(['ayumi']);
});

test('who asked does not decide, and the warehouse neither asks nor decides; an accountant does', async () => {
  await donated(1);
  expect((await ask([1], people.daichi)).statusCode).toBe(403);
  await ask([1]);
  const id = await waitingId();
  expect((await decide(id, people.ayumi)).statusCode).toBe(409);
  expect((await decide(id, people.daichi)).statusCode).toBe(403);
  expect(await stateOf(1)).toBe('donated');
  expect((await decide(id, people.chihiro)).statusCode).toBe(200);
  expect(await stateOf(1)).toBe('remitted');
});

test('declined or taken back, nothing is recorded, and it can be asked for again', async () => {
  await donated(1);
  await ask([1]);
  await decide(await waitingId(), people.botan, 'decline');
  await ask([1]);
  const id = await waitingId();
  expect((await post(`/api/office/approvals/${id}/withdraw`, {}, people.ayumi)).statusCode).toBe(
    200,
  );
  expect((await ask([1])).json()).toMatchObject([{ isAsked: true }]);
  expect([await stateOf(1), await mailsOf('remitted')]).toEqual(['donated', []]);
});

test('the list says how many, which, how much and for whom, as it is when it is read', async () => {
  await insertApplications(db, [
    application(1),
    application(2),
    application(3, { associateId: 'mori' }),
  ]);
  const lines = [
    resultLine(1, { appraised: 300 }),
    resultLine(2, { appraised: 500 }),
    resultLine(3, { appraised: 1000, associate: 'mori' }),
  ];
  expect((await uploadResults(house, people.ayumi, resultFile(...lines))).body.errors).toEqual([]);
  await ask([1, 2, 3], people.ayumi, '11月分');
  const [approval] = await listed(people.chihiro);
  expect(approval).toMatchObject({
    kind: 'remittance',
    title: '送金の記録',
    reason: '11月分',
    appraisalIds: [1, 2, 3].map(numberOf),
  });
  const { rows } = await db.execute<{ yen: number }>(
    'select sum(amount_yen)::int as yen from donations group by associate_id order by associate_id',
  );
  const [ao = 0, mori = 0] = rows.map(({ yen }) => yen);
  const yen = (amount: number) => `${amount.toLocaleString('ja')}円`;
  expect(approval?.subject).toBe(`3件・${yen(ao + mori)}（あおぞらの会 ほか1か所）`);
  expect(approval?.facts).toEqual([
    { label: '合計', before: '未送金', after: `送金済み ${yen(ao + mori)}（3件）` },
    { label: 'あおぞらの会', before: '未送金', after: `送金済み ${yen(ao)}（2件）` },
    { label: 'もりの会', before: '未送金', after: `送金済み ${yen(mori)}（1件）` },
  ]);
  const csv = (await get('/api/office/approvals.csv', people.chihiro)).body;
  expect(csv).toContain([1, 2, 3].map(numberOf).join('、'));
  await db.execute(`update donations set reversed_at = now() where associate_id = 'mori'`);
  expect((await listed())[0]?.subject).toBe(`3件・${yen(ao)}（あおぞらの会）`);
});

test('what cannot be sent on is told at once and not asked for; the others are one request', async () => {
  await donated(1, 2);
  await insertApplications(db, [application(3, { state: 'applied' })]);
  expect((await ask([1, 2, 3, 4])).json()).toMatchObject([
    { isAsked: true },
    { isAsked: true },
    { isDone: false, state: 'applied', message: expect.stringContaining('できません') },
    { isDone: false, state: null },
  ]);
  expect((await listed()).map(({ appraisalIds }) => appraisalIds)).toEqual([[1, 2].map(numberOf)]);
  await ask([3]);
  expect(await listed()).toHaveLength(1);
});

test('what waits is not asked for twice, by ten at once neither', async () => {
  await donated(1, 2);
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, n) => ask(n % 2 ? [1, 2] : [2, 1])),
  );
  const told = replies.flatMap((reply) => reply.json<{ isAsked?: boolean; message: string }[]>());
  expect(told.filter(({ isAsked }) => isAsked)).toHaveLength(2);
  expect(new Set(told.filter(({ isAsked }) => !isAsked).map(({ message }) => message))).toEqual(
    new Set(['すでに送金の記録が承認を待っています。']),
  );
  expect(await db.select().from(approvals)).toHaveLength(1);
});

test('of two who decide at once one wins, and donors are told once', async () => {
  await donated(1, 2);
  await ask([1, 2]);
  const id = await waitingId();
  const replies = await Promise.all([decide(id, people.botan), decide(id, people.chihiro)]);
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expect(await mailsOf('remitted')).toEqual(['donor1', 'donor2']);
});

test('what was reversed meanwhile is left out and named; where nothing is left it is refused and waits', async () => {
  await donated(1, 2);
  await ask([1, 2]);
  const id = await waitingId();
  await setState(1, 'goods-received');
  await setState(2, 'cancelled');
  const refused = await decide(id, people.botan);
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    expect.stringContaining('もうありません'),
  ]);
  expect((await listed())[0]?.state).toBe('waiting');
  await setState(1, 'donated');
  const done = (await decide(id, people.botan)).json();
  expect(done).toMatchObject({ state: 'done', note: expect.stringContaining(numberOf(2)) });
  expect(done.note).toContain('2件のうち1件');
  expect([await stateOf(1), await stateOf(2)]).toEqual(['remitted', 'cancelled']);
  expect(await mailsOf('remitted')).toEqual(['donor1']);
});

test('one person alone waits a day, and is told so', async () => {
  await leave('botan', 'chihiro');
  await donated(1);
  expect((await ask([1])).json()).toMatchObject([
    { isAsked: true, message: expect.stringContaining('24時間後に反映') },
  ]);
  expect(await mailsOf('approval-delayed')).toHaveLength(2);
  clock.now = new Date(start.getTime() + 24 * hourMs - 1);
  await services.approvals.settleByTime();
  expect(await stateOf(1)).toBe('donated');
  clock.now = new Date(start.getTime() + 24 * hourMs);
  await services.approvals.settleByTime();
  expect([await stateOf(1), await mailsOf('remitted')]).toEqual(['remitted', ['donor1']]);
});
