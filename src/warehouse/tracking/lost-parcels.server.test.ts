import { and, asc, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { fileForm } from '#test/factories/upload-results.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { BoxException, ListedException } from '#warehouse/intake/box-exception.ts';
import { boxes } from '#warehouse/kits/kit-tables.server.ts';
import type { CarrierAnswer, WordMeanings } from './carrier-answer.ts';
import type { OutBox } from './out-box.ts';

// Before nine in Japan, when UTC still has the day before.
const start = new Date('2026-11-20T08:30:00+09:00');
const house = await testApp({ now: start });
const { app, db, clock } = house;
const signIn = signedIn(house);
type Headers = Awaited<ReturnType<typeof signIn>>;
let operator: Headers;
let donor: Headers;

beforeAll(async () => {
  await insertAssociate(db, 'ao', 'あおぞらの会');
  operator = await signIn('operator-1', 'operator');
  donor = await signIn('donor-1');
});
beforeEach(async () => {
  clock.now = start;
  await emptyTables(db, 'applications', 'box_exceptions', 'outbox_mails', 'audit_log');
});

const slipOf = (n: number) => `${40_000_000_000 + n}${(40_000_000_000 + n) % 7}`;

/** An application whose kit left with a number. */
async function sent(n: number) {
  const row = application(n, { state: 'kit-sent', uid: n === 1 ? 'donor-1' : null });
  await insertApplications(db, [row]);
  const box = { appraisalId: row.appraisalId, number: 1, carrier: 'yamato' };
  const left = { trackingNumber: slipOf(n), kitState: 'sent', kitSentAt: start };
  await db.insert(boxes).values({ ...box, ...left });
}

async function post(path: string, payload: object, headers: object = {}) {
  const url = `/api/office/${path}`;
  return app.inject({ method: 'POST', url, payload, headers: { ...operator, ...headers } });
}

/** Uploads a carrier's file with one row per word, for the applications from 1. */
async function upload(
  words: readonly string[],
  { dryRun = false, meanings = [] }: { dryRun?: boolean; meanings?: WordMeanings } = {},
) {
  const rows = words.map((word, index) => `${numberOf(index + 1)}-1,${slipOf(index + 1)},${word}`);
  const content = ['申込番号,送り状番号,状態', ...rows].join('\r\n');
  const { payload, headers } = fileForm([
    { name: 'meanings', content: JSON.stringify(meanings) },
    { name: 'file', fileName: 'yamato.csv', content },
  ]);
  const url = `/api/office/tracking/answer?dryRun=${dryRun}&carrier=yamato`;
  return app.inject({ method: 'POST', url, payload, headers: { ...operator, ...headers } });
}

const boxOf = async (n: number) =>
  (
    await db
      .select()
      .from(boxes)
      .where(and(eq(boxes.appraisalId, numberOf(n)), eq(boxes.number, 1)))
  )[0];
const get = async <Answer>(path: string) =>
  (await app.inject({ url: `/api/office/${path}`, headers: operator })).json<Answer>();
const shelf = (filter = 'open') => get<ListedException[]>(`intake/exceptions?filter=${filter}`);
const mails = async () =>
  (await db.select().from(outboxMails).orderBy(asc(outboxMails.id))).map(
    ({ kind, textBody }) => [kind, textBody] as const,
  );
const mailed = async () => (await mails()).map(([kind]) => kind);

test('what a carrier lost, damaged or looks for has an owner and a day, and its donor is told once', async () => {
  for (const n of [1, 2, 3]) await sent(n);
  const words = ['紛失', '破損（外装）', '調査中'];
  const tried = (await upload(words, { dryRun: true })).json<CarrierAnswer>();
  expect(tried).toMatchObject({ fresh: 3, troubled: 3, unknownWords: [], remarks: [] });
  await upload(words);
  const states = await Promise.all([1, 2, 3].map(boxOf));
  expect(states.map((box) => [box?.kitState, box?.carrierWord])).toEqual([
    ['lost', '紛失'],
    ['damaged', '破損（外装）'],
    ['inquiry', '調査中'],
  ]);
  expect(await shelf()).toMatchObject(
    [1, 2, 3].map(() => ({ owner: { uid: 'operator-1' }, dueOn: '2026-11-23' })),
  );
  expect(new Set((await shelf()).map(({ kind }) => kind))).toEqual(
    new Set(['lost', 'damaged-on-way', 'inquiry']),
  );
  expect(await get('menu-counts')).toMatchObject({ exceptions: { open: 3, overdue: 0 } });
  expect(await mailed()).toEqual(Array(3).fill('parcel-trouble'));
  expect((await mails())[0]?.[1]).toContain('運送会社で見つからなくなっています');
  expect((await upload(words)).json()).toMatchObject({ fresh: 0, known: 3 });
  expect([await mailed(), await shelf()].map(({ length }) => length)).toEqual([3, 3]);
  const listed = await get<OutBox[]>('tracking/boxes?state=lost');
  expect(listed).toMatchObject([{ carrierWord: '紛失', exceptionId: expect.any(String) }]);
});

test('a word that is not known is asked about with its row, and nothing is taken until it is answered', async () => {
  for (const n of [1, 2, 3]) await sent(n);
  const words = ['配達完了', '税関保留', '税関保留'];
  const tried = (await upload(words, { dryRun: true })).json<CarrierAnswer>();
  expect(tried.unknownWords).toEqual([{ word: '税関保留', row: 3, rows: 2 }]);
  expect(tried.remarks).toMatchObject([3, 4].map((row) => ({ row, kind: 'unknown-word' })));
  const refused = await upload(words);
  expect(refused.statusCode).toBe(400);
  expect(refused.json().message).toContain('3行めの配達状況「税関保留」');
  expect((await boxOf(1))?.kitState).toBe('sent');
  const meanings = [{ word: '税関保留', state: 'inquiry' as const }];
  expect((await upload(words, { meanings })).json()).toMatchObject({ fresh: 3, troubled: 2 });
  expect(await boxOf(2)).toMatchObject({ kitState: 'inquiry', carrierWord: '税関保留' });
  const [noted] = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'tracking.import'))
    .orderBy(auditLog.id);
  expect(noted?.details).toMatchObject({ meanings });
});

test('once found it is no longer looked for, its donor is told, and an older file does not lose it again', async () => {
  await sent(1);
  await upload(['紛失']);
  await db.update(outboxMails).set({ state: 'sent' });
  await upload(['配達完了']);
  expect(await boxOf(1)).toMatchObject({ kitState: 'delivered' });
  expect(await shelf()).toEqual([]);
  expect(await shelf('ended')).toMatchObject([{ ending: 'found' }]);
  expect(await mailed()).toEqual(['parcel-trouble', 'parcel-found']);
  expect((await upload(['紛失'])).json()).toMatchObject({ fresh: 0 });
  expect((await boxOf(1))?.kitState).toBe('delivered');
  // A new state is accepted: the delivered box was found damaged.
  expect((await upload(['破損'])).json()).toMatchObject({ troubled: 1 });
});

test('a loss recorded by mistake causes no mail, nor does its end', async () => {
  await sent(1);
  const path = `tracking/boxes/${numberOf(1)}/1`;
  expect((await post(path, { to: 'lost', version: 1 })).json()).toMatchObject({
    kitState: 'lost',
    exceptionId: expect.any(String),
  });
  expect((await post(path, { to: 'sent', version: 2 })).json()).toMatchObject({
    kitState: 'sent',
    exceptionId: null,
  });
  expect(await mailed()).toEqual([]);
});

test('it ends when the box comes, and its donor reads of it in plain words until then', async () => {
  await sent(1);
  await upload(['調査中']);
  const own = async () =>
    (
      await app.inject({
        method: 'POST',
        url: '/api/applications/parcels',
        payload: { appraisalId: numberOf(1) },
        headers: donor,
      })
    ).json();
  expect(await own()).toMatchObject({ parcels: [{ number: 1, state: 'inquiry' }] });
  const scan = { id: 'scan-0000000000000001', code: `${numberOf(1)}-1` };
  const scans = [{ ...scan, scannedAt: '20261120083000000' }];
  expect((await post('intake/scans', { scans })).statusCode).toBe(200);
  expect(await shelf()).toEqual([]);
  expect(await shelf('ended')).toMatchObject([{ ending: 'found' }]);
  expect(await mailed()).toEqual(['goods-received']);
});

test('the shelf takes no parcel on its way by hand', async () => {
  const exception = {
    ...{ kind: 'lost', appraisalId: '', place: '棚', reason: '見つからない', imageIds: [] },
    ...{ ownerUid: 'operator-1', dueOn: '2026-11-23', ending: '', endingNote: '' },
  };
  const refused = await post('intake/exceptions', { scanId: null, exception });
  expect(refused.statusCode).toBe(400);
  expect(refused.json().message).toContain('送り状番号の取り込み');
});

test('it is given up with a reason, told to its donor, and taken up again with a reason', async () => {
  await sent(1);
  await upload(['調査中']);
  await db.update(outboxMails).set({ state: 'sent' });
  const [line] = await shelf();
  const path = `intake/exceptions/${line?.id}`;
  const { owner, kind, appraisalId, place, reason, dueOn, version } = await get<BoxException>(path);
  const draft = { kind, appraisalId, place, reason, dueOn, ownerUid: owner.uid };
  const more = { imageIds: [], endingReason: '' };
  const end = (ending: string, endingNote: string, seen: number, endingReason = '') =>
    post(
      path,
      { ...draft, ...more, ending, endingNote, endingReason },
      { 'if-match': `"${seen}"` },
    );
  expect((await end('discarded', 'x', version)).statusCode).toBe(400);
  expect((await end('given-up', '', version)).statusCode).toBe(400);
  const other = { ...draft, ...more, kind: 'other', ending: '', endingNote: '' };
  expect((await post(path, other, { 'if-match': `"${version}"` })).statusCode).toBe(400);
  expect((await end('given-up', '運送会社が弁償', version)).json()).toMatchObject({
    ending: 'given-up',
    endingNote: '運送会社が弁償',
  });
  expect(await mailed()).toEqual(['parcel-trouble', 'parcel-given-up']);
  expect((await boxOf(1))?.kitState).toBe('inquiry');
  clock.now = new Date(start.getTime() + 11 * 60_000);
  operator = await signIn('operator-2', 'operator');
  expect((await end('found', '', version + 1)).statusCode).toBe(400);
  expect((await end('found', '', version + 1, '届いたと連絡')).statusCode).toBe(200);
  expect((await boxOf(1))?.kitState).toBe('sent');
  expect(await mailed()).toEqual(['parcel-trouble', 'parcel-given-up', 'parcel-found']);
});
