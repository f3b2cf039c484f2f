import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { asc, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { applicationEvents, applications } from '#giving/applications/application-tables.server.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import {
  appraisalDraftItems,
  appraisalDrafts,
} from '#warehouse/appraisals/appraisal-tables.server.ts';
import { boxCodeOf } from '#warehouse/kits/box-code.ts';
import { boxes } from '#warehouse/kits/kit-tables.server.ts';
import { scans } from './intake-tables.server.ts';
import { arrivesLate, isFine, type Scan } from './scan.ts';

// Mails are delayed as in production: a step undone in time causes none.
const house = await testApp({ mailDelayMinutes: 10 });
const { app, db, clock } = house;
const signIn = signedIn(house);
const start = new Date('2026-11-20T10:00:00+09:00');
const minuteMs = 60_000;
type Headers = Awaited<ReturnType<typeof signIn>>;
let people: Record<'asahi' | 'beni' | 'lead', Headers>;

await insertAssociate(db, 'ao', 'あおぞらの会');

beforeEach(async () => {
  clock.now = start;
  await db.delete(authUsers);
  await emptyTables(db, 'applications', 'scans', 'outbox_mails');
  people = {
    asahi: await signIn('asahi', 'warehouse'),
    beni: await signIn('beni', 'warehouse'),
    lead: await signIn('lead', 'operator'),
  };
});

/** Moves the clock and renews the tokens, which live five minutes. */
async function pass(minutes: number) {
  clock.now = new Date(start.getTime() + minutes * minuteMs);
  for (const uid of ['asahi', 'beni', 'lead'] as const) {
    people[uid] = await headersOfSession(house, uid, true);
  }
}
const scanOf = (code: string) => ({ id: randomUUID(), code, scannedAt: toTimestamp(clock.now) });
const post = (url: string, payload: object, headers: Headers) =>
  app.inject({ method: 'POST', url: `/api/office/intake/${url}`, payload, headers });
const send = async (sent: ReturnType<typeof scanOf>[], by = people.asahi) => {
  const answer = await post('scans', { scans: sent }, by);
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
  return answer.json<Scan[]>();
};
const scan = async (code: string, by = people.asahi) => {
  const [answer] = await send([scanOf(code)], by);
  if (!answer) throw new Error('no answer');
  return answer;
};
const takeBack = (id: string, by = people.asahi, reason = '') =>
  post(`scans/${id}/take-back`, { reason }, by);
const stateOf = async (n: number) =>
  (
    await db
      .select()
      .from(applications)
      .where(eq(applications.appraisalId, numberOf(n)))
  )[0]?.state;
const mailKinds = async () => (await db.select().from(outboxMails)).map(({ kind }) => kind);
const came = async () =>
  (await db.select().from(boxes).orderBy(asc(boxes.appraisalId), asc(boxes.number)))
    .filter(({ receivedAt }) => receivedAt)
    .map(({ number }) => number);
const insert = (n: number, changes: Parameters<typeof application>[1] = {}) =>
  insertApplications(db, [application(n, { state: 'kit-sent', ...changes })]);

test('the first box brings its application to the appraisal and tells its donor once, after the wait', async () => {
  await insert(1, { boxes: 2 });
  const first = await scan(boxCodeOf(numberOf(1), 2));
  expect(first).toMatchObject({
    outcome: 'received',
    takeBack: 'free',
    isNumberGuessed: false,
    card: {
      appraisalId: numberOf(1),
      number: 2,
      boxes: 2,
      name: '髙橋 花子',
      targetName: 'あおぞらの会',
      products: ['clothes'],
      needReceipt: true,
      state: 'goods-received',
      came: [2],
    },
  });
  expect(await stateOf(1)).toBe('goods-received');
  expect((await scan(boxCodeOf(numberOf(1), 1))).card?.came).toEqual([1, 2]);
  const mails = await db.select().from(outboxMails);
  expect(mails).toMatchObject([{ kind: 'goods-received', waitsMinutes: 10, attempts: 0 }]);
  const events = await db.select().from(applicationEvents);
  expect(events).toMatchObject([{ toState: 'goods-received', actorUid: 'asahi' }]);
});

test('a box comes although its kit was never noted as sent', async () => {
  await insert(1, { state: 'applied' });
  const { outcome, card } = await scan(numberOf(1).toLowerCase().replaceAll('-', ''));
  expect([outcome, card?.number, card?.kitAgeDays]).toEqual(['received', 1, null]);
  expect(await stateOf(1)).toBe('goods-received');
});

test('the age of a kit is counted in days from when it was sent', async () => {
  await insert(1);
  const at = new Date('2026-11-06T23:59:00+09:00');
  await db.insert(applicationEvents).values({
    appraisalId: numberOf(1),
    toState: 'kit-sent',
    doneBy: 'operator',
    at,
  });
  expect((await scan(numberOf(1))).card?.kitAgeDays).toBe(14);
});

test('a second time says who received the box and when, and changes nothing', async () => {
  await insert(1);
  await scan(boxCodeOf(numberOf(1), 1));
  await pass(5);
  const again = await scan(boxCodeOf(numberOf(1), 1), people.beni);
  expect(again).toMatchObject({
    outcome: 'again',
    takeBack: 'none',
    card: { received: { at: toTimestamp(start), byName: 'asahi@tasuki.example' } },
  });
  expect(await mailKinds()).toEqual(['goods-received']);
});

test('more boxes than applied for, cancelled, appraised and unknown ones are each told as what they are', async () => {
  await insert(1);
  await insert(2, { state: 'cancelled' });
  await insert(3, { state: 'donated' });
  const codes = [boxCodeOf(numberOf(1), 2), numberOf(2), numberOf(3), numberOf(4), 'ABC', '４９'];
  const answers = await send(codes.map(scanOf));
  expect(answers.map(({ outcome }) => outcome)).toEqual([
    'extra',
    'cancelled',
    'ended',
    'unknown',
    'unknown',
    'unknown',
  ]);
  expect(answers.map(({ card }) => card?.name)).toEqual([
    ...Array(3).fill('髙橋 花子'),
    ...Array(3).fill(undefined),
  ]);
  expect(await db.select().from(boxes)).toMatchObject([{ number: 2, isExtra: true }]);
  expect([await stateOf(1), await stateOf(2), await stateOf(3)]).toEqual([
    'goods-received',
    'cancelled',
    'donated',
  ]);
});

test('a number alone is the next box that has not come, and says that it was a guess', async () => {
  await insert(1, { boxes: 3 });
  await scan(boxCodeOf(numberOf(1), 1));
  const answers = await send([scanOf(numberOf(1)), scanOf(numberOf(1)), scanOf(numberOf(1))]);
  expect(
    answers.map(({ outcome, card, isNumberGuessed }) => [outcome, card?.number, isNumberGuessed]),
  ).toEqual([
    ['received', 2, true],
    ['received', 3, true],
    ['extra', 4, false],
  ]);
});

test('a scan that is sent again counts once, and ten times at once as well', async () => {
  await insert(1, { boxes: 5 });
  const sent = [scanOf(numberOf(1)), scanOf('何かの札')];
  const first = await send(sent);
  const repeated = await Promise.all(Array.from({ length: 10 }, () => send(sent)));
  for (const answer of repeated) expect(answer).toEqual(first);
  const fresh = [scanOf(numberOf(1))];
  await Promise.all(Array.from({ length: 10 }, () => send(fresh)));
  expect(await came()).toEqual([1, 2]);
  expect(await db.$count(scans)).toBe(3);
  expect(await mailKinds()).toEqual(['goods-received']);
});

test('of two devices that scan one box, one receives it and the other is told so', async () => {
  await insert(1, { boxes: 2 });
  for (const number of [1, 2]) {
    const code = boxCodeOf(numberOf(1), number);
    const both = await Promise.all([scan(code), scan(code, people.beni)]);
    expect(both.map(({ outcome }) => outcome).sort()).toEqual(['again', 'received']);
  }
  expect(await mailKinds()).toEqual(['goods-received']);
});

test('taken back within ten minutes, nothing has happened and nobody is told', async () => {
  await insert(1, { boxes: 2 });
  const [one, two] = await send([scanOf(numberOf(1)), scanOf(numberOf(1))]);
  await pass(9);
  expect((await takeBack(one?.id ?? '')).json()).toMatchObject({ card: { came: [2] } });
  expect([await stateOf(1), await mailKinds()]).toEqual(['goods-received', ['goods-received']]);
  const back = (await takeBack(two?.id ?? '')).json<Scan>();
  expect(back).toMatchObject({ takeBack: 'none', card: { came: [], state: 'kit-sent' } });
  expect([await stateOf(1), await mailKinds(), await came()]).toEqual(['kit-sent', [], []]);
  // The same button pressed twice.
  expect((await takeBack(two?.id ?? '')).json()).toEqual(back);
  const events = await db.select().from(applicationEvents).orderBy(asc(applicationEvents.id));
  expect(events).toMatchObject([
    { toState: 'goods-received' },
    { toState: 'kit-sent', undoes: events[0]?.id },
  ]);
  expect((await scan(boxCodeOf(numberOf(1), 1))).outcome).toBe('received');
  expect([await stateOf(1), await mailKinds()]).toEqual(['goods-received', ['goods-received']]);
});

test('after ten minutes leads alone set a scan right, with a reason', async () => {
  await insert(1);
  const { id } = await scan(numberOf(1));
  // Refused without a 403, which would end the session of a person who was a moment too late.
  expect((await takeBack(id, people.beni)).statusCode).toBe(409);
  await pass(11);
  expect((await takeBack(id)).statusCode).toBe(409);
  expect((await takeBack(id, people.lead)).json()).toMatchObject({ type: 'ValidationError' });
  expect((await takeBack(id, people.lead, '別の方の箱でした')).statusCode).toBe(200);
  expect(await stateOf(1)).toBe('kit-sent');
  expect(await db.select().from(scans)).toMatchObject([
    { takenBackBy: 'lead', takenBackReason: '別の方の箱でした' },
  ]);
  expect((await takeBack(randomUUID(), people.lead, '理由')).statusCode).toBe(404);
});

test.each([
  [10, 'asahi', 'step-taken-back'],
  [11, 'lead', 'step-corrected'],
] as const)(
  'a donor who was told of a box is told when it is taken back after %i minutes',
  async (minutes, who, kind) => {
    await insert(1, { boxes: 2 });
    const [one, two] = await send([scanOf(numberOf(1)), scanOf(numberOf(1))]);
    await db.update(outboxMails).set({ state: 'sent', sentAt: clock.now, attempts: 1 });
    await pass(minutes);
    await takeBack(one?.id ?? '', people[who], '番号の取り違え');
    expect([await stateOf(1), await mailKinds()]).toEqual(['goods-received', ['goods-received']]);
    const back = await takeBack(two?.id ?? '', people[who], '番号の取り違え');
    expect(back.json()).toMatchObject({ card: { came: [], state: 'kit-sent' } });
    expect([await stateOf(1), await mailKinds()]).toEqual(['kit-sent', ['goods-received', kind]]);
    // The same button pressed twice.
    await takeBack(two?.id ?? '', people[who], '番号の取り違え');
    expect(await mailKinds()).toHaveLength(2);
  },
);

test('a box whose result waits is not taken back, and it is said what to do', async () => {
  await insert(1);
  const { id } = await scan(numberOf(1));
  await db.execute(`
    insert into result_batches (id, uploaded_by, file_name, file_hash, encoding, row_count, accepted_count, donation_yen, state, created_at)
    values ('waiting', 'lead', '', 'hash', '', 1, 1, 0, 'waiting', now());
    insert into waiting_results (id, batch_id, row_number, appraisal_id, source, result, row_hash, added_by, added_at,
      changed_by, changed_at)
    values ('row', 'waiting', 1, '${numberOf(1)}', 'csv', '{}', '', 'lead', now(), 'lead', now())`);
  const reply = await takeBack(id);
  expect([reply.statusCode, reply.json().message]).toEqual([
    409,
    expect.stringContaining('外して'),
  ]);
  expect([await came(), await stateOf(1)]).toEqual([[1], 'goods-received']);
  await db.execute('delete from result_batches');
});

test('no box of several is undone while their result waits, and one that arrives then is noticed', async () => {
  await insert(1, { boxes: 2 });
  await scan(boxCodeOf(numberOf(1), 1));
  await db.execute(`
    insert into result_batches (id, uploaded_by, file_name, file_hash, encoding, row_count, accepted_count, donation_yen, state, created_at)
    values ('waiting', 'lead', '', 'hash', '', 1, 1, 0, 'waiting', now());
    insert into waiting_results (id, batch_id, row_number, appraisal_id, source, result, row_hash, added_by, added_at,
      changed_by, changed_at)
    values ('row', 'waiting', 1, '${numberOf(1)}', 'csv', '{}', '', 'lead', now(), 'lead', now())`);
  const late = await scan(boxCodeOf(numberOf(1), 2));
  expect([late.outcome, arrivesLate(late), isFine(late)]).toEqual(['received', true, false]);
  const reply = await takeBack(late.id);
  expect([reply.statusCode, reply.json().message]).toEqual([
    409,
    expect.stringContaining('外して'),
  ]);
  expect(await came()).toEqual([1, 2]);
  await db.execute('delete from result_batches');
  expect((await takeBack(late.id)).json()).toMatchObject({ card: { isResultWaiting: false } });
});

test('an empty box that was said to be done is not taken back until it is opened again', async () => {
  await insert(1, { boxes: 2 });
  const [, two] = await send([scanOf(numberOf(1)), scanOf(numberOf(1))]);
  const by = { startedBy: 'lead', startedAt: start, changedBy: 'lead', changedAt: start };
  await db.insert(appraisalDrafts).values({ appraisalId: numberOf(1), finishedBoxes: [2], ...by });
  expect((await takeBack(two?.id ?? '')).statusCode).toBe(409);
  await db.update(appraisalDrafts).set({ finishedBoxes: [] });
  expect((await takeBack(two?.id ?? '')).statusCode).toBe(200);
  expect(await came()).toEqual([1]);
});

test('a box that is being appraised is not taken back', async () => {
  await insert(1);
  const { id } = await scan(numberOf(1));
  const by = { changedBy: 'lead', changedAt: start };
  await db
    .insert(appraisalDrafts)
    .values({ appraisalId: numberOf(1), startedBy: 'lead', startedAt: start, ...by });
  await db.insert(appraisalDraftItems).values({
    id: 'item',
    appraisalId: numberOf(1),
    boxNumber: 1,
    content: {},
    addedBy: 'lead',
    addedAt: start,
    ...by,
  });
  expect((await takeBack(id)).statusCode).toBe(409);
  expect(await came()).toEqual([1]);
});

test('the list of scans shows the newest first, with what may be taken back by whom', async () => {
  await insert(1);
  await scan(numberOf(1));
  await pass(1);
  await scan('何かの札');
  const read = async (by: Headers) =>
    (await app.inject({ url: '/api/office/intake/scans', headers: by })).json<Scan[]>();
  expect((await read(people.asahi)).map(({ outcome, takeBack: how }) => [outcome, how])).toEqual([
    ['unknown', 'none'],
    ['received', 'free'],
  ]);
  expect((await read(people.beni))[1]?.takeBack).toBe('none');
  const csv = await app.inject({ url: '/api/office/intake/scans.csv', headers: people.asahi });
  const [, unknown = []]: string[][] = parse(csv.body, { bom: true });
  expect(unknown.slice(2, 7)).toEqual(['何かの札', '番号が見つかりません', '', '', '']);
});
