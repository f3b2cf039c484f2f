import { asc, eq, inArray, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applicationEvents, applications } from '#giving/applications/application-tables.server.ts';
import { transaction } from '#kit/db/database.server.ts';
import { idempotencyKeys } from '#kit/db/idempotency-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp, testOrigin, testSecret } from '#test/test-app.ts';
import type { KitBatch, KitReview } from './kit-batch.ts';
import { boxes, kitBatchEntries, kitBatches } from './kit-tables.server.ts';
import { markKitsSent } from './mark-kits-sent.server.ts';

const house = await testApp({ mailDelayMinutes: 10 });
const { app, db, clock } = house;
const signIn = signedIn(house);
type Headers = Awaited<ReturnType<typeof signIn>>;
let ayumi: Headers;
let botan: Headers;

beforeAll(async () => {
  await insertAssociate(db, 'ao');
  ayumi = await signIn('ayumi', 'warehouse');
  botan = await signIn('botan', 'warehouse');
});
beforeEach(async () => {
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  await db.delete(applications);
  await db.delete(kitBatches);
  await db.delete(outboxMails);
  await db.delete(idempotencyKeys);
});

const path = '/api/office/kits';
const get = (url: string, headers = ayumi) => app.inject({ url: `${path}${url}`, headers });
const post = (url: string, payload: object, headers: Record<string, string> = ayumi) =>
  app.inject({ method: 'POST', url: `${path}${url}`, payload, headers });
const applied = (n: number, changes = {}) => application(n, { state: 'applied', ...changes });
const insert = async (...rows: ReturnType<typeof application>[]) => {
  for (const row of rows) await insertApplications(db, [row]);
};
const today = async () => (await get('/today')).json();
const freeze = async (headers: Record<string, string> = ayumi) =>
  post('/batches', { after: (await today()).latestBatchId }, headers);
const frozen = async () => (await freeze()).json<KitBatch>();
const review = async (id: string) => (await get(`/batches/${id}/review`)).json<KitReview>();
const at = (version: number, headers = ayumi) => ({ ...headers, 'if-match': `"${version}"` });
const mark = async (batch: KitBatch, choices: object[] = [], headers = ayumi) => {
  const { seen } = await review(batch.id);
  return post(`/batches/${batch.id}/mark`, { seen, choices }, at(batch.version, headers));
};
const statesOf = async () =>
  (await db.select().from(applications).orderBy(asc(applications.createdAt))).map(
    ({ state }) => state,
  );
const change = (n: number, changes: Partial<typeof applications.$inferInsert>) =>
  db
    .update(applications)
    .set({ ...changes, version: sql`${applications.version} + 1` })
    .where(eq(applications.appraisalId, numberOf(n)));
const kitMails = () => db.select().from(outboxMails).where(eq(outboxMails.kind, 'kit-sent'));
const minutesLater = (minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
};

describe('freezing', () => {
  test('a batch holds what leaves today, with a box for each kit, and not the cartons of donors', async () => {
    await insert(
      applied(1, { boxes: 3 }),
      applied(2, { deliveryDate: '2026-11-23' }),
      applied(3, { deliveryDate: '2026-11-24' }),
      applied(4, { needsKit: false }),
      application(5, { state: 'kit-sent' }),
    );
    expect(await today()).toEqual({
      day: '2026-11-20',
      applications: 2,
      boxes: 4,
      latestBatchId: '',
    });
    const reply = await freeze();
    expect(reply.statusCode).toBe(201);
    expect(reply.json()).toMatchObject({
      day: '2026-11-20',
      number: 1,
      state: 'frozen',
      applications: 2,
      boxes: 4,
      createdBy: 'ayumi@tasuki.example',
    });
    const rows = await db.select().from(boxes).orderBy(boxes.appraisalId, boxes.number);
    expect(
      rows.map(({ appraisalId, number, kitState }) => [appraisalId, number, kitState]),
    ).toEqual([
      [numberOf(1), 1, 'frozen'],
      [numberOf(1), 2, 'frozen'],
      [numberOf(1), 3, 'frozen'],
      [numberOf(2), 1, 'frozen'],
    ]);
    expect((await today()).applications).toBe(0);
  });

  test('a second batch repeats no application of the first', async () => {
    await insert(applied(1));
    await freeze();
    const empty = await freeze();
    expect([empty.statusCode, empty.json().message]).toEqual([
      409,
      '今日発送する箱は、もうありません。',
    ]);
    await insert(applied(2));
    const second = await frozen();
    expect(second).toMatchObject({ number: 2, applications: 1 });
    const entries = (await get(`/batches/${second.id}/entries`)).json();
    expect(entries.map(({ appraisalId }: { appraisalId: string }) => appraisalId)).toEqual([
      numberOf(2),
    ]);
  });

  test('of two operators at once one makes the batch, and the other is told who did', async () => {
    await insert(applied(1), applied(2));
    const replies = await Promise.all([
      post('/batches', { after: '' }, ayumi),
      post('/batches', { after: '' }, botan),
    ]);
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    const refused = replies.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json().message).toMatch(/@tasuki\.exampleさんが.+「11月20日 その1」（2件）/);
    expect(await db.select().from(kitBatches)).toHaveLength(1);
    expect(await db.select().from(kitBatchEntries)).toHaveLength(2);
  });

  test('the same attempt sent twice makes one batch', async () => {
    await insert(applied(1));
    const headers = { ...ayumi, 'idempotency-key': 'attempt' };
    const replies = await Promise.all([
      post('/batches', { after: '' }, headers),
      post('/batches', { after: '' }, headers),
    ]);
    expect(replies.map((reply) => reply.json().id)).toEqual([
      replies[0]?.json().id,
      replies[0]?.json().id,
    ]);
    expect(await db.select().from(kitBatches)).toHaveLength(1);
  });

  test('a batch holds the oldest thousand, in one transaction; the rest comes with the next', async () => {
    const rows = Array.from({ length: 1_003 }, (_, n) =>
      applied(n + 1, { createdAt: new Date(Date.parse('2026-11-18T10:00:00+09:00') + n * 60_000) }),
    );
    await insertApplications(db, rows);
    const batch = await frozen();
    expect(batch.applications).toBe(1_000);
    expect((await today()).applications).toBe(3);
    const reply = await mark(batch);
    expect(reply.json()).toMatchObject({ sent: 1_000, leftOut: 0 });
    expect(await db.$count(applications, eq(applications.state, 'kit-sent'))).toBe(1_000);
    expect(await db.$count(applications, eq(applications.state, 'applied'))).toBe(3);
    expect(await kitMails()).toHaveLength(1_000);
  });
});

describe('marking', () => {
  test('only what is in the batch is marked as sent, boxes and history with it, and its donors are mailed later', async () => {
    await insert(applied(1, { boxes: 2 }));
    const batch = await frozen();
    await insert(applied(2));
    const reply = await mark(batch);
    expect(reply.json()).toMatchObject({ sent: 1, leftOut: 0, batch: { state: 'marked' } });
    expect(await statesOf()).toEqual(['kit-sent', 'applied']);
    const rows = await db.select().from(boxes);
    expect(rows.map(({ kitState, kitSentAt }) => [kitState, kitSentAt])).toEqual([
      ['sent', clock.now],
      ['sent', clock.now],
    ]);
    const events = await db.select().from(applicationEvents);
    expect(events).toMatchObject([
      { fromState: 'applied', toState: 'kit-sent', doneBy: 'operator', actorUid: 'ayumi' },
    ]);
    expect(await kitMails()).toMatchObject([
      { recipient: 'donor1@tasuki.example', waitsMinutes: 10 },
    ]);
    expect(await db.select().from(kitBatchEntries)).toMatchObject([{ state: 'sent' }]);
  });

  test('an address corrected after the freeze is shown with both, and stays unless it is sent as printed', async () => {
    await insert(applied(1), applied(2), applied(3));
    const batch = await frozen();
    await change(1, { line1: '新町', building: '見本荘' });
    await change(2, { tel: '0399999999' });
    const shown = await review(batch.id);
    expect(shown).toMatchObject({ ready: 1, cancelled: [], sentByHand: [] });
    expect(shown.changed).toEqual([
      {
        appraisalId: numberOf(1),
        name: '髙橋 花子',
        changes: [
          { label: '住所', before: '東京都見本町', after: '東京都新町' },
          { label: '建物名', before: '', after: '見本荘' },
        ],
      },
      expect.objectContaining({ appraisalId: numberOf(2) }),
    ]);
    const undecided = await mark(batch);
    expect(undecided.statusCode).toBe(400);
    expect(await statesOf()).toEqual(['applied', 'applied', 'applied']);
    const reply = await mark(batch, [
      { appraisalId: numberOf(1), choice: 'leave-out' },
      { appraisalId: numberOf(2), choice: 'send' },
    ]);
    expect(reply.json()).toMatchObject({ sent: 2, leftOut: 1 });
    expect((await statesOf()).toSorted()).toEqual(['applied', 'kit-sent', 'kit-sent']);
    expect(await today()).toMatchObject({ applications: 1 });
    // It is in the next batch, with its new address.
    const next = await frozen();
    const [entry] = (await get(`/batches/${next.id}/entries`)).json();
    expect(entry).toMatchObject({ appraisalId: numberOf(1), address: '東京都新町 見本荘' });
  });

  test('what does not stand on a slip may change without a question', async () => {
    await insert(applied(1));
    const batch = await frozen();
    await change(1, { email: 'new@tasuki.example' });
    expect(await review(batch.id)).toMatchObject({ ready: 1, changed: [] });
  });

  test('cancellations after the freeze are shown and left out', async () => {
    await insert(applied(1), applied(2, { boxes: 2 }));
    const batch = await frozen();
    await change(2, { state: 'cancelled' });
    expect((await review(batch.id)).cancelled).toEqual([
      { appraisalId: numberOf(2), name: '髙橋 花子', state: 'cancelled' },
    ]);
    expect((await mark(batch)).json()).toMatchObject({ sent: 1, leftOut: 1 });
    expect((await statesOf()).toSorted()).toEqual(['cancelled', 'kit-sent']);
    expect(await kitMails()).toHaveLength(1);
    expect(await db.select().from(boxes)).toMatchObject([{ appraisalId: numberOf(1) }]);
    const { headers } = await get(`/batches/${batch.id}/entries`);
    expect(headers['x-total-count']).toBe('2');
  });

  test('what was marked by hand meanwhile is shown so, and its donor is not mailed again', async () => {
    await insert(applied(1));
    const batch = await frozen();
    const step = { applications: [{ appraisalId: numberOf(1), version: 1 }], step: 'send-kit' };
    await app.inject({
      method: 'POST',
      url: '/api/office/applications/step',
      payload: step,
      headers: botan,
    });
    const [entry] = (await get(`/batches/${batch.id}/entries`)).json();
    expect(entry).toMatchObject({ isSentByHand: true, applicationState: 'kit-sent' });
    expect((await review(batch.id)).sentByHand).toHaveLength(1);
    expect((await mark(batch)).json()).toMatchObject({ sent: 0, batch: { state: 'marked' } });
    expect(await kitMails()).toHaveLength(1);
    expect(await db.select().from(boxes)).toMatchObject([{ kitState: 'sent' }]);
  });

  test('a page that does not show the latest change or cancellation does not act', async () => {
    await insert(applied(1), applied(2));
    const batch = await frozen();
    const { seen } = await review(batch.id);
    await change(2, { state: 'cancelled' });
    const reply = await post(`/batches/${batch.id}/mark`, { seen, choices: [] }, at(batch.version));
    expect([reply.statusCode, reply.json().message]).toEqual([
      409,
      expect.stringContaining('何も発送済みにしていません'),
    ]);
    expect((await statesOf()).toSorted()).toEqual(['applied', 'cancelled']);
  });

  test('of two who mark at once the second is told who did it and when, and nobody is mailed twice', async () => {
    await insert(applied(1), applied(2));
    const batch = await frozen();
    const replies = await Promise.all([mark(batch, [], ayumi), mark(batch, [], botan)]);
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const refused = replies.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json().message).toMatch(
      /@tasuki\.exampleさんが.*2026.*に「11月20日 その1」を発送済みにしています/,
    );
    expect(await kitMails()).toHaveLength(2);
    expect(await db.select().from(applicationEvents)).toHaveLength(2);
  });

  test('numbers that a carrier gave back mark theirs, and the batch when nothing of it waits', async () => {
    await insert(applied(1), applied(2));
    await frozen();
    const deps = {
      clock: () => clock.now,
      publicUrl: testOrigin,
      secret: testSecret,
      mailDelayMinutes: 10,
    };
    const send = (...numbers: number[]) =>
      transaction(db, (tx) => markKitsSent(tx, { uid: 'ayumi' }, numbers.map(numberOf), deps));
    expect(await send(1)).toEqual({ sent: [numberOf(1)], others: [] });
    expect(await db.select().from(kitBatches)).toMatchObject([{ state: 'frozen', version: 2 }]);
    expect(await send(1, 2)).toEqual({
      sent: [numberOf(2)],
      others: [{ appraisalId: numberOf(1), state: 'kit-sent' }],
    });
    expect(await db.select().from(kitBatches)).toMatchObject([
      { state: 'marked', markedBy: 'ayumi' },
    ]);
    expect(await kitMails()).toHaveLength(2);
  });
});

test('a page from before numbers came marks nothing more', async () => {
  await insert(applied(1), applied(2));
  const batch = await frozen();
  const { seen } = await review(batch.id);
  await db.update(kitBatches).set({ version: 2 });
  const reply = await post(`/batches/${batch.id}/mark`, { seen, choices: [] }, at(1));
  expect(reply.statusCode).toBe(409);
  expect((await post(`/batches/${batch.id}/mark`, { seen, choices: [] })).statusCode).toBe(409);
  expect(await statesOf()).toEqual(['applied', 'applied']);
});

test('as many boxes are sent as were printed, even if the application has more by now', async () => {
  await insert(applied(1), applied(2, { boxes: 3 }));
  const batch = await frozen();
  await change(1, { boxes: 2 });
  await change(2, { boxes: 2 });
  const choices = [1, 2].map((n) => ({ appraisalId: numberOf(n), choice: 'send' }));
  expect((await mark(batch, choices)).json()).toMatchObject({ sent: 2 });
  const out = await db.select().from(boxes).where(eq(boxes.kitState, 'sent'));
  expect(out.map(({ appraisalId, number }) => [appraisalId, number]).toSorted()).toEqual(
    [
      [numberOf(1), 1],
      [numberOf(2), 1],
      [numberOf(2), 2],
      [numberOf(2), 3],
    ].toSorted(),
  );
});

describe('taking one out', () => {
  const takeOut = (batch: KitBatch, position: number, version: number, by = ayumi) =>
    post(`/batches/${batch.id}/entries/${position}/take-out`, {}, at(version, by));

  test('it is due again, is not marked with the others, and a stale page is told', async () => {
    await insert(applied(1, { boxes: 2 }), applied(2), applied(3));
    const batch = await frozen();
    expect((await takeOut(batch, 1, 1)).json()).toMatchObject({ version: 2 });
    expect((await takeOut(batch, 2, 1, botan)).statusCode).toBe(409);
    expect((await takeOut(batch, 9, 2)).statusCode).toBe(404);
    expect((await get(`/batches/${batch.id}/entries`)).json()).toMatchObject([
      { state: 'left-out', leftOutReason: '手作業で外したため' },
      { state: 'waiting' },
      { state: 'waiting' },
    ]);
    expect(await today()).toMatchObject({ applications: 1, boxes: 2 });
    expect((await mark({ ...batch, version: 2 })).json()).toMatchObject({ sent: 2, leftOut: 0 });
    expect((await statesOf()).toSorted()).toEqual(['applied', 'kit-sent', 'kit-sent']);
    minutesLater(1);
    expect(await frozen()).toMatchObject({ applications: 1, boxes: 2 });
  });

  test('not one that has left, nor the last', async () => {
    await insert(applied(1), applied(2));
    const batch = await frozen();
    await change(1, { state: 'kit-sent' });
    const left = await takeOut(batch, 1, 1);
    expect([left.statusCode, left.json().message]).toEqual([
      409,
      expect.stringContaining('もう発送済み'),
    ]);
    const last = await takeOut(batch, 2, 1);
    expect([last.statusCode, last.json().message]).toEqual([
      409,
      expect.stringContaining('束を解除してください'),
    ]);
  });
});

test('what was marked by mistake is taken back from its batch as well, and leaves with the next', async () => {
  await insert(applied(1), applied(2));
  const batch = await frozen();
  await mark(batch);
  const [seenNow] = await db
    .select({ appraisalId: applications.appraisalId, version: applications.version })
    .from(applications)
    .where(eq(applications.appraisalId, numberOf(1)));
  const reply = await app.inject({
    method: 'POST',
    url: '/api/office/applications/take-back',
    payload: { applications: [seenNow] },
    headers: ayumi,
  });
  expect(reply.json()).toMatchObject([{ isDone: true, state: 'applied' }]);
  expect((await get(`/batches/${batch.id}/entries`)).json()).toMatchObject([
    { state: 'left-out', leftOutReason: '発送済みの記録を取り消したため' },
    { state: 'sent', leftOutReason: '' },
  ]);
  minutesLater(1);
  const next = await frozen();
  expect(next).toMatchObject({ applications: 1 });
  expect((await mark(next)).json()).toMatchObject({ sent: 1 });
  expect(await statesOf()).toEqual(['kit-sent', 'kit-sent']);
});

describe('taking the mark back', () => {
  const back = (batch: KitBatch, headers = ayumi) =>
    post(`/batches/${batch.id}/take-back`, {}, at(batch.version, headers));
  const marked = async () => (await mark(await frozen())).json<{ batch: KitBatch }>().batch;
  /** Moves the mark into the past instead of the clock, since tokens live five minutes. */
  const minutesAgo = async (minutes: number) => {
    const then = new Date(clock.now.getTime() - minutes * 60_000);
    await db.update(kitBatches).set({ markedAt: then });
    await db.update(applicationEvents).set({ at: then });
  };

  test('all of a batch that was marked by mistake waits in it again, with boxes and without mails', async () => {
    await insert(applied(1, { boxes: 2 }), applied(2));
    const batch = await marked();
    await minutesAgo(10);
    const reply = await back(batch, botan);
    expect(reply.json(), reply.body).toMatchObject({
      takenBack: 2,
      stayed: 0,
      batch: { state: 'frozen', markedAt: null, markedBy: '' },
    });
    expect(await statesOf()).toEqual(['applied', 'applied']);
    expect(await kitMails()).toEqual([]);
    const rows = await db.select().from(boxes);
    expect(
      rows.map(({ kitState, kitSentAt, kitBatchId }) => [kitState, kitSentAt, kitBatchId]),
    ).toEqual(Array(3).fill(['frozen', null, batch.id]));
    expect((await get(`/batches/${batch.id}/entries`)).json()).toMatchObject(
      Array(2).fill({ state: 'waiting', leftOutReason: '' }),
    );
    expect((await back(batch)).statusCode).toBe(409);
    // What was printed is sent after all.
    const again = reply.json<{ batch: KitBatch }>().batch;
    expect((await mark(again)).json()).toMatchObject({ sent: 2, leftOut: 0 });
    expect(await kitMails()).toHaveLength(2);
  });

  test('kits sent by hand before, or arrived since, stay; notified donors are notified again', async () => {
    await insert(applied(1), applied(2), applied(3));
    const batch = await frozen();
    const step = { applications: [{ appraisalId: numberOf(1), version: 1 }], step: 'send-kit' };
    const url = '/api/office/applications/step';
    await app.inject({ method: 'POST', url, payload: step, headers: botan });
    minutesLater(1);
    const { batch: done } = (await mark(batch)).json<{ batch: KitBatch }>();
    await change(2, { state: 'goods-received' });
    const ofThird = eq(outboxMails.appraisalId, numberOf(3));
    await db.update(outboxMails).set({ state: 'sent' }).where(ofThird);
    expect((await back(done)).json()).toMatchObject({ takenBack: 1, stayed: 2 });
    expect((await statesOf()).toSorted()).toEqual(['applied', 'goods-received', 'kit-sent']);
    const mails = await db.select().from(outboxMails).where(ofThird);
    expect(mails.map(({ kind }) => kind)).toEqual(['kit-sent', 'step-taken-back']);
    const entries = (await get(`/batches/${batch.id}/entries`)).json<{ state: string }[]>();
    expect(entries.map(({ state }) => state)).toEqual(['sent', 'sent', 'waiting']);
  });

  test('not after ten minutes, from a page that is out of date, or before it was marked', async () => {
    await insert(applied(1));
    const before = await frozen();
    expect((await back(before)).statusCode).toBe(409);
    const { batch } = (await mark(before)).json<{ batch: KitBatch }>();
    expect((await back({ ...batch, version: batch.version - 1 })).statusCode).toBe(409);
    await minutesAgo(11);
    const late = await back(batch);
    expect([late.statusCode, late.json().message]).toEqual([
      409,
      expect.stringContaining('10分を過ぎた'),
    ]);
    expect(await statesOf()).toEqual(['kit-sent']);
  });
});

describe('dissolving', () => {
  test('its kits are due again, and the reason stays', async () => {
    await insert(applied(1), applied(2));
    const batch = await frozen();
    const dissolve = (headers: Record<string, string>, reason = '送り状の日付が違ったため') =>
      post(`/batches/${batch.id}/dissolve`, { reason }, headers);
    expect((await dissolve(at(1), '')).statusCode).toBe(400);
    expect((await dissolve(at(1))).json()).toMatchObject({
      state: 'dissolved',
      dissolvedBy: 'ayumi@tasuki.example',
      dissolvedReason: '送り状の日付が違ったため',
    });
    expect(await db.select().from(boxes)).toEqual([]);
    expect((await today()).applications).toBe(2);
    const again = await dissolve(at(1, botan));
    expect([again.statusCode, again.json().message]).toEqual([
      409,
      expect.stringContaining('解除しています'),
    ]);
    minutesLater(1);
    expect((await frozen()).number).toBe(2);
  });

  test('a batch that was marked cannot be dissolved', async () => {
    await insert(applied(1));
    const batch = await frozen();
    await mark(batch);
    const reply = await post(`/batches/${batch.id}/dissolve`, { reason: '間違い' }, at(3));
    expect(reply.statusCode).toBe(409);
    expect(await statesOf()).toEqual(['kit-sent']);
  });
});

test('a batch or an entry that is not there is not found', async () => {
  await insert(applied(1));
  const { id } = await frozen();
  for (const url of ['/batches/none', '/batches/none/review', '/batches/none/file?layout=free']) {
    expect((await get(url)).statusCode).toBe(404);
  }
  const [entry] = (await get(`/batches/${id}/entries`)).json();
  const { lines } = entry.yamato;
  const reply = await post(`/batches/${id}/entries/9/slip`, {
    carrier: 'yamato',
    lines,
    seen: lines,
  });
  expect(reply.statusCode).toBe(404);
  expect((await post('/batches/none/mark', { seen: '', choices: [] }, at(1))).statusCode).toBe(404);
});

test('the entries that are gone with an erased application leave the batch readable', async () => {
  await insert(applied(1), applied(2));
  const batch = await frozen();
  await db.delete(applications).where(inArray(applications.appraisalId, [numberOf(1)]));
  expect((await mark(batch)).json()).toMatchObject({ sent: 1 });
});
