import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { transaction, urlOf } from '#kit/db/database.server.ts';
import { readTermsOn } from '#money/ledger/terms.server.ts';
import type { ShownApproval } from '#people/approvals/approval.ts';
import { approvals } from '#people/roles/role-tables.server.ts';
import { insertChallenges } from '#test/factories/associates.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { decideOn } from '#test/factories/money/decide.ts';
import { callerFor, confirmAccounts, sendRun } from '#test/factories/remit.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { leaveUncommitted, waitForLocks } from '#test/lock-waits.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { Fund, Payout, PublicPayout } from './fund.ts';

const house = await testApp();
const { app, db, clock } = house;
const signIn = signedIn(house);
const people = { asks: 'op', approves: 'second' };
let op: { authorization: string };
let second: { authorization: string };
let accountant: { authorization: string };
let given = 0;
const reason = '猫の保護施設の建てかえにあてるため。';

beforeAll(async () => {
  await insertChallenges(db);
  op = await signIn('op', 'operator');
  second = await signIn('second', 'operator');
  accountant = await signIn('books', 'accountant');
  await db.execute(sql`update users set last_name = '青空', first_name = '花子' where uid = 'op'`);
  for (const id of ['ao', 'umi', 'mori']) await insertAssociate(db, id);
  await db.execute(sql`insert into associate_challenges (associate_id, social_challenge_id, position)
    values ('ao', 'animal', 0), ('umi', 'animal', 0), ('mori', 'child', 0)`);
});
beforeEach(() => {
  // Later than postings of earlier tests.
  clock.now = new Date(clock.now.getTime() + 5_000);
});

/** Gifts of ¥1,200 to the animals' fund. */
async function give(count = 1) {
  const numbers = Array.from({ length: count }, (_, index) => given + index + 1);
  given += count;
  await insertApplications(
    db,
    numbers.map((n) => application(n, { kind: 'fund', identity: 'approved' })),
  );
  const lines = numbers.map((n) => resultLine(n, { associate: '' }));
  const { status, body } = await uploadResults(house, op, resultFile(...lines));
  expect([status, body.message]).toEqual([200, undefined]);
}

/** A fund as operators see it. */
const fund = async (id = 'animal'): Promise<Fund> => {
  const reply = await app.inject({ url: '/api/office/funds', headers: op });
  const found = reply.json<Fund[]>().find(({ socialChallengeId }) => socialChallengeId === id);
  if (!found) throw new Error(`no fund ${id}`);
  return found;
};
const publicPayouts = async (query = '') =>
  (await app.inject(`/api/funds/animal/payouts${query}`)).json<PublicPayout[]>();

type Wish = Partial<{
  by: { authorization: string };
  fund: string;
  key: string;
  associateId: string;
  amountYen: number;
  reason: string;
  balanceSeenYen: number;
}>;
/** Requests approval of a pay-out. */
async function ask({ by = op, fund: id = 'animal', key, ...wish }: Wish = {}) {
  const reply = await app.inject({
    method: 'POST',
    url: `/api/office/funds/${id}/payouts`,
    headers: { ...by, ...(key && { 'idempotency-key': key }) },
    payload: {
      ...{ associateId: 'ao', amountYen: 1_000, reason },
      balanceSeenYen: (await fund(id)).balanceYen,
      ...wish,
    },
  });
  return { status: reply.statusCode, body: reply.json<{ id: string; message?: string }>() };
}
const approve = (id: string, by = second) => decideOn({ app }, id, by);
/** Requests a pay-out, which another person approves. */
async function decide(wish: Wish = {}) {
  const { status, body } = await ask(wish);
  const paid = async (): Promise<Payout & { message?: string }> => {
    const { rows } = await db.execute<{ id: string }>(
      sql`select subject_id as id from approvals where id = ${body.id}`,
    );
    const list = await app.inject({ url: '/api/office/fund-payouts', headers: op });
    const found = list.json<Payout[]>().find(({ id }) => id === rows[0]?.id);
    if (!found) throw new Error(`no pay-out of ${body.id}`);
    return found;
  };
  if (status !== 200)
    return { status, body: { message: body.message } as Payout & { message?: string } };
  const done = await approve(body.id, wish.by === second ? op : second);
  return { status: done.statusCode, body: await paid() };
}
async function withdraw(id: string, version = 1, by = op) {
  const reply = await app.inject({
    method: 'POST',
    url: `/api/office/fund-payouts/${id}/withdraw`,
    headers: by,
    payload: { reason: '団体から辞退のお申し出があったため', version },
  });
  return { status: reply.statusCode, body: reply.json<Payout & { message?: string }>() };
}
async function lines(postingId: string) {
  const { rows } = await db.execute<{ account: string; yen: number }>(sql`
    select account, amount_yen::int as yen from ledger_lines where posting_id = ${postingId} order by line`);
  return rows.map(({ account, yen }) => [account, yen]);
}
const sumsVersion = async () =>
  (
    await db.execute<{ version: string }>(
      sql`select version from topic_versions where topic = 'sums'`,
    )
  ).rows[0]?.version;

test('a gift is in the balance, a pay-out leaves it, is booked, owed and told to everybody', async () => {
  await give(3);
  const before = await fund();
  expect(before).toMatchObject({ balanceYen: 3_600, givenYen: 3_600, gifts: 3, paidOutYen: 0 });
  const { status, body } = await decide({ amountYen: 1_500 });
  expect([status, body.message]).toEqual([200, undefined]);
  expect(body).toMatchObject({ state: 'decided', decidedBy: '青空 花子', mayWithdraw: true });
  expect(await fund()).toMatchObject({
    ...{ balanceYen: 2_100, givenYen: 3_600, keptYen: 0, payouts: 1, paidOutYen: 1_500 },
    ...{ sentBeforeYen: 0, lastPayoutOn: '2026-11-20' },
  });
  expect(await lines(`payout:${body.id}`)).toEqual([
    ['owed:fund:animal', 1_500],
    ['owed:associate:ao', -1_500],
  ]);
  const { rows: items } = await db.execute(sql`
    select associate_id, kind, amount_yen::int as yen, day::text from owed_items where payout_id = ${body.id}`);
  expect(items).toEqual([{ associate_id: 'ao', kind: 'payout', yen: 1_500, day: '2026-11-20' }]);
  const { rows: notes } = await db.execute(sql`
    select reason, actor_uid from posting_notes where posting_id = ${`payout:${body.id}`}`);
  expect(notes).toEqual([{ reason, actor_uid: 'op' }]);
  expect(await publicPayouts()).toEqual([
    {
      ...{ id: body.id, decidedOn: '2026-11-20' },
      // Fewer than five gifts are public.
      ...{ amountYen: null, associateId: 'ao' },
      ...{ associateName: '見本の会 ao', reason, state: 'decided', receivedOn: null },
      withdrawalReason: '',
    },
  ]);
  const { rows: audited } = await db.execute(sql`
    select action, subject_id from audit_log where actor_uid = 'second' and action like 'funds.%'`);
  expect(audited).toEqual([{ action: 'funds.pay-out', subject_id: body.id }]);
});

test('nothing is booked before a second person approves, who sees what is left and who is paid', async () => {
  const before = await fund();
  const { body } = await ask({ amountYen: 100 });
  expect([await fund(), await db.$count(approvals, eq(approvals.state, 'waiting'))]).toEqual([
    before,
    1,
  ]);
  const waiting = await app.inject({ url: '/api/office/funds/animal/waiting', headers: op });
  expect(waiting.json().items).toMatchObject([{ id: body.id, amountYen: 100 }]);
  expect((await approve(body.id, op)).statusCode).toBe(409);
  const shown = await app.inject({ url: `/api/office/approvals/${body.id}`, headers: second });
  expect(shown.json<ShownApproval>()).toMatchObject({
    approval: { kind: 'fund-payout', to: 'funds/animal' },
    lines: [
      { label: '見本の会 ao', after: '100円', marks: ['初めてのお支払い先です'] },
      { before: '2,100円', after: '2,000円' },
    ],
  });
  expect((await approve(body.id)).statusCode).toBe(200);
  expect((await fund()).balanceYen).toBe(before.balanceYen - 100);
  const [newest] = await publicPayouts();
  expect((await withdraw(newest?.id ?? '')).status).toBe(200);
});

test('what waits is no longer there to be asked for once more', async () => {
  const { balanceYen } = await fund();
  const first = await ask({ amountYen: balanceYen });
  const other = await ask({ amountYen: 1 });
  expect([other.status, other.body.message]).toEqual([
    409,
    expect.stringContaining('承認を待っている支払い2,100円を除いた'),
  ]);
  const url = `/api/office/approvals/${first.body.id}/withdraw`;
  expect((await app.inject({ method: 'POST', url, headers: op })).statusCode).toBe(200);
});

test('no more is paid out than there is, and the refusal says how much that is', async () => {
  const { balanceYen } = await fund();
  const { status, body } = await decide({ amountYen: balanceYen + 1 });
  expect(status).toBe(409);
  expect(body.message).toContain('いまの残高の2,100円まで');
  expect((await fund()).balanceYen).toBe(balanceYen);
});

test('of a fund that has less than nothing the refusal says that nothing can be paid', async () => {
  const { balanceYen } = await fund();
  const move = (posting: string, yen: number) =>
    db.execute(sql`insert into ledger_lines (posting_id, line, account, amount_yen, at) values
      (${posting}, 1, 'owed:fund:animal', ${yen}, ${clock.now.toISOString()}::timestamptz),
      (${posting}, 2, 'proceeds', ${-yen}, ${clock.now.toISOString()}::timestamptz)`);
  await move('below', balanceYen + 500);
  const { status, body } = await decide({ amountYen: 1 });
  await move('above', -(balanceYen + 500));
  expect([status, body.message]).toEqual([409, expect.stringContaining('いまの残高の0円まで')]);
});

test('of two who pay the whole balance out at once one wins', async () => {
  await give();
  const { balanceYen } = await fund();
  const wish = { amountYen: balanceYen, balanceSeenYen: balanceYen };
  const both = await Promise.all([
    decide(wish),
    decide({ ...wish, by: second, associateId: 'umi' }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await fund()).balanceYen).toBe(0);
});

test('who saw another balance is told who changed it, and what it is now', async () => {
  await give(2);
  const seen = (await fund()).balanceYen;
  await decide({ amountYen: 400 });
  const late = await decide({ by: second, amountYen: 100, balanceSeenYen: seen });
  expect(late.status).toBe(409);
  expect(late.body.message).toMatch(/^青空 花子さんが.*400円の支払いを決めています。.*2,000円です/);
  clock.now = new Date(clock.now.getTime() + 5_000);
  await give();
  const later = await decide({ amountYen: 100, balanceSeenYen: seen - 400 });
  expect(later.body.message).toContain('寄付の記録があり、基金の残高が変わっています');
});

test('the same key once more pays nothing out once more', async () => {
  const key = randomUUID();
  const { balanceYen } = await fund();
  const wish = { key, amountYen: 200, balanceSeenYen: balanceYen };
  const first = await ask(wish);
  const again = await ask(wish);
  expect(again).toEqual(first);
  expect((await approve(first.body.id)).statusCode).toBe(200);
  expect((await fund()).balanceYen).toBe(balanceYen - 200);
});

test('only a published organisation of the challenge is paid', async () => {
  const elsewhere = await decide({ associateId: 'mori' });
  expect([elsewhere.status, elsewhere.body.message]).toEqual([
    400,
    'この団体は、この社会課題に取り組む団体として登録されていません。',
  ]);
  expect((await decide({ associateId: 'nobody' })).status).toBe(400);
  const set = (state: string, into: string | null = null) =>
    db.execute(sql`update associates set state = ${state}, is_listed = ${state === 'published'},
      merged_into = ${into} where id = 'umi'`);
  await set('paused');
  expect((await decide({ associateId: 'umi' })).body.message).toContain('公開されていません');
  await set('ended', 'ao');
  expect((await decide({ associateId: 'umi' })).body.message).toContain('統合されています');
  await set('published');
  const found = await app.inject({
    url: '/api/office/funds/animal/candidates?name=%20umi%E3%80%80',
    headers: op,
  });
  expect(found.json().items.map(({ id }: { id: string }) => id)).toEqual(['umi']);
});

test('an organisation that is paused while a pay-out is decided gets none', async () => {
  const commit = await leaveUncommitted(
    urlOf(db),
    `update associates set state = 'paused', is_listed = false where id = 'umi'`,
  );
  const decided = decide({ associateId: 'umi', amountYen: 1 });
  await waitForLocks(db, 1);
  await commit();
  expect((await decided).body.message).toContain('公開されていません');
  await db.execute(sql`
    update associates set state = 'published', is_listed = true where id = 'umi'`);
});

test('a pay-out that a run takes at the same moment is not withdrawn', async () => {
  const { body } = await decide({ amountYen: 11 });
  await db.execute(sql`
    insert into remittances (id, associate_id, amount_yen, period_from, period_to, created_by, created_at)
    values ('taking', 'ao', 11, '2026-11-01', '2026-11-20', 'op', now())`);
  const commit = await leaveUncommitted(
    urlOf(db),
    `update owed_items set remittance_id = 'taking' where payout_id = '${body.id}'`,
  );
  const withdrawn = withdraw(body.id);
  await waitForLocks(db, 1);
  await commit();
  expect([(await withdrawn).status, (await withdrawn).body.message]).toEqual([
    409,
    expect.stringContaining('送金の準備'),
  ]);
  await db.execute(sql`update owed_items set remittance_id = null where payout_id = ${body.id}`);
  await db.execute(sql`delete from remittances where id = 'taking'`);
  expect((await withdraw(body.id)).status).toBe(200);
});

test('the reason that everybody reads has ten letters at least', async () => {
  const { status, body } = await decide({ reason: 'みじかい' });
  expect([status, body.message]).toEqual([400, expect.stringContaining('10文字以上')]);
});

test('who may only read decides nothing, and without the second factor shown anew nobody does', async () => {
  expect((await decide({ by: accountant })).status).toBe(403);
  const list = await app.inject({ url: '/api/office/funds', headers: accountant });
  expect(list.statusCode).toBe(200);
  const stale = await decide({ by: await headersOfSession(house, 'op') });
  expect(stale.status).toBe(403);
});

test('what no run took is withdrawn with a reason, and stays on the page as that', async () => {
  const before = await fund();
  const { body } = await decide({ amountYen: 300 });
  const withdrawn = await withdraw(body.id);
  expect([withdrawn.status, withdrawn.body.state]).toEqual([200, 'withdrawn']);
  expect(await lines(`payout-withdrawn:${body.id}`)).toEqual([
    ['owed:associate:ao', 300],
    ['owed:fund:animal', -300],
  ]);
  expect(await fund()).toEqual(before);
  const [newest] = await publicPayouts();
  expect(newest).toMatchObject({
    ...{ id: body.id, state: 'withdrawn' },
    withdrawalReason: '団体から辞退のお申し出があったため',
  });
  const { rows } = await db.execute(sql`
    select cancelled_at is not null as cancelled from owed_items where payout_id = ${body.id}`);
  expect(rows).toEqual([{ cancelled: true }]);
  const again = await withdraw(body.id, 1, second);
  expect(again.status).toBe(409);
  expect(again.body.message).toMatch(/^青空 花子さんが.*取り消しています/);
});

test('after the organisation was merged a withdrawal takes it from where it is owed now', async () => {
  const { body } = await decide({ amountYen: 10, associateId: 'umi' });
  await db.execute(sql`update owed_items set associate_id = 'ao' where payout_id = ${body.id}`);
  expect((await withdraw(body.id)).status).toBe(200);
  expect((await lines(`payout-withdrawn:${body.id}`))[0]).toEqual(['owed:associate:ao', 10]);
});

test('on its way it is not withdrawn, then it has arrived, and what came back waits for another run', async () => {
  await give(2);
  const { body } = await decide({ amountYen: 777 });
  const { run } = await sendRun(house, people);
  const taken = await withdraw(body.id);
  expect([taken.status, taken.body.message]).toEqual([409, expect.stringContaining('送金の準備')]);
  expect((await publicPayouts())[0]?.state).toBe('sent');
  const set = (state: string, receivedOn: string | null) =>
    db.execute(sql`update remittances set state = ${state}, received_on = ${receivedOn}::date
      where run_id = ${run.id}`);
  await set('confirmed', '2026-11-20');
  expect((await publicPayouts())[0]).toMatchObject({ state: 'arrived', receivedOn: '2026-11-20' });
  await set('sent', null);
  const calls = callerFor(house, 'op');
  const remittances = (await calls(`remittance-runs/${run.id}/remittances`)).json();
  const toAo = remittances.find(({ associateId }: Payout) => associateId === 'ao');
  const back = await calls(`remittances/${encodeURIComponent(toAo.id)}/return`, {
    ...{ returnedOn: '2026-11-20', reason: '口座の名義が違うため', version: toAo.version },
  });
  expect([back.statusCode, back.json().message]).toEqual([200, undefined]);
  expect((await publicPayouts())[0]).toMatchObject({ state: 'came-back', receivedOn: null });
  const list = await calls('fund-payouts');
  expect(list.json<Payout[]>()[0]).toMatchObject({ id: body.id, mayWithdraw: false });
  await confirmAccounts(house);
  await db.execute(sql`
    update remittance_runs set period_from = '2000-01-01', period_to = '2000-01-01'`);
  const again = await sendRun(house, people);
  const sentAgain = (await calls('fund-payouts')).json<Payout[]>();
  expect(sentAgain[0]).toMatchObject({ id: body.id, runNumber: again.run.number });
});

test('each step of a pay-out on its way is told to the pages that show it', async () => {
  await confirmAccounts(house);
  await give();
  const { body } = await decide({ amountYen: 333 });
  await db.execute(sql`
    update remittance_runs set period_from = '2000-01-01', period_to = '2000-01-01'`);
  const version = await sumsVersion();
  const { run } = await sendRun(house, people);
  expect(Number(await sumsVersion())).toBeGreaterThan(Number(version));
  const calls = callerFor(house, 'op');
  const path = `remittance-runs/${run.id}`;
  const step = async (url: string, payload: object) => {
    const before = await sumsVersion();
    const reply = await calls(url, payload);
    expect([reply.statusCode, reply.json().message]).toEqual([200, undefined]);
    expect(Number(await sumsVersion()), url).toBeGreaterThan(Number(before));
  };
  const runVersion = async () => (await calls(path)).json().run.version;
  const toAo = async () => {
    const remittances = (await calls(`${path}/remittances`)).json();
    return remittances.find(({ associateId }: Payout) => associateId === 'ao');
  };
  await step(`${path}/unsend`, { reason: '銀行に渡していませんでした', version: run.version });
  const [file] = (await calls(path)).json().files;
  await step(`${path}/sent`, { version: await runVersion(), fileId: file.id });
  const receivedOn = '2026-11-20';
  await step(`${path}/confirm`, { which: 'all', receivedOn, version: await runVersion() });
  const { id, version: arrived } = await toAo();
  const one = `remittances/${encodeURIComponent(id)}`;
  await step(`${one}/unconfirm`, { reason: '別の団体の着金でした', version: arrived });
  const { version: taken } = await toAo();
  const back = { returnedOn: receivedOn, reason: '口座なし', version: taken };
  await step(`${one}/return`, back);
  expect((await publicPayouts())[0]).toMatchObject({ id: body.id, state: 'came-back' });
});

test('pay-outs are read by pages, newest first, and exported', async () => {
  const whole = await publicPayouts('?limit=100');
  const first = await app.inject('/api/funds/animal/payouts?limit=2');
  const rest = await app.inject(
    `/api/funds/animal/payouts?limit=100&cursor=${first.headers['x-next-cursor']}`,
  );
  expect([...first.json(), ...rest.json()]).toEqual(whole);
  expect((await app.inject('/api/funds/nothing/payouts')).statusCode).toBe(404);
  expect((await app.inject('/api/funds/nothing')).statusCode).toBe(404);
  const csv = await app.inject({
    url: '/api/office/fund-payouts.csv?socialChallengeId=animal',
    headers: accountant,
  });
  expect(csv.body.trim().split('\r\n')).toHaveLength(whole.length + 1);
  const ofChild = await app.inject({ url: '/api/office/funds/child/payouts', headers: op });
  expect(ofChild.json()).toEqual([]);
});

test('the balance is dropped from memory with the pay-out, as other processes are told', async () => {
  const before = await sumsVersion();
  const { body } = await decide({ amountYen: 1 });
  expect(Number(await sumsVersion())).toBe(Number(before) + 1);
  await withdraw(body.id);
  expect(Number(await sumsVersion())).toBe(Number(before) + 2);
});

test('terms of gifts to funds hold from their day on, and those before stay', async () => {
  const add = (body: object, by = op) =>
    app.inject({ method: 'POST', url: '/api/office/fund-terms', headers: by, payload: body });
  const draft = {
    startsOn: '2026-11-20',
    feePercent: '10',
    handlingYen: 100,
    reason: '規約の改定',
  };
  const past = await add({ ...draft, startsOn: '2026-11-19', after: '' });
  expect([past.statusCode, past.json().message]).toEqual([400, expect.stringContaining('今日')]);
  const first = await add({ ...draft, after: '' });
  expect(first.json()).toMatchObject({ feeBasisPoints: 1_000, handlingYen: 100 });
  const late = await add({ ...draft, after: '' }, second);
  expect([late.statusCode, late.json().message]).toEqual([
    409,
    expect.stringMatching(/^青空 花子さんが/),
  ]);
  const after = first.json().recorded[0].id;
  clock.now = new Date(clock.now.getTime() + 5_000);
  const coming = { ...draft, startsOn: '2026-12-01', feePercent: '0', handlingYen: 0, after };
  const next = await add(coming);
  expect(next.json()).toMatchObject({ feeBasisPoints: 1_000 });
  expect(next.json().recorded).toHaveLength(2);
  const on = (day: string) =>
    transaction(db, (tx) => readTermsOn(tx, { associateId: null, day: day }));
  expect(await on('2026-11-19')).toEqual({ feeBasisPoints: 0, handlingYen: 0 });
  expect(await on('2026-11-30')).toEqual({ feeBasisPoints: 1_000, handlingYen: 100 });
  expect(await on('2026-12-01')).toEqual({ feeBasisPoints: 0, handlingYen: 0 });
  const before = await fund();
  await give();
  const now = await fund();
  expect([now.givenYen - before.givenYen, now.keptYen, now.balanceYen - before.balanceYen]).toEqual(
    [1_200, 220, 980],
  );
  expect(now.sentBeforeYen).toBe(0);
});
