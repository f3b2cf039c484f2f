import { and, asc, eq } from 'drizzle-orm';
import iconv from 'iconv-lite';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { selectApplications, toRow } from '#giving/applications/application-row.server.ts';
import { applicationEvents, applications } from '#giving/applications/application-tables.server.ts';
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
import { customerNumberOf } from '#warehouse/kits/customer-number.ts';
import { recipientOf } from '#warehouse/kits/freeze-kits.server.ts';
import { boxes, kitBatchEntries, kitBatches } from '#warehouse/kits/kit-tables.server.ts';
import type { CarrierAnswer } from './carrier-answer.ts';
import type { OutBox } from './out-box.ts';

const house = await testApp();
const { app, db, clock } = house;
const signIn = signedIn(house);
type Headers = Awaited<ReturnType<typeof signIn>>;
let operator: Headers;
let warehouse: Headers;
let donor: Headers;
const start = new Date('2026-11-20T10:00:00+09:00');

beforeAll(async () => {
  await insertAssociate(db, 'ao', 'あおぞらの会');
  operator = await signIn('operator-1', 'operator');
  warehouse = await signIn('daichi', 'warehouse');
  donor = await signIn('donor-1');
});
beforeEach(async () => {
  clock.now = start;
  await emptyTables(db, 'applications', 'kit_batches', 'outbox_mails', 'audit_log');
});

/** Numbers in both carriers' format, with a valid check digit. */
const slipOf = (n: number) => {
  const first = String(40_000_000_000 + n);
  return `${first}${Number(first) % 7}`;
};
/** An application with its boxes frozen in a batch. */
async function frozen(n: number, changes: Parameters<typeof application>[1] = {}, count = 1) {
  const row = application(n, { state: 'applied', boxes: count, ...changes });
  await insertApplications(db, [row]);
  await db
    .insert(kitBatches)
    .values({
      id: 'batch',
      day: '2026-11-20',
      number: 1,
      applicationCount: 1,
      boxCount: 1,
      createdBy: 'operator-1',
      createdAt: start,
    })
    .onConflictDoNothing();
  await db.insert(kitBatchEntries).values({
    batchId: 'batch',
    position: n,
    appraisalId: row.appraisalId,
    applicationVersion: 1,
    boxes: count,
    recipient: {},
  });
  await db.insert(boxes).values(
    Array.from({ length: count }, (_, index) => ({
      appraisalId: row.appraisalId,
      number: index + 1,
      kitBatchId: 'batch',
      kitState: 'frozen',
    })),
  );
}
const line = (width: number, cells: Record<number, string>) =>
  Array.from({ length: width }, (_, index) => cells[index + 1] ?? '').join(',');
const b2 = (n: number, slip: string, box = 1) =>
  line(95, { 1: customerNumberOf(numberOf(n), box), 4: slip, 16: '髙橋 花子' });
const lines = (...all: string[]) => all.map((text) => `${text}\r\n`).join('');

async function send(
  content: string | Uint8Array,
  {
    dryRun = false,
    by = operator,
    query = '',
  }: { dryRun?: boolean; by?: Headers; query?: string } = {},
) {
  const form = fileForm([{ name: 'file', fileName: 'b2.csv', content }]);
  return app.inject({
    method: 'POST',
    url: `/api/office/tracking/answer?dryRun=${dryRun}${query}`,
    payload: form.payload,
    headers: { ...form.headers, ...by },
  });
}
const answer = async (...args: Parameters<typeof send>) =>
  (await send(...args)).json<CarrierAnswer>();
const boxOf = async (n: number, number = 1) =>
  (
    await db
      .select()
      .from(boxes)
      .where(and(eq(boxes.appraisalId, numberOf(n)), eq(boxes.number, number)))
  )[0];
const stateOf = async (n: number) =>
  (
    await db
      .select()
      .from(applications)
      .where(eq(applications.appraisalId, numberOf(n)))
  )[0]?.state;
const mails = () => db.select().from(outboxMails).orderBy(asc(outboxMails.id));

test('B2’s file comes back: numbers are matched, kits noted as sent, donors told with the carrier’s page', async () => {
  await frozen(1);
  await frozen(2, {}, 2);
  const file = iconv.encode(
    lines(
      line(95, { 1: 'お客様管理番号', 4: '伝票番号' }),
      b2(1, slipOf(1)),
      b2(2, slipOf(2)),
      b2(2, slipOf(3), 2),
    ),
    'cp932',
  );
  const tried = await answer(file, { dryRun: true });
  expect(tried).toMatchObject({
    encoding: 'Shift_JIS',
    layout: 'b2cloud',
    hasHeader: true,
    boxColumn: 1,
    slipColumn: 4,
    rows: 3,
    fresh: 3,
    known: 0,
    sentApplications: 2,
    remarks: [],
  });
  expect([await stateOf(1), (await boxOf(1))?.trackingNumber, await mails()]).toEqual([
    'applied',
    '',
    [],
  ]);
  expect(await answer(file)).toEqual(tried);
  expect(await boxOf(2, 2)).toMatchObject({
    carrier: 'yamato',
    trackingNumber: slipOf(3),
    kitState: 'sent',
    kitSentAt: start,
  });
  expect([await stateOf(1), await stateOf(2)]).toEqual(['kit-sent', 'kit-sent']);
  const told = await mails();
  expect(told.map(({ kind, recipient }) => [kind, recipient])).toEqual([
    ['kit-sent', 'donor1@tasuki.example'],
    ['kit-sent', 'donor2@tasuki.example'],
  ]);
  const dashed = slipOf(3).replace(/(\d{4})(\d{4})(\d{4})/, '$1-$2-$3');
  expect(told[1]?.textBody).toContain(dashed);
  expect(told[1]?.textBody).toContain('https://toi.kuronekoyamato.co.jp/cgi-bin/tneko\n');
  const entries = await db.select().from(kitBatchEntries);
  expect(new Set(entries.map(({ state }) => state))).toEqual(new Set(['sent']));
  const [event] = await db.select().from(applicationEvents);
  expect(event).toMatchObject({ toState: 'kit-sent', doneBy: 'operator', actorUid: 'operator-1' });
});

test('the same file again, and two at once, change nothing twice', async () => {
  await frozen(1);
  const file = lines(b2(1, slipOf(1)));
  await Promise.all([send(file), send(file)]);
  const before = await boxOf(1);
  expect(await answer(file)).toMatchObject({ fresh: 0, known: 1, sentApplications: 0 });
  expect(await boxOf(1)).toEqual(before);
  expect(before?.version).toBe(2);
  expect(await mails()).toHaveLength(1);
  expect(
    await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'tracking.import'))
      .orderBy(auditLog.id),
  ).toHaveLength(1);
});

test('e飛伝’s file is matched by its tenth column and read from its sixty-second, in UTF-8 too', async () => {
  await frozen(1);
  const row = line(74, { 10: `"${customerNumberOf(numberOf(1), 1)}"`, 62: `"${slipOf(1)}"` });
  expect(await answer(`\ufeff${lines(row)}`)).toMatchObject({
    encoding: 'UTF-8',
    layout: 'e-hiden3',
    hasHeader: false,
    slipColumn: 62,
    fresh: 1,
  });
  expect(await boxOf(1)).toMatchObject({ carrier: 'sagawa', trackingNumber: slipOf(1) });
  expect((await mails())[0]?.textBody).toContain('https://k2k.sagawa-exp.co.jp/');
});

test('any other file is read by its headings: later it says what was delivered and what came back', async () => {
  for (const n of [1, 2, 3]) await frozen(n);
  const file = (...states: string[]) =>
    lines(
      '状態,送り状番号,申込番号',
      ...states.map((state, index) => `${state},${slipOf(index)},${numberOf(index + 1)}-1`),
    );
  await send(file('', '', ''), { query: '&carrier=sagawa' });
  expect((await boxOf(1))?.carrier).toBe('sagawa');
  clock.now = new Date('2026-11-20T10:03:00+09:00');
  const later = file('配達完了', '返送（あて所なし）', '持戻');
  expect(await answer(later, { query: '&carrier=sagawa' })).toMatchObject({
    fresh: 2,
    known: 1,
    delivered: 1,
    returned: 1,
  });
  expect(await boxOf(1)).toMatchObject({ kitState: 'delivered', kitStateAt: clock.now });
  expect(await boxOf(2)).toMatchObject({ kitState: 'returned', kitSentAt: start });
  expect((await boxOf(3))?.kitState).toBe('sent');
  // Uploading the first file again does not undo later states.
  expect(await answer(file('', '', ''), { query: '&carrier=sagawa' })).toMatchObject({ fresh: 0 });
  expect((await mails()).map(({ kind }) => kind)).toEqual(Array(3).fill('kit-sent'));
});

test('a file that does not say whose slips they are leaves them with the carrier that is known', async () => {
  await frozen(1);
  await send(lines(b2(1, slipOf(1))));
  const later = lines('申込番号,送り状番号,状態', `${numberOf(1)}-1,${slipOf(1)},配達完了`);
  expect(await answer(later)).toMatchObject({ fresh: 1, delivered: 1 });
  expect(await boxOf(1)).toMatchObject({ carrier: 'yamato', kitState: 'delivered' });
  // The operator's choice applies.
  await send(later, { query: '&carrier=sagawa' });
  expect((await boxOf(1))?.carrier).toBe('sagawa');
});

test('of several rows about a box, in any order, the latest state counts, once', async () => {
  await frozen(1);
  const file = lines(
    '申込番号,送り状番号,状態',
    ...['配達完了', '配達中', '輸送中'].map((state) => `${numberOf(1)}-1,${slipOf(1)},${state}`),
  );
  expect(await answer(file)).toMatchObject({ fresh: 1, known: 2, delivered: 1 });
  expect(await boxOf(1)).toMatchObject({ kitState: 'delivered', version: 2 });
  expect(await mails()).toHaveLength(1);
});

test('our own free layout comes back box by box', async () => {
  await frozen(1, {}, 2);
  const file = lines(
    '申込番号,箱のコード,お客様管理番号,送り状番号',
    ...[1, 2].map(
      (box) =>
        `${numberOf(1)},${numberOf(1)}-${box},${customerNumberOf(numberOf(1), box)},${slipOf(box)}`,
    ),
  );
  expect(await answer(file)).toMatchObject({ fresh: 2, remarks: [] });
  expect((await boxOf(1, 2))?.trackingNumber).toBe(slipOf(2));
});

test('numbers that were swapped are set right by a file that has them right, and both donors are told', async () => {
  for (const n of [1, 2, 3]) await frozen(n);
  await send(lines(b2(1, slipOf(2)), b2(2, slipOf(1)), b2(3, slipOf(3))));
  await db.update(outboxMails).set({ state: 'sent' });
  // One row alone would give two boxes the same number, as would one whose number is still in use.
  expect((await answer(lines(b2(1, slipOf(1))))).remarkCounts.wrong).toBe(1);
  const taken = await answer(lines(b2(1, slipOf(1)), b2(2, slipOf(3))));
  expect(taken).toMatchObject({ fresh: 0, remarkCounts: { wrong: 2 } });
  expect(await answer(lines(b2(1, slipOf(1)), b2(2, slipOf(2))))).toMatchObject({
    fresh: 2,
    remarks: [],
  });
  expect([await boxOf(1), await boxOf(2)].map((box) => box?.trackingNumber)).toEqual(
    [1, 2].map(slipOf),
  );
  const told = (await mails()).filter(({ kind }) => kind === 'kit-tracking');
  expect(told.map(({ appraisalId }) => appraisalId)).toEqual([1, 2].map(numberOf));
});

test('applications changed or cancelled since the freeze are named before the import', async () => {
  await frozen(1);
  await frozen(2);
  await frozen(3);
  const [row] = (await selectApplications(db, undefined)).map(toRow);
  if (row)
    await db.update(kitBatchEntries).set({ recipient: { ...recipientOf(row), line1: '旧町' } });
  await db
    .update(applications)
    .set({ version: 2 })
    .where(eq(applications.appraisalId, numberOf(1)));
  await db
    .update(applications)
    .set({ version: 2, state: 'cancelled' })
    .where(eq(applications.appraisalId, numberOf(2)));
  const file = lines(b2(1, slipOf(1)), b2(2, slipOf(2)), b2(3, slipOf(3)));
  const tried = await answer(file, { dryRun: true });
  expect(tried.remarks).toMatchObject([
    { row: 1, kind: 'changed', message: expect.stringMatching(/住所.*変わっています/) },
    { row: 2, kind: 'changed', message: expect.stringContaining('取り消されています') },
  ]);
  expect(tried).toMatchObject({ fresh: 3, sentApplications: 2 });
  expect(await answer(file)).toEqual(tried);
  expect((await mails()).map(({ appraisalId }) => appraisalId)).toEqual([1, 3].map(numberOf));
  expect((await answer(file)).remarks).toEqual([]);
});

const step = async (n: number, to: 'step' | 'take-back', more: object = {}) => {
  const [seen] = await db
    .select({ appraisalId: applications.appraisalId, version: applications.version })
    .from(applications)
    .where(eq(applications.appraisalId, numberOf(n)));
  return app.inject({
    method: 'POST',
    url: `/api/office/applications/${to}`,
    payload: { applications: [seen], ...more },
    headers: operator,
  });
};

test('a kit that was noted as sent by hand, in no batch, gets its number as well', async () => {
  await insertApplications(db, [application(1, { state: 'applied', boxes: 2 })]);
  await step(1, 'step', { step: 'send-kit' });
  expect(await listed()).toMatchObject([{ number: 1 }, { number: 2 }]);
  expect(await answer(lines(b2(1, slipOf(1)), b2(1, slipOf(2), 2)))).toMatchObject({
    fresh: 2,
    remarks: [],
  });
  expect((await boxOf(1, 2))?.trackingNumber).toBe(slipOf(2));
});

test('after an undo the kit’s number is free, and no mail names it', async () => {
  await frozen(1);
  await send(lines(b2(1, slipOf(1))));
  expect((await step(1, 'take-back')).json()).toMatchObject([{ isDone: true }]);
  expect(await boxOf(1)).toMatchObject({ trackingNumber: '', carrier: '', kitState: 'none' });
  await step(1, 'step', { step: 'send-kit' });
  const [told] = (await mails()).filter(({ kind }) => kind === 'kit-sent').slice(-1);
  expect(told?.textBody).not.toContain('送り状番号');
});

test('what is not ours, in no batch, or wrong is shown and changes nothing; the rest is taken', async () => {
  await frozen(1);
  await frozen(2);
  await frozen(3);
  await insertApplications(db, [application(4, { state: 'applied' })]);
  await insertApplications(db, [application(5, { state: 'applied' })]);
  await db.insert(boxes).values({ appraisalId: numberOf(5), number: 1 });
  const bad = `${slipOf(3).slice(0, 11)}${(Number(slipOf(3)[11]) + 1) % 7}`;
  const file = lines(
    b2(1, slipOf(1)),
    b2(1, slipOf(9)),
    b2(2, slipOf(1)),
    b2(3, bad),
    b2(4, slipOf(4)),
    b2(5, slipOf(5)),
    line(95, { 1: 'ORDER-77', 4: slipOf(6) }),
    b2(2, ''),
    b2(2, slipOf(8), 7),
    line(95, { 1: `${customerNumberOf(numberOf(2), 1)}R`, 4: slipOf(7) }),
  );
  const told = await answer(file);
  expect(told).toMatchObject({
    fresh: 2,
    remarkCounts: { unknown: 3, 'not-sent': 2, wrong: 3, warning: 1 },
  });
  expect(told.remarks.map(({ row, kind }) => [row, kind])).toEqual([
    [2, 'wrong'],
    [3, 'wrong'],
    [4, 'warning'],
    [5, 'unknown'],
    [6, 'not-sent'],
    [7, 'unknown'],
    [8, 'wrong'],
    [9, 'not-sent'],
    [10, 'unknown'],
  ]);
  expect(told.remarks.at(-1)?.message).toContain('集荷');
  for (const { message } of told.remarks) expect(message).toMatch(/[ぁ-ん]/);
  expect([await stateOf(2), await stateOf(4), await stateOf(5)]).toEqual(Array(3).fill('applied'));
  expect((await boxOf(1))?.trackingNumber).toBe(slipOf(1));
  expect((await boxOf(3))?.trackingNumber).toBe(bad);
});

test('a donor whose kit was noted as sent before its number is told the number, once', async () => {
  await frozen(1, { state: 'kit-sent' });
  await db.update(boxes).set({ kitState: 'sent', kitSentAt: start });
  const file = lines(b2(1, slipOf(1)));
  await send(file);
  await send(file);
  const [told, ...others] = await mails();
  expect(others).toEqual([]);
  expect(told?.kind).toBe('kit-tracking');
  expect(told?.subject).toContain('送り状番号');
});

test('a donor is told again when only the second box gets another number', async () => {
  await frozen(1, { state: 'kit-sent' }, 2);
  await db.update(boxes).set({ kitState: 'sent', kitSentAt: start });
  for (const second of [slipOf(2), slipOf(3)]) {
    await send(lines(b2(1, slipOf(1)), b2(1, second, 2)));
    await db.update(outboxMails).set({ state: 'sent' });
  }
  expect((await mails()).map(({ kind }) => kind)).toEqual(['kit-tracking', 'kit-tracking']);
});

test('a mail that has not left yet is written anew with the number, and no second one goes', async () => {
  const slow = await testApp({ mailDelayMinutes: 10, database: undefined });
  await insertAssociate(slow.db, 'ao', 'あおぞらの会');
  const by = await signedIn(slow)('operator-1', 'operator');
  await insertApplications(slow.db, [application(1, { state: 'applied' })]);
  await slow.db
    .insert(boxes)
    .values({ appraisalId: numberOf(1), number: 1, kitState: 'sent', kitSentAt: start });
  const step = { applications: [{ appraisalId: numberOf(1), version: 1 }], step: 'send-kit' };
  const moved = await slow.app.inject({
    method: 'POST',
    url: '/api/office/applications/step',
    payload: step,
    headers: by,
  });
  expect(moved.json()).toMatchObject([{ isDone: true }]);
  const form = fileForm([{ name: 'file', fileName: 'b2.csv', content: lines(b2(1, slipOf(1))) }]);
  await slow.app.inject({
    method: 'POST',
    url: '/api/office/tracking/answer',
    payload: form.payload,
    headers: { ...form.headers, ...by },
  });
  const left = await slow.db.select().from(outboxMails);
  expect(left.map(({ kind }) => kind)).toEqual(['kit-sent']);
  expect(left[0]?.textBody).toContain('送り状番号（ヤマト運輸）');
  expect(left[0]?.waitsMinutes).toBe(10);
});

test('a mail that has not left yet names no number that was wrong, nor one of a kit that is taken back', async () => {
  const slow = await testApp({ mailDelayMinutes: 10, database: undefined });
  await insertAssociate(slow.db, 'ao', 'あおぞらの会');
  const by = await signedIn(slow)('operator-1', 'operator');
  await insertApplications(slow.db, [application(1, { state: 'applied' })]);
  const ask = async (url: string, payload: unknown, headers: object = {}) =>
    slow.app.inject({
      method: 'POST',
      url: `/api/office/${url}`,
      payload: payload as object,
      headers: { ...headers, ...by },
    });
  const upload = async (slip: string) => {
    const { payload, headers } = fileForm([
      { name: 'file', fileName: 'b2.csv', content: lines(b2(1, slip)) },
    ]);
    return ask('tracking/answer', payload, headers);
  };
  const kinds = async () => {
    const written = await slow.db.select().from(outboxMails).orderBy(asc(outboxMails.id));
    return written.map(({ kind, textBody }) => [kind, textBody]);
  };
  const seen = (version: number) => ({ applications: [{ appraisalId: numberOf(1), version }] });
  await ask('applications/step', { ...seen(1), step: 'send-kit' });
  await slow.db.update(outboxMails).set({ state: 'sent' });
  await upload(slipOf(1));
  await upload(slipOf(2));
  const dashed = (slip: string) => slip.replace(/(\d{4})(\d{4})(\d{4})/, '$1-$2-$3');
  expect(await kinds()).toEqual([
    ['kit-sent', expect.anything()],
    ['kit-tracking', expect.stringContaining(dashed(slipOf(2)))],
  ]);
  const back = await ask('applications/take-back', seen(2));
  expect(back.json()).toMatchObject([{ isDone: true }]);
  expect((await kinds()).map(([kind]) => kind)).toEqual(['kit-sent', 'step-taken-back']);
});

test.each([
  ['', /空/],
  ['申込番号,お名前\r\nTS-1,花子\r\n', /列が見つかりません/],
  ['\ufeff', /空/],
])('a file that says nothing is refused in words (%j)', async (content, words) => {
  const reply = await send(content);
  expect(reply.statusCode).toBe(400);
  expect(reply.json().message).toMatch(words);
});

test('donors do not upload; the warehouse does', async () => {
  await frozen(1);
  expect((await send(lines(b2(1, slipOf(1))), { by: donor })).statusCode).toBe(403);
  expect((await send(lines(b2(1, slipOf(1))), { by: warehouse })).statusCode).toBe(200);
});

const listed = async (query = '') =>
  (await app.inject({ url: `/api/office/tracking/boxes${query}`, headers: warehouse })).json<
    OutBox[]
  >();

test('boxes that are out are listed by what is known of them, and those silent for thirty days', async () => {
  for (const n of [1, 2, 3, 4, 5, 6]) await frozen(n, { state: n === 6 ? 'donated' : 'kit-sent' });
  const set = (n: number, values: Partial<typeof boxes.$inferInsert>) =>
    db
      .update(boxes)
      .set(values)
      .where(eq(boxes.appraisalId, numberOf(n)));
  const daysAgo = (days: number) => new Date(start.getTime() - days * 86_400_000);
  await set(1, { kitState: 'sent', kitSentAt: daysAgo(1) });
  await set(2, { kitState: 'delivered', kitSentAt: new Date('2026-10-22T00:00:01+09:00') });
  await set(3, { kitState: 'returned', kitSentAt: daysAgo(40) });
  await set(4, { kitState: 'delivered', kitSentAt: new Date('2026-10-21T23:59:00+09:00') });
  await set(5, { kitState: 'sent', kitSentAt: daysAgo(31), receivedAt: start });
  await set(6, { kitState: 'sent', kitSentAt: daysAgo(50) });
  const ids = async (query: string) => (await listed(query)).map(({ appraisalId }) => appraisalId);
  expect(await ids('')).toEqual([4, 2, 1].map(numberOf));
  expect(await ids('?state=sent')).toEqual([numberOf(1)]);
  expect(await ids('?state=delivered')).toEqual([4, 2].map(numberOf));
  expect(await ids('?state=returned')).toEqual([numberOf(3)]);
  expect(await ids('?state=silent')).toEqual([numberOf(4)]);
  const counts = await app.inject({ url: '/api/office/menu-counts', headers: warehouse });
  expect(counts.json()).toMatchObject({ tracking: { open: 1 } });
  expect((await listed('?state=silent'))[0]).toMatchObject({ number: 1, boxes: 1, daysOut: 30 });
});

test('a box is moved by hand once, and a stale page is told what it is by now and by whom', async () => {
  await frozen(1, { state: 'kit-sent' });
  const move = (to: string, version: number, by = operator) =>
    app.inject({
      method: 'POST',
      url: `/api/office/tracking/boxes/${numberOf(1)}/1`,
      payload: { to, version },
      headers: by,
    });
  for (const kitState of ['none', 'frozen']) {
    await db.update(boxes).set({ kitState });
    expect((await move('returned', 1)).json().message).toContain('まだ発送していません');
  }
  await db.update(boxes).set({ kitState: 'sent', kitSentAt: start });
  expect((await move('returned', 1)).json()).toMatchObject({ kitState: 'returned', version: 2 });
  expect((await move('returned', 1)).statusCode).toBe(200);
  const late = await move('delivered', 1, warehouse);
  expect(late.statusCode).toBe(409);
  expect(late.json().message).toMatch(/operator-1.*戻ってきた/);
  expect((await boxOf(1))?.kitState).toBe('returned');
  await db.update(boxes).set({ receivedAt: start });
  expect((await move('sent', 2)).statusCode).toBe(409);
  const audit = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'tracking.move'))
    .orderBy(auditLog.id);
  expect(audit).toMatchObject([{ details: { from: 'sent', to: 'returned' } }]);
});
