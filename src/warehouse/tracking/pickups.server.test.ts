import { asc, eq } from 'drizzle-orm';
import iconv from 'iconv-lite';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { applications } from '#giving/applications/application-tables.server.ts';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { settings } from '#kit/settings/setting-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { applyBody, unknownGuest } from '#test/factories/apply-body.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { openedText } from '#test/factories/opened-mail.ts';
import { publishFacts } from '#test/factories/service-facts.ts';
import { deadlockingDatabase, holding, lockWaits } from '#test/lock-waits.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { readCustomerNumber } from '#warehouse/kits/customer-number.ts';
import { emptyCarrierOptions } from '#warehouse/kits/kit-sender.ts';
import { boxes, pickups } from '#warehouse/kits/kit-tables.server.ts';
import type { AdminPickup } from './out-box.ts';
import type { OwnParcels } from './own-parcels.ts';

const house = await testApp({ mailDelayMinutes: 10, database: await deadlockingDatabase() });
const { app, db } = house;
const signIn = signedIn(house);
type Headers = Awaited<ReturnType<typeof signIn>>;
let donor: Headers;
let other: Headers;
let operator: Headers;

beforeAll(async () => {
  await insertAssociate(db, 'ao', 'あおぞらの会');
  await publishFacts(house, {
    ...{ senderName: 'たすき倉庫', senderPhone: '03-1111-2222', senderPostalCode: '1234567' },
    senderAddress: '見本県倉庫市1-2',
  });
  donor = await signIn('donor-1');
  other = await signIn('donor-2');
  operator = await signIn('operator-1', 'operator');
});
beforeEach(async () => {
  await emptyTables(db, 'applications', 'outbox_mails');
  await insertApplications(db, [application(1, { uid: 'donor-1', state: 'kit-sent', boxes: 2 })]);
});

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url, payload, headers });
const mine = { appraisalId: numberOf(1) };
const wish = { day: '2026-11-25', slot: '14', boxes: 2 };
const ask = (version: number, pickup: object = wish, by = donor, proof: object = mine) =>
  post('/api/applications/pickup', { ...proof, version, pickup }, by);
const cancel = (version: number, by = donor) =>
  post('/api/applications/pickup/cancel', { ...mine, version }, by);
const seen = async (by = donor) =>
  (await post('/api/applications/parcels', mine, by)).json<OwnParcels>();
const arrange = () => db.update(pickups).set({ exportedAt: house.clock.now, exportedBy: 'op' });

test('a donor sees the numbers of the kits on their way, and nobody else does', async () => {
  await db.insert(boxes).values([
    { ...mine, number: 1, carrier: 'yamato', trackingNumber: '400000000010', kitState: 'sent' },
    { ...mine, number: 2, kitState: 'sent' },
  ]);
  expect(await seen()).toEqual({
    parcels: [{ number: 1, carrier: 'yamato', trackingNumber: '400000000010', state: 'sent' }],
    pickup: null,
    version: 0,
    canAskPickup: true,
    canPrintLabel: false,
  });
  expect((await post('/api/applications/parcels', mine, other)).statusCode).toBe(404);
  expect((await post('/api/applications/parcels', mine)).statusCode).toBe(404);
});

test('a day is asked for, changed and cancelled, until the carrier was asked', async () => {
  expect((await ask(0)).json()).toMatchObject({
    pickup: { ...wish, isArranged: false },
    version: 1,
  });
  // A retry after a lost response.
  expect((await ask(0)).json()).toMatchObject({ version: 1 });
  expect((await ask(1, { ...wish, day: '2026-11-26', boxes: 1 })).json()).toMatchObject({
    pickup: { day: '2026-11-26', boxes: 1 },
    version: 2,
  });
  expect((await cancel(2)).json()).toMatchObject({ pickup: null, version: 3 });
  expect((await cancel(2)).json()).toMatchObject({ pickup: null, version: 3 });
  expect((await ask(3)).json()).toMatchObject({ pickup: wish, version: 4 });
  await arrange();
  expect((await seen()).pickup?.isArranged).toBe(true);
  expect((await ask(4, { ...wish, day: '2026-11-26' })).statusCode).toBe(409);
  expect((await cancel(4)).statusCode).toBe(409);
});

test('a stale page changes nothing, nor do two at once', async () => {
  await ask(0);
  await ask(1, { ...wish, day: '2026-11-26' });
  expect((await ask(1, { ...wish, day: '2026-11-27' })).statusCode).toBe(409);
  expect((await cancel(1)).statusCode).toBe(409);
  const both = await Promise.all(
    ['2026-11-27', '2026-11-30'].map((day) => ask(2, { ...wish, day })),
  );
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
});

test.each([
  ['too early', { ...wish, day: '2026-11-22' }],
  ['too late', { ...wish, day: '2026-12-05' }],
  ['too many boxes', { ...wish, boxes: 3 }],
])('%s is refused at its field', async (_, pickup) => {
  const reply = await ask(0, pickup);
  expect(reply.statusCode).toBe(400);
  expect(reply.json().errors[0].path).toMatch(/^pickup\.(day|boxes)$/);
  expect(await db.select().from(pickups)).toEqual([]);
});

test('another time for a day that was asked for earlier can be chosen until that day', async () => {
  const askedFor = (day: string) => db.update(pickups).set({ day });
  await ask(0);
  await askedFor('2026-11-21');
  const tomorrow = { ...wish, day: '2026-11-21', slot: '16' };
  expect((await ask(1, tomorrow)).json()).toMatchObject({ pickup: tomorrow, version: 2 });
  expect((await ask(2, { ...wish, day: '2026-11-22' })).statusCode).toBe(400);
  await askedFor('2026-11-20');
  expect((await ask(2, { ...wish, day: '2026-11-20', slot: '18' })).statusCode).toBe(400);
});

test('before the kit left, or once the goods have come, nothing is fetched; nor for anybody else', async () => {
  for (const state of ['applied', 'goods-received', 'cancelled']) {
    await db.update(applications).set({ state });
    expect((await ask(0)).statusCode).toBe(409);
  }
  await db.update(applications).set({ state: 'kit-sent' });
  expect((await ask(0, wish, other)).statusCode).toBe(404);
  expect((await cancel(0, other)).statusCode).toBe(404);
});

test('a guest with a carton of their own asks by the mailed link', async () => {
  const { email } = unknownGuest();
  const body = applyBody({ applicant: { email }, application: { needsKit: false } });
  const { appraisalId } = (await post('/api/appraisal/apply', body)).json();
  const [mail] = await db
    .select()
    .from(outboxMails)
    .where(eq(outboxMails.appraisalId, appraisalId));
  const token = /&token=(\S+)/.exec(openedText(mail))?.[1];
  const proof = { appraisalId, token };
  const answer = (await post('/api/applications/parcels', proof)).json();
  expect(answer).toMatchObject({ canAskPickup: true, canPrintLabel: true });
  const asked = await post('/api/applications/pickup', { ...proof, version: 0, pickup: wish });
  expect(asked.json()).toMatchObject({ pickup: wish });
});

const listed = async (query = '') =>
  (await app.inject({ url: `/api/office/tracking/pickups${query}`, headers: operator })).json<
    AdminPickup[]
  >();

test('pick-ups are listed by day: those to arrange, and those that are', async () => {
  await insertApplications(db, [
    application(2, { state: 'applied', needsKit: false }),
    application(3, { state: 'goods-received', needsKit: true }),
    application(4, { state: 'kit-sent', needsKit: true }),
  ]);
  const row = (n: number, day: string, more: object = {}) => ({
    appraisalId: numberOf(n),
    day,
    boxes: 1,
    askedAt: house.clock.now,
    ...more,
  });
  await db
    .insert(pickups)
    .values([
      row(1, '2026-11-26'),
      row(2, '2026-11-25'),
      row(3, '2026-11-25'),
      row(4, '2026-11-25', { exportedAt: house.clock.now }),
    ]);
  const ids = async (query: string) => (await listed(query)).map(({ appraisalId }) => appraisalId);
  expect(await ids('')).toEqual([2, 1].map(numberOf));
  expect(await ids('?day=2026-11-26')).toEqual([numberOf(1)]);
  expect(await ids('?state=arranged')).toEqual([numberOf(4)]);
  expect((await listed())[0]).toMatchObject({ name: '髙橋 花子', address: '東京都見本町' });
  await db.update(pickups).set({ cancelledAt: house.clock.now });
  expect(await ids('')).toEqual([]);
});

const sender = {
  ...emptyCarrierOptions,
  yamatoCustomer: '031111222201',
  yamatoFare: '01',
  sagawaCustomer: '123456789012',
  yamatoHeader: true,
};
const storeSender = () =>
  db
    .insert(settings)
    .values({ key: 'kit-sender', value: { ...sender, version: 1 } })
    .onConflictDoNothing();
const fileOf = (carrier: string, isAgain = false, by = operator) =>
  post('/api/office/tracking/pickups/file', { day: wish.day, carrier, isAgain }, by);
/** Cells by position, from 1, of a file without commas in cells. */
const cellsOf = (file: Buffer) =>
  iconv
    .decode(file, 'cp932')
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) => ['', ...line.split(',').map((cell) => cell.replace(/^"|"$/g, ''))]);

test('ヤマト’s file fetches from the donor to us, paid on arrival, on the day that was asked for', async () => {
  await storeSender();
  await ask(0);
  const reply = await fileOf('yamato');
  expect(reply.statusCode, reply.body).toBe(200);
  expect(reply.headers['x-row-count']).toBe('1');
  const [header, first, second, ...others] = cellsOf(reply.rawPayload);
  expect([header?.length, first?.length, others]).toEqual([96, 96, []]);
  expect(header?.[2]).toBe('送り状種類');
  const at = (column: number) => first?.[column];
  expect([at(2), at(5), at(9), at(11), at(12), at(16)]).toEqual([
    '5',
    '2026/11/25',
    '03-1111-2222',
    '123-4567',
    '見本県倉庫市1-2',
    'たすき倉庫',
  ]);
  expect([at(20), at(22), at(23), at(25)]).toEqual([
    '03-1234-5678',
    '100-0001',
    '東京都見本町',
    '髙橋 花子',
  ]);
  expect([at(4), at(33), at(40), at(42)]).toEqual(['', '集荷14～16時', '031111222201', '01']);
  expect(second?.[30]).toContain('2/2');
  // It cannot be mistaken for the number of the outgoing kit.
  expect(readCustomerNumber(at(1) ?? '')).toBeUndefined();
  expect((await seen()).pickup?.isArranged).toBe(true);
});

test('佐川’s file has the receiver pay (元着区分 2), and a lost file is written again', async () => {
  await storeSender();
  await ask(0, { ...wish, boxes: 1 });
  const reply = await fileOf('sagawa');
  const [header, first, ...others] = cellsOf(reply.rawPayload);
  expect([header?.length, first?.length, others]).toEqual([75, 75, []]);
  expect([first?.[58], first?.[61], first?.[8], first?.[22]]).toEqual([
    '2',
    '20261125',
    'たすき倉庫',
    '髙橋 花子',
  ]);
  expect((await fileOf('sagawa')).headers['x-row-count']).toBe('0');
  const again = await fileOf('sagawa', true);
  expect(again.rawPayload.equals(reply.rawPayload)).toBe(true);
});

test('what fits on no slip is left out with the reason, and stays until it is arranged by hand', async () => {
  await storeSender();
  await db.update(applications).set({ line2: '長い町名'.repeat(12) });
  await ask(0);
  const reply = await fileOf('yamato');
  expect(reply.headers['x-row-count']).toBe('0');
  const leftOut = JSON.parse(decodeURIComponent(String(reply.headers['x-left-out'])));
  expect(leftOut).toEqual([
    { appraisalId: numberOf(1), version: 1, problems: [expect.stringMatching(/全角/)] },
  ]);
  expect((await seen()).pickup?.isArranged).toBe(false);
  const done = (version: number) =>
    post(`/api/office/tracking/pickups/${numberOf(1)}/arrange`, { version }, operator);
  // The donor changed the day after the operator wrote the slip.
  await ask(1, { ...wish, day: '2026-11-26' });
  const late = await done(1);
  expect([late.statusCode, late.json().message]).toEqual([
    409,
    expect.stringMatching(/2026\/11\/26.*2箱に変えています/),
  ]);
  expect((await seen()).pickup?.isArranged).toBe(false);
  expect((await done(2)).statusCode).toBe(200);
  expect((await done(2)).statusCode).toBe(200);
  expect((await seen()).pickup?.isArranged).toBe(true);
});

test('without a sender no file is written, and donors write none', async () => {
  await db.delete(settings).where(eq(settings.key, 'kit-sender'));
  await ask(0);
  const reply = await fileOf('yamato');
  expect([reply.statusCode, reply.json().message]).toEqual([
    409,
    expect.stringMatching(/運送会社の設定/),
  ]);
  expect((await fileOf('yamato', false, donor)).statusCode).toBe(403);
  expect((await seen()).pickup?.isArranged).toBe(false);
});

const arrangeByHand = (n: number, version = 1) =>
  post(`/api/office/tracking/pickups/${numberOf(n)}/arrange`, { version }, operator);
const takeBack = (version: number, reason = '', n = 1) =>
  post(`/api/office/tracking/pickups/${numberOf(n)}/take-back`, { version, reason }, operator);
/** Moves the arrangement into the past instead of the clock, since tokens live five minutes. */
const minutesAgo = (minutes: number) =>
  db.update(pickups).set({ exportedAt: new Date(house.clock.now.getTime() - minutes * 60_000) });
const mails = () => db.select().from(outboxMails).orderBy(asc(outboxMails.id));
const kinds = async () => (await mails()).map(({ kind, appraisalId }) => [kind, appraisalId]);
const asked = (n: number) => ({
  appraisalId: numberOf(n),
  day: wish.day,
  boxes: 1,
  askedAt: house.clock.now,
});

test('a lost file is written again with the pick-ups of that carrier alone', async () => {
  await storeSender();
  for (const n of [2, 3]) await insertApplications(db, [application(n, { state: 'kit-sent' })]);
  await db.insert(pickups).values(asked(1));
  const first = await fileOf('yamato');
  await db.insert(pickups).values(asked(2));
  await fileOf('sagawa');
  await db.insert(pickups).values(asked(3));
  await arrangeByHand(3);
  const again = await fileOf('yamato', true);
  expect(again.rawPayload.equals(first.rawPayload)).toBe(true);
  expect((await fileOf('sagawa', true)).headers['x-row-count']).toBe('1');
});

test('donors are told once when their boxes are fetched, after the time to take it back', async () => {
  await storeSender();
  await insertApplications(db, [
    application(2, { state: 'kit-sent' }),
    application(3, { state: 'kit-sent' }),
    application(4, { state: 'kit-sent' }),
  ]);
  await db
    .update(applications)
    .set({ line2: '長い町名'.repeat(12) })
    .where(eq(applications.appraisalId, numberOf(3)));
  await ask(0);
  await db
    .insert(pickups)
    .values([
      { ...asked(2), day: '2026-11-26' },
      asked(3),
      { ...asked(4), cancelledAt: house.clock.now },
    ]);
  await fileOf('yamato');
  await fileOf('yamato', true);
  await arrangeByHand(2);
  await arrangeByHand(2);
  expect(await kinds()).toEqual([1, 2].map((n) => ['pickup-arranged', numberOf(n)]));
  const [one, byHand] = await mails();
  expect(one).toMatchObject({ recipient: 'donor1@tasuki.example', waitsMinutes: 10 });
  expect(one?.subject).toBe(`【たすき】集荷を手配しました（${numberOf(1)}）`);
  for (const words of ['2026年11月25日', '14～16時', '箱の数：2箱', '運送会社：ヤマト運輸']) {
    expect(one?.textBody).toContain(words);
  }
  expect(one?.textBody).toMatch(/ふたをテープで.*着払いの伝票は/);
  expect(one?.textBody).toMatch(/お問い合わせください[\s\S]*\/contact/);
  expect(byHand?.textBody).not.toContain('運送会社：');
});

test('a donor who cancels before the mail is sent gets none about the pick-up', async () => {
  await ask(0);
  await arrangeByHand(1);
  const seenNow = [{ ...mine, version: 1 }];
  const step = { applications: seenNow, step: 'call-off', note: 'ご本人のご連絡' };
  const moved = await post('/api/office/applications/step', step, operator);
  expect(moved.json()).toMatchObject([{ isDone: true }]);
  expect((await kinds()).map(([kind]) => kind)).toEqual(['application-cancelled']);
});

test('an arrangement is taken back at once, unnoticed: the donor changes it, and is told of the next', async () => {
  await ask(0);
  await arrangeByHand(1);
  expect((await listed('?state=arranged'))[0]).toMatchObject({
    version: 1,
    takeBackUntil: '20261120101000000',
  });
  await minutesAgo(10);
  expect((await takeBack(1)).statusCode).toBe(200);
  expect((await takeBack(1)).statusCode).toBe(200);
  expect(await kinds()).toEqual([]);
  expect(await seen()).toMatchObject({ pickup: { isArranged: false }, version: 2 });
  await ask(2, { ...wish, day: '2026-11-26' });
  await arrangeByHand(1, 3);
  const told = await mails();
  expect(told.map(({ kind }) => kind)).toEqual(['pickup-arranged']);
  expect(told[0]?.textBody).toContain('2026年11月26日');
  expect((await takeBack(1)).statusCode).toBe(409);
  expect((await seen()).pickup?.isArranged).toBe(true);
});

test('later it is taken back with a reason, and who was told of the pick-up is told of that', async () => {
  await ask(0);
  await arrangeByHand(1);
  await db.update(outboxMails).set({ state: 'sent' });
  await minutesAgo(11);
  const refused = await takeBack(1);
  expect([refused.statusCode, refused.json().errors]).toEqual([
    400,
    [{ path: 'reason', message: '理由を入力してください。' }],
  ]);
  expect((await takeBack(1, 'お電話でのご希望')).statusCode).toBe(200);
  expect((await kinds()).map(([kind]) => kind)).toEqual(['pickup-arranged', 'pickup-taken-back']);
  const [noted] = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'pickups.withdraw'))
    .orderBy(asc(auditLog.id))
    .then((rows) => rows.slice(-1));
  expect(noted).toMatchObject({ subjectId: numberOf(1), details: { reason: 'お電話でのご希望' } });
  expect((await cancel(2)).json()).toMatchObject({ pickup: null });
});

test('no pick-up is taken back that is not arranged, or whose boxes have come; nor by a donor', async () => {
  await ask(0);
  expect((await takeBack(1)).statusCode).toBe(409);
  expect((await takeBack(1, '', 9)).statusCode).toBe(404);
  await arrangeByHand(1);
  const url = `/api/office/tracking/pickups/${numberOf(1)}/take-back`;
  expect((await post(url, { version: 1, reason: '' }, donor)).statusCode).toBe(403);
  await db.update(applications).set({ state: 'goods-received' });
  expect((await takeBack(1)).statusCode).toBe(409);
});

test('no pick-up is arranged that its donor cancelled, alone or with the application', async () => {
  await ask(0);
  for (const cancelling of [
    () => db.update(pickups).set({ cancelledAt: house.clock.now }),
    () => db.update(applications).set({ state: 'cancelled' }),
  ]) {
    await cancelling();
    const refused = await arrangeByHand(1);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      expect.stringContaining('取り消しています'),
    ]);
    await db.update(pickups).set({ cancelledAt: null });
  }
});

test('an arrangement for a carton of the donor’s own is taken back before a kit would have left', async () => {
  await db.update(applications).set({ state: 'applied', needsKit: false });
  await ask(0);
  await arrangeByHand(1);
  expect((await takeBack(1)).statusCode).toBe(200);
});

test('a donor who cancels while the file is being written is told so, without a deadlock', async () => {
  await storeSender();
  await ask(0);
  const unlock = await holding(house.databaseUrl, 'select 1 from pickups for update');
  const writing = fileOf('yamato').then((reply) => reply);
  await expect.poll(() => lockWaits(db)).toBe(1);
  const cancelling = cancel(1).then((reply) => reply);
  await expect.poll(() => lockWaits(db)).toBe(2);
  await unlock();
  expect((await writing).headers['x-row-count']).toBe('1');
  const late = await cancelling;
  expect([late.statusCode, late.json().message]).toEqual([
    409,
    expect.stringContaining('集荷の手配が済んでいる'),
  ]);
});
