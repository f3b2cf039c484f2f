import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { applicationEvents, applications } from '#giving/applications/application-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { fileForm } from '#test/factories/upload-results.ts';
import {
  deadlockingDatabase,
  holding,
  leaveUncommitted,
  lockWaits,
  waitForLocks,
} from '#test/lock-waits.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { CarrierAnswer } from '#warehouse/tracking/carrier-answer.ts';
import { customerNumberOf } from './customer-number.ts';
import type { KitBatch, KitBatchEntry, KitReview } from './kit-batch.ts';
import { boxes, kitBatchEntries, kitBatches } from './kit-tables.server.ts';

// Races of a carrier's file, a step by hand or a mended slip against an action on the batch.
const house = await testApp({ mailDelayMinutes: 10, database: await deadlockingDatabase() });
const { app, db, databaseUrl } = house;
type Headers = Record<string, string>;
let ayumi: Headers;
let botan: Headers;
let batch: KitBatch;
let review: KitReview;

beforeAll(async () => {
  const signIn = signedIn(house);
  await insertAssociate(db, 'ao');
  ayumi = await signIn('ayumi', 'warehouse');
  botan = await signIn('botan', 'operator');
});
beforeEach(async () => {
  await emptyTables(db, 'applications', 'kit_batches', 'outbox_mails');
  for (const n of [1, 2]) await insertApplications(db, [application(n, { state: 'applied' })]);
  batch = (await post('/kits/batches', { after: '' })).json();
  review = (await get(`/kits/batches/${batch.id}/review`)).json();
});

const get = (url: string, headers = ayumi) => app.inject({ url: `/api/office${url}`, headers });
const post = (url: string, payload: object, headers = ayumi) =>
  app.inject({ method: 'POST', url: `/api/office${url}`, payload, headers });
const seen = (): Headers => ({ ...botan, 'if-match': `"${batch.version}"` });
const dissolve = () =>
  post(`/kits/batches/${batch.id}/dissolve`, { reason: '送り状の日付が違ったため' }, seen());
const mark = () =>
  post(`/kits/batches/${batch.id}/mark`, { seen: review.seen, choices: [] }, seen());
const sendByHand = (n: number) =>
  post('/applications/step', {
    applications: [{ appraisalId: numberOf(n), version: 1 }],
    step: 'send-kit',
  });
const slipOf = (n: number) => {
  const first = String(40_000_000_000 + n);
  return `${first}${Number(first) % 7}`;
};
/** Uploads a carrier's file with the slips of these applications. */
const bring = (...numbers: number[]) => {
  const rows = numbers.map((n) => `${customerNumberOf(numberOf(n), 1)},${slipOf(n)}\r\n`);
  const content = `お客様管理番号,送り状番号\r\n${rows.join('')}`;
  const form = fileForm([{ name: 'file', fileName: 'b2.csv', content }]);
  return app.inject({
    method: 'POST',
    url: '/api/office/tracking/answer?carrier=yamato',
    payload: form.payload,
    headers: { ...form.headers, ...ayumi },
  });
};

type Asked = () => ReturnType<typeof get>;

/** Lets `first` wait with its locks for a lock held here, starts `second`, then releases the lock. */
async function meet(lockSql: string, first: Asked, second: Asked) {
  const unlock = await holding(databaseUrl, lockSql);
  const one = first().then((reply) => reply);
  await expect.poll(() => lockWaits(db)).toBe(1);
  const other = second().then((reply) => reply);
  await expect.poll(() => lockWaits(db)).toBe(2);
  await unlock();
  return Promise.all([one, other]);
}
const theBoxes = 'select 1 from boxes for update';

const kinds = async () =>
  (await db.select().from(outboxMails)).map(({ kind, appraisalId }) => [kind, appraisalId]).sort();
/** State of each application, its box and its batch entry, and its slip number. */
const facts = async () => {
  const rows = await db
    .select({
      state: applications.state,
      kit: boxes.kitState,
      entry: kitBatchEntries.state,
      slip: boxes.trackingNumber,
    })
    .from(applications)
    .innerJoin(kitBatchEntries, eq(kitBatchEntries.appraisalId, applications.appraisalId))
    .leftJoin(boxes, eq(boxes.appraisalId, applications.appraisalId))
    .orderBy(applications.appraisalId);
  return rows.map(({ state, kit, entry, slip }) => [state, kit, entry, slip]);
};
const stateOfBatch = async () => (await db.select().from(kitBatches))[0]?.state;
const sentWith = (n: number) => ['kit-sent', 'sent', 'sent', slipOf(n)];
const leftOut = ['applied', null, 'left-out', null];
const bothSent = [
  ['kit-sent', numberOf(1)],
  ['kit-sent', numberOf(2)],
];

test('a kit marked by the carrier’s file is in no dissolved batch, and the operator who would dissolve it is told', async () => {
  const [answer, refused] = await meet(theBoxes, () => bring(1, 2), dissolve);
  expect(answer.json<CarrierAnswer>()).toMatchObject({ fresh: 2, sentApplications: 2 });
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    expect.stringContaining('発送済みにしています'),
  ]);
  expect(await facts()).toEqual([1, 2].map(sentWith));
  expect([await stateOfBatch(), await kinds()]).toEqual(['marked', bothSent]);
});

test('a file for a part of a batch leaves the rest in it, and a page from before dissolves nothing', async () => {
  const [answer, refused] = await meet(theBoxes, () => bring(1), dissolve);
  expect(answer.json<CarrierAnswer>()).toMatchObject({ fresh: 1, sentApplications: 1 });
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    expect.stringContaining('ほかの画面で変わっています'),
  ]);
  expect(await facts()).toEqual([sentWith(1), ['applied', 'frozen', 'waiting', '']]);
});

test('once a batch is dissolved the carrier’s file marks nothing of it, and says which boxes', async () => {
  const [dissolved, answer] = await meet(theBoxes, dissolve, () => bring(1, 2));
  expect(dissolved.json()).toMatchObject({ state: 'dissolved' });
  const told = answer.json<CarrierAnswer>();
  expect(told).toMatchObject({ fresh: 0, sentApplications: 0, remarkCounts: { unknown: 2 } });
  expect(await facts()).toEqual([leftOut, leftOut]);
  expect(await kinds()).toEqual([]);
  expect(await db.$count(applicationEvents)).toBe(0);
  const again = await post('/kits/batches', { after: batch.id });
  expect(again.json()).toMatchObject({ applications: 2, boxes: 2 });
});

test('a batch that the carrier’s file marks at the same moment is marked once, by the file', async () => {
  const [answer, refused] = await meet(theBoxes, () => bring(1, 2), mark);
  expect(answer.json<CarrierAnswer>()).toMatchObject({ fresh: 2, sentApplications: 2 });
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    expect.stringMatching(/ayumi.*発送済みにしています/),
  ]);
  expect(await facts()).toEqual([1, 2].map(sentWith));
  expect(await kinds()).toEqual(bothSent);
  expect(await db.$count(applicationEvents)).toBe(2);
});

test('numbers that come while a batch is marked are stored, and stand in the one mail', async () => {
  const [marked, answer] = await meet(theBoxes, mark, () => bring(1, 2));
  expect(marked.json()).toMatchObject({ sent: 2 });
  expect(answer.json<CarrierAnswer>()).toMatchObject({ fresh: 2, sentApplications: 0 });
  expect(await facts()).toEqual([1, 2].map(sentWith));
  expect(await kinds()).toEqual(bothSent);
  const [told] = await db.select().from(outboxMails);
  expect(told?.textBody).toContain('送り状番号（ヤマト運輸）');
});

test('a kit that was sent by hand while its batch is dissolved keeps its box', async () => {
  const [dissolved, [step]] = await meet(theBoxes, dissolve, () => sendByHand(1)).then(
    ([one, other]) => [one, other.json()],
  );
  expect([dissolved.statusCode, step]).toEqual([200, expect.objectContaining({ isDone: true })]);
  expect(await facts()).toEqual([['kit-sent', 'sent', 'left-out', ''], leftOut]);
});

test('a slip mended during a carrier’s file: one waits, and the later one is told', async () => {
  const [entry] = (await get(`/kits/batches/${batch.id}/entries`)).json<KitBatchEntry[]>();
  const lines = entry?.yamato.lines;
  const mend = () =>
    post(
      `/kits/batches/${batch.id}/entries/1/slip`,
      { carrier: 'yamato', lines: { ...lines, building: '見本荘' }, seen: lines },
      botan,
    );
  const theEntries = 'select 1 from kit_batch_entries for update';
  const [answer, late] = await meet(theEntries, () => bring(1, 2), mend);
  expect(answer.json<CarrierAnswer>()).toMatchObject({ fresh: 2, sentApplications: 2 });
  expect([late.statusCode, late.json().message]).toEqual([
    409,
    expect.stringContaining('発送済みにしています'),
  ]);
  expect(await db.$count(kitBatchEntries, sql`split is not null`)).toBe(0);
});

test('a batch is frozen while the carrier’s file names what goes into it, and neither waits for the other', async () => {
  const createdAt = (minute: number) => new Date(`2026-11-19T10:0${minute}:00+09:00`);
  await insertApplications(db, [application(4, { state: 'applied', createdAt: createdAt(0) })]);
  await insertApplications(db, [application(3, { state: 'applied', createdAt: createdAt(1) })]);
  const theLast = `select 1 from applications where appraisal_id = '${numberOf(4)}' for update`;
  const freeze = () => post('/kits/batches', { after: batch.id });
  const [frozen, answer] = await meet(theLast, freeze, () => bring(3, 4));
  expect(frozen.json()).toMatchObject({ applications: 2 });
  expect(answer.json<CarrierAnswer>()).toMatchObject({ fresh: 2, sentApplications: 2 });
  const { id } = frozen.json<KitBatch>();
  const entries = (await get(`/kits/batches/${id}/entries`)).json<KitBatchEntry[]>();
  expect(entries.map(({ appraisalId }) => appraisalId)).toEqual([4, 3].map(numberOf));
});

test('a cancellation during the freeze is not in the batch', async () => {
  await insertApplications(
    db,
    [3, 4].map((n) => application(n, { state: 'applied' })),
  );
  const commit = await leaveUncommitted(
    databaseUrl,
    `update applications set state = 'cancelled' where appraisal_id = '${numberOf(3)}'`,
  );
  const freezing = post('/kits/batches', { after: batch.id }).then((reply) => reply);
  await waitForLocks(db, 1);
  await commit();
  const { id } = (await freezing).json<KitBatch>();
  const entries = (await get(`/kits/batches/${id}/entries`)).json<KitBatchEntry[]>();
  expect(entries.map(({ appraisalId }) => appraisalId)).toEqual([numberOf(4)]);
});
