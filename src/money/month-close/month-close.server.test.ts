import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { transaction } from '#kit/db/database.server.ts';
import { ledgerLines } from '#money/ledger/ledger-tables.server.ts';
import { remittanceRuns } from '#money/remittances/remittance-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { bookGift } from '#test/factories/money/books.ts';
import { decideOn } from '#test/factories/money/decide.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { waitForLocks } from '#test/lock-waits.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { checkBalance, checkHeld } from './close-checks.server.ts';
import { bookingTime } from './month-close.server.ts';
import {
  type CloseReview,
  closeCheckLabels,
  type ListedMonth,
  mostExplainedHolds,
} from './month-close.ts';

const now = new Date('2026-11-20T10:00:00+09:00');
const house = await testApp({ now });
const { app, db, clock } = house;
const october = new Date('2026-10-20T12:00:00+09:00');
const november = new Date('2026-11-10T12:00:00+09:00');
type Headers = { authorization: string };
let accountant: Headers;
let operator: Headers;

beforeAll(async () => {
  accountant = await signedIn(house)('acc', 'accountant');
  operator = await signedIn(house)('op', 'operator');
  await insertAssociate(db, 'ao', 'あおの会');
});
beforeEach(async () => {
  clock.now = now;
  for (const table of ['ledger_lines', 'closed_months']) {
    await db.execute(sql`alter table ${sql.identifier(table)} disable trigger user`);
  }
  for (const table of ['ledger_lines', 'owed_items', 'closed_months', 'approvals']) {
    await db.execute(sql`delete from ${sql.identifier(table)}`);
  }
  await db.execute(sql`delete from kept_sums where name like 'ledger-%'`);
  await db.execute(sql`delete from remittance_runs`);
  await db.execute(sql`delete from applications`);
  for (const table of ['ledger_lines', 'closed_months']) {
    await db.execute(sql`alter table ${sql.identifier(table)} enable trigger user`);
  }
  await bookGift(db, { id: 'october', yen: 1_200, at: october });
  await bookGift(db, { id: 'november', yen: 300, at: november });
});

const get = async <Body>(path: string, headers = accountant) => {
  const reply = await app.inject({ url: `/api/office/month-close${path}`, headers });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<Body>();
};
const review = (month = '2026-10') => get<CloseReview>(`/${month}/checks`);
const stateOf = async (key: string, month?: string) =>
  (await review(month)).checks.find((check) => check.key === key);
const send = (url: string, payload: object, headers = accountant) =>
  app.inject({ method: 'POST', url, headers, payload });
async function ask(explanations: object[] = [], month = '2026-10') {
  const { digest } = await review(month);
  return send(`/api/office/month-close/${month}/ask`, { digest, explanations });
}
async function decide(headers = operator) {
  const list = await app.inject({ url: '/api/office/approvals?state=waiting', headers });
  const [waiting] = list.json<{ id: string }[]>();
  return decideOn({ app }, `${waiting?.id}`, headers);
}
/** Moves the clock and renews the accountant's token. */
async function at(time: string) {
  clock.now = new Date(`${time}+09:00`);
  accountant = await headersOfSession(house, 'acc', true);
}
const months = async () => (await get<{ items: ListedMonth[] }>('')).items;

test('the oldest month that is over is closed by two people, and keeps its balances and who did it', async () => {
  expect((await months()).map(({ month, state, mayClose }) => [month, state, mayClose])).toEqual([
    ['2026-11', 'open', false],
    ['2026-10', 'open', true],
  ]);
  expect((await review()).checks.map(({ key, state }) => [key, state])).toEqual([
    ['holds', 'ok'],
    ['runs', 'ok'],
    ['balance', 'ok'],
    ['counters', 'ok'],
    ['open-items', 'ok'],
    ['bank', 'told'],
    ['sales', 'told'],
  ]);
  expect((await ask()).statusCode).toBe(200);
  expect((await months())[1]).toMatchObject({ state: 'waiting', closedAt: null });
  expect((await decide(accountant)).json().message).toContain('依頼した方');
  const done = await decide();
  expect(await db.$count(auditLog, eq(auditLog.action, 'month-close.close'))).toBe(1);
  expect([done.statusCode, done.json().state]).toEqual([200, 'done']);
  expect((await months())[1]).toMatchObject({
    state: 'closed',
    closedAt: '20261120100000000',
  });
  const closed = await get<CloseReview['figures']>('/2026-10');
  expect(closed).toMatchObject({ postings: 1, lines: 2, debitYen: 1_200, creditYen: 1_200 });
  expect(closed.balances.find(({ code }) => code === 'owed:associate')).toMatchObject({
    creditYen: 1_200,
    balanceYen: -1_200,
  });
  expect(
    (await app.inject({ url: '/api/office/month-close/2026-11', headers: accountant })).statusCode,
  ).toBe(404);
});

test('what is booked late goes into the open month; a closed one is refused by the database', async () => {
  await ask();
  await decide();
  for (const time of [october, new Date('2026-09-30T23:59:59+09:00')]) {
    await expect(bookGift(db, { id: 'late', yen: 5, at: time })).rejects.toMatchObject({
      cause: { constraint: 'closed_months_guard' },
    });
  }
  const timeOf = (wanted: Date) => transaction(db, (tx) => bookingTime(tx, wanted, clock.now));
  expect(await timeOf(october)).toEqual(clock.now);
  // Months before a closed one are closed too.
  expect(await timeOf(new Date('2026-09-30T23:59:59+09:00'))).toEqual(clock.now);
  expect(await timeOf(november)).toEqual(november);
  // Midnight in Asia/Tokyo decides, not in UTC.
  expect(await timeOf(new Date('2026-10-31T23:59:59+09:00'))).toEqual(clock.now);
  const first = new Date('2026-11-01T00:00:00+09:00');
  expect(await timeOf(first)).toEqual(first);
  expect(await timeOf(new Date(clock.now.getTime() + 1))).toEqual(clock.now);
});

test.each([
  ['a later one than the oldest open month', '2026-11'],
  ['one before anything was booked', '2026-09'],
])('a month that is over is not closed: %s', async (_, month) => {
  await at('2026-12-05T10:00:00');
  const refused = await ask([], month);
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    expect.stringContaining('いまは締められません'),
  ]);
});

test('the oldest open month is closed once it is over in Japan, and not before', async () => {
  await ask();
  await decide();
  const closesAt = async (time: string) => {
    await at(time);
    const listed = (await months()).find(({ month }) => month === '2026-11');
    expect((await review('2026-11')).mayClose).toBe(listed?.mayClose);
    return [listed?.mayClose, (await ask([], '2026-11')).statusCode];
  };
  expect(await closesAt('2026-11-20T10:00:00')).toEqual([false, 409]);
  expect(await closesAt('2026-11-30T23:59:59')).toEqual([false, 409]);
  expect(await closesAt('2026-12-01T00:00:00')).toEqual([true, 200]);
});

test('each hold needs a written explanation, which the closed month keeps', async () => {
  const held = { state: 'appraised', stateChangedAt: october, identity: 'submitted' } as const;
  await insertApplications(db, [
    application(1, held),
    application(2, { ...held, stateChangedAt: new Date('2026-11-01T00:00:00+09:00') }),
    application(3, { ...held, identity: 'not-needed' }),
    application(4, { ...held, identity: 'approved', state: 'donated' }),
  ]);
  expect(await stateOf('holds')).toMatchObject({ state: 'to-explain' });
  expect((await review()).held).toEqual([
    { appraisalId: numberOf(1), identity: '確認中', since: '20261020120000000' },
  ]);
  const bare = await ask();
  expect([bare.statusCode, bare.json().message]).toEqual([
    409,
    expect.stringContaining(numberOf(1)),
  ]);
  const text = '海外におられ、書類は12月に届く予定です。';
  expect((await ask([{ appraisalId: numberOf(1), text }])).statusCode).toBe(200);
  // The second person has the check of it before them.
  const list = await app.inject({ url: '/api/office/approvals?state=waiting', headers: operator });
  const url = `/api/office/approvals/${list.json()[0].id}`;
  const [line] = (await app.inject({ url, headers: operator })).json().lines;
  expect(line).toMatchObject({
    label: closeCheckLabels.holds,
    marks: [expect.stringContaining('1件が、月末の前から本人確認を待っています')],
    to: 'identity-checks',
  });
  expect((await decide()).json().state).toBe('done');
  expect(await get('/2026-10')).toMatchObject({
    held: [{ appraisalId: numberOf(1), explanation: text }],
  });
});

test('holds stand the longest waiting first, then by number, and runs by the day of their transfer', async () => {
  const held = (day: string) => ({
    ...{ state: 'appraised', identity: 'submitted' },
    stateChangedAt: new Date(`2026-10-${day}T12:00:00+09:00`),
  });
  await insertApplications(db, [
    application(3, held('20')),
    application(1, held('21')),
    application(2, held('20')),
  ]);
  expect((await review()).held.map(({ appraisalId }) => appraisalId)).toEqual(
    [2, 3, 1].map(numberOf),
  );
  const run = { state: 'sent', payer: {}, createdBy: 'op', createdAt: october } as const;
  const period = { periodFrom: '2026-10-01', periodTo: '2026-10-15' };
  await db.insert(remittanceRuns).values([
    { ...run, ...period, id: '1', number: '2026-001', transferOn: '2026-10-30' },
    { ...run, ...period, id: '2', number: '2026-002', transferOn: '2026-10-28' },
    { ...run, ...period, id: '3', number: '2026-003', transferOn: '2026-10-29' },
  ]);
  expect((await stateOf('runs'))?.items.map((item) => item.slice(0, 8))).toEqual([
    '2026-002',
    '2026-003',
    '2026-001',
  ]);
});

test('a run keeps its month open until the bank has answered, or it was given up', async () => {
  await db.insert(remittanceRuns).values({
    ...{ id: 'run', number: '2026-001', state: 'sent', payer: {}, createdBy: 'op' },
    ...{ periodFrom: '2026-10-01', periodTo: '2026-10-15', transferOn: '2026-10-31' },
    createdAt: october,
  });
  for (const state of ['draft', 'approved', 'filed', 'done', 'dropped', 'sent']) {
    await db.update(remittanceRuns).set({ state });
    const keepsOpen = state !== 'done' && state !== 'dropped';
    expect(await stateOf('runs')).toMatchObject({
      state: keepsOpen ? 'to-mend' : 'ok',
      items: keepsOpen ? [expect.stringContaining('2026-001')] : [],
      path: '/admin/remittances',
    });
  }
  expect((await ask()).json().message).toContain('結果の確認');
  await db.execute(sql`update remittance_runs set transfer_on = '2026-11-01'`);
  expect(await stateOf('runs')).toMatchObject({ state: 'ok' });
});

test('a sum that differs from its rows, and an item that differs from the books, are named', async () => {
  await db.execute(sql`insert into kept_sums (name, key, count, amount)
    values ('ledger-debit', 'proceeds 2026-10', 1, 7)`);
  expect(await stateOf('counters')).toMatchObject({
    state: 'to-mend',
    items: [expect.stringContaining('proceeds 2026-10')],
  });
  expect(await stateOf('balance')).toMatchObject({ state: 'to-mend' });
  expect(await stateOf('counters', '2026-11')).toMatchObject({ state: 'ok' });
  await db.execute(
    sql`update owed_items set amount_yen = 1201 where posting_id = 'donation:october'`,
  );
  expect(await stateOf('open-items')).toMatchObject({
    state: 'to-mend',
    items: ['あおの会：帳簿 1,500円、明細 1,501円'],
  });
  expect((await ask()).statusCode).toBe(409);
});

test('what a run has taken and not sent is still open, and what was overpaid counts against it', async () => {
  await db.execute(sql`insert into remittances (id, associate_id, amount_yen, period_from, period_to, created_by, created_at)
    values ('r1', 'ao', 1200, '2026-10-01', '2026-10-31', 'op', now()) on conflict do nothing`);
  await db.execute(
    sql`update owed_items set remittance_id = 'r1' where posting_id = 'donation:october'`,
  );
  expect(await stateOf('open-items')).toMatchObject({ state: 'ok' });
  const isMissing = { state: 'to-mend', items: ['あおの会：帳簿 1,500円、明細 300円'] };
  await db.execute(sql`update remittances set state = 'sent' where id = 'r1'`);
  expect(await stateOf('open-items')).toMatchObject(isMissing);
  // Cancelled items are not open, in a prepared run or outside of one.
  await db.execute(sql`update remittances set state = 'prepared' where id = 'r1'`);
  await db.execute(sql`update owed_items set cancelled_at = now() where remittance_id = 'r1'`);
  expect(await stateOf('open-items')).toMatchObject(isMissing);
  await db.execute(sql`update owed_items set remittance_id = null`);
  expect(await stateOf('open-items')).toMatchObject(isMissing);
});

test('books that moved since they were looked at are not closed', async () => {
  const { digest } = await review();
  await bookGift(db, { id: 'moved', yen: 10, at: october });
  const late = await send('/api/office/month-close/2026-10/ask', { digest, explanations: [] });
  expect([late.statusCode, late.json().message]).toEqual([
    409,
    expect.stringContaining('動きました'),
  ]);
  await ask();
  await bookGift(db, { id: 'moved-again', yen: 10, at: october });
  const refused = await decide();
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    expect.stringContaining('動きました'),
  ]);
  expect((await months())[1]).toMatchObject({ state: 'waiting' });
});

test('a month is not closed without the postings under way at its approval', async () => {
  await ask();
  const { promise: isPosted, resolve: posted } = Promise.withResolvers<void>();
  const { promise: isOver, resolve: commit } = Promise.withResolvers<void>();
  const posting = transaction(db, async (tx) => {
    await bookGift(tx, { id: 'meanwhile', yen: 10, at: october });
    posted();
    await isOver;
  });
  await isPosted;
  const decided = decide();
  await waitForLocks(db, 1);
  commit();
  await posting;
  expect([(await decided).statusCode, (await decided).json().message]).toEqual([
    409,
    expect.stringContaining('動きました'),
  ]);
});

test('who posts while a month is being closed waits, and is refused in it', async () => {
  await ask();
  const [decided, posted] = await Promise.allSettled([
    decide(),
    bookGift(db, { id: 'at-once', yen: 10, at: october }),
  ]);
  // The later one is refused: the books of a closed month are those approved.
  const isClosed = decided.status === 'fulfilled' && decided.value.statusCode === 200;
  expect(posted.status).toBe(isClosed ? 'rejected' : 'fulfilled');
});

test('who began before midnight and comes after the close is told to try again', async () => {
  await ask();
  await decide();
  await insertApplications(db, [application(7)]);
  clock.now = new Date('2026-10-31T23:59:59+09:00');
  const late = await headersOfSession(house, 'op', true);
  const uploaded = await uploadResults(house, late, resultFile(resultLine(7)));
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  expect([uploaded.status, uploaded.body.message]).toEqual([
    409,
    'この月の帳簿は、いま締められました。もう一度お試しください。',
  ]);
  expect(await db.$count(ledgerLines, sql`posting_id like 'donation:%'`)).toBe(4);
});

test('a second request for the same month waits for the first', async () => {
  expect((await ask()).statusCode).toBe(200);
  const second = await ask();
  expect([second.statusCode, second.json().message]).toEqual([
    409,
    expect.stringContaining('すでに承認を待って'),
  ]);
});

test('the warehouse neither sees the months nor closes them', async () => {
  const warehouse = await signedIn(house)('ware', 'warehouse');
  const seen = await app.inject({ url: '/api/office/month-close', headers: warehouse });
  expect(seen.statusCode).toBe(403);
});

describe('a check', () => {
  const held = (count: number) =>
    Array.from({ length: count }, () => ({ appraisalId: '', identity: '', since: '' }));
  test.each([
    [0, 'ok'],
    [1, 'to-explain'],
    [mostExplainedHolds, 'to-explain'],
    [mostExplainedHolds + 1, 'to-mend'],
  ])('of %i holds is %s', (count, state) => {
    expect(checkHeld(held(count)).state).toBe(state);
  });

  const figures = (creditYen: number, balanceYen: number) => ({
    ...{ postings: 1, lines: 2, debitYen: 5, creditYen },
    balances: [
      { code: 'bank', name: '', debitYen: 5, creditYen: 0, balanceYen: 5 },
      { code: 'proceeds', name: '', debitYen: 0, creditYen, balanceYen },
    ],
  });
  test.each([
    ['balance', 5, -5, 'ok'],
    ['do not balance in the month', 4, -5, 'to-mend'],
    ['do not balance over all months', 5, -4, 'to-mend'],
  ])('of books that %s', (_, creditYen, balanceYen, state) => {
    expect(checkBalance(figures(creditYen, balanceYen)).state).toBe(state);
  });
});
