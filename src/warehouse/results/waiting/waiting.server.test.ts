import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { applications } from '#giving/applications/application-tables.server.ts';
import { donations } from '#giving/donations/donation-tables.server.ts';
import type { Person } from '#kit/actor.server.ts';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { transaction, urlOf } from '#kit/db/database.server.ts';
import { forWork } from '#kit/dependencies.server.ts';
import { ledgerLines } from '#money/ledger/ledger-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { leaveUncommitted, lockWaits, waitForLocks } from '#test/lock-waits.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { waitingResults } from '#warehouse/appraisals/appraisal-tables.server.ts';
import type { ResultBatch } from '#warehouse/results/result-import.ts';
import { appraisals, resultBatches } from '#warehouse/results/result-tables.server.ts';
import type { WaitingEdit, WaitingResult, WaitingRow } from '#warehouse/results/waiting-result.ts';
import { addTabletResult, type TabletResult } from './add-tablet-result.server.ts';
import { releaseDue } from './release-due.server.ts';

const house = await testApp({ now: new Date('2025-11-20T10:00:00+09:00') });
const { app, db, clock, dependencies } = house;
const signIn = signedIn(house);
const operator = await signIn('op', 'operator');
const colleague = await signIn('op2', 'operator');
const warehouse = await signIn('boxes', 'warehouse');
await insertAssociate(db, 'ao');
await db.update(users).set({ lastName: '倉田', firstName: '次郎' }).where(eq(users.uid, 'op2'));

let n = 0;
const waits = { waits: true };
const now = new Date('2025-11-20T10:00:00+09:00');

beforeEach(async () => {
  clock.now = now;
  await db.delete(outboxMails);
});

/** Next application numbers, with goods arrived. */
async function boxes(count: number, changes: Parameters<typeof application>[1] = {}) {
  const all = Array.from({ length: count }, () => {
    n += 1;
    return n;
  });
  await insertApplications(
    db,
    all.map((one) =>
      application(one, { createdAt: new Date('2025-11-01T09:00:00+09:00'), ...changes }),
    ),
  );
  return all;
}

type Headers = typeof operator;
async function call<Body = { message: string }>(
  method: 'GET' | 'POST',
  path: string,
  payload?: object,
  headers: Headers = operator,
) {
  const url = `/api/office/results${path}`;
  const response = await app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json<Body>() };
}
const batchOf = async (id: string) =>
  (await call<{ batch: ResultBatch }>('GET', `/batches/${id}`)).body.batch;
const rowsOf = async (id: string, view = 'in') =>
  (await call<WaitingRow[]>('GET', `/batches/${id}/waiting?view=${view}`)).body;
const release = (id: string, version: number, headers = operator) =>
  call<ResultBatch & { message: string }>('POST', `/batches/${id}/release`, { version }, headers);

/** Uploads lines as waiting results; returns the batch. */
async function upload(...lines: string[]): Promise<string> {
  const { status, body } = await uploadResults(house, warehouse, resultFile(...lines), waits);
  expect([status, body.state]).toEqual([200, 'waiting']);
  return body.batchId;
}

async function editOf(id: string, changes: Partial<WaitingEdit> = {}) {
  const { body } = await call<WaitingResult>('GET', `/waiting/${id}`);
  const { receivedOn, appraisedOn, itemCount, pricedCount, appraisedYen, bonusYen } = body;
  const { outcome, note, items, overrideReason } = body;
  const edit: WaitingEdit = {
    ...{ receivedOn, appraisedOn, itemCount, pricedCount, appraisedYen, bonusYen },
    ...{ outcome, note, items, overrideReason },
    ...changes,
  };
  return { version: body.version, ...edit };
}

const stateOf = async (one: number) =>
  (
    await db
      .select({ state: applications.state })
      .from(applications)
      .where(eq(applications.appraisalId, numberOf(one)))
  )[0]?.state;

test('uploaded results wait: nothing moves, nobody is told, the same file again is no change', async () => {
  const [a, b] = (await boxes(2)) as [number, number];
  const file = resultFile(resultLine(a), resultLine(b, { appraised: 800 }));
  const { body } = await uploadResults(house, warehouse, file, waits);
  expect(body).toMatchObject({ accepted: 2, state: 'waiting', flagged: 0, donationYen: 2000 });
  expect(await batchOf(body.batchId)).toMatchObject({
    state: 'waiting',
    accepted: 2,
    donationYen: 2000,
    releaseDueAt: '20251121090000000',
    releasedAt: null,
  });
  expect([await stateOf(a), await stateOf(b)]).toEqual(['goods-received', 'goods-received']);
  expect(await db.$count(appraisals, eq(appraisals.batchId, body.batchId))).toBe(0);
  expect(await db.$count(outboxMails)).toBe(0);
  expect((await uploadResults(house, warehouse, file, waits)).body).toMatchObject({
    batchId: null,
    unchanged: 2,
  });
  const other = resultFile(resultLine(a, { appraised: 900 }));
  const refused = await uploadResults(house, warehouse, other, waits);
  expect([refused.status, refused.body.message]).toEqual([
    400,
    expect.stringContaining('確定を待っています'),
  ]);
});

test('released, a batch is what an upload has always been, and each donor is told once', async () => {
  const [a, b] = (await boxes(2)) as [number, number];
  const id = await upload(resultLine(a), resultLine(b, { appraised: 0, outcome: '値付不可' }));
  const before = await db.$count(ledgerLines);
  const { status, body } = await release(id, 1);
  expect([status, body]).toMatchObject([
    200,
    { state: 'released', accepted: 2, donationYen: 1200, version: 2, releaseDueAt: null },
  ]);
  expect([await stateOf(a), await stateOf(b)]).toEqual(['donated', 'unpriced']);
  expect(await db.$count(donations, eq(donations.appraisalId, numberOf(a)))).toBe(1);
  expect(await db.$count(ledgerLines)).toBe(before + 2);
  const mails = await db.select({ kind: outboxMails.kind }).from(outboxMails);
  expect(mails.map(({ kind }) => kind).toSorted()).toEqual([
    'application-unpriced',
    'donation-completed',
  ]);
  // A retry after a lost response.
  expect(await release(id, 1)).toMatchObject({ status: 200, body: { state: 'released' } });
  expect(await db.$count(outboxMails)).toBe(2);
  const late = await release(id, 1, colleague);
  expect(late.status).toBe(409);
  expect(late.body.message).toContain('2025/11/20 10:00に確定しています');
});

test('two operators who release at once release once, and the second is told who did', async () => {
  const [a] = (await boxes(1)) as [number];
  const id = await upload(resultLine(a));
  const answers = await Promise.all([release(id, 1), release(id, 1, colleague)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await db.$count(outboxMails)).toBe(1);
});

test('warehouse people bring results but release none', async () => {
  const [a] = (await boxes(1)) as [number];
  const id = await upload(resultLine(a));
  expect((await release(id, 1, warehouse)).status).toBe(403);
  const direct = await uploadResults(house, warehouse, resultFile(resultLine(a)));
  expect(direct.status).toBe(403);
});

test('¥10,000,000 for ¥10,000 stops the release until it is corrected or has a reason', async () => {
  const [a, b] = (await boxes(2)) as [number, number];
  const id = await upload(resultLine(a, { appraised: 10_000_000 }), resultLine(b));
  expect(await batchOf(id)).toMatchObject({ flagged: 1, donationYen: 10_001_200 });
  const stopped = await release(id, 1);
  expect([stopped.status, stopped.body.message]).toEqual([
    409,
    expect.stringContaining('確かめていない行が1件'),
  ]);
  const [row] = await rowsOf(id, 'flagged');
  expect(row?.flags.map(({ code }) => code)).toEqual(['large']);
  const edit = await editOf(row?.id ?? '', { appraisedYen: 10_000 });
  const corrected = await call<WaitingResult>('POST', `/waiting/${row?.id}`, edit, colleague);
  expect(corrected).toMatchObject({
    status: 200,
    body: { appraisedYen: 10_000, donationYen: 10_000, flags: [], changedBy: '倉田 次郎' },
  });
  expect(await batchOf(id)).toMatchObject({ flagged: 0, donationYen: 11_200, version: 2 });
  const stale = await release(id, 1);
  expect([stale.status, stale.body.message]).toEqual([
    409,
    'この取り込みは、倉田 次郎さんが2025/11/20 10:00に変更しています。内容を読み込み直して、お確かめください。',
  ]);
  expect((await release(id, 2)).status).toBe(200);
  const [entry] = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.action, 'waiting-results.change'), eq(auditLog.subjectId, numberOf(a))))
    .orderBy(auditLog.id);
  expect(entry).toMatchObject({ actorUid: 'op2', details: { from: 10_000_000, to: 10_000 } });
});

test('what is unlikely and right is released with its reason', async () => {
  const [a] = (await boxes(1)) as [number];
  const id = await upload(resultLine(a, { appraised: 150_000 }));
  const [row] = await rowsOf(id, 'flagged');
  const edit = await editOf(row?.id ?? '', { overrideReason: '金の指輪がありました' });
  expect((await call('POST', `/waiting/${row?.id}`, edit)).status).toBe(200);
  expect(await rowsOf(id, 'flagged')).toEqual([]);
  expect((await release(id, 2)).status).toBe(200);
  const [stored] = await db.select().from(appraisals).where(eq(appraisals.batchId, id));
  expect(stored?.overrideReason).toBe('金の指輪がありました');
});

test('a reason is not kept for a row with nothing unlikely', async () => {
  const [a] = (await boxes(1)) as [number];
  const id = await upload(resultLine(a));
  const [row] = await rowsOf(id);
  const edit = await editOf(row?.id ?? '', { overrideReason: '金の指輪がありました' });
  const edited = await call<WaitingResult>('POST', `/waiting/${row?.id}`, edit);
  expect(edited).toMatchObject({ status: 200, body: { overrideReason: '', flags: [] } });
});

test('no reason lifts what no longer fits: it stands in front again', async () => {
  const [a] = (await boxes(1)) as [number];
  const id = await upload(resultLine(a, { appraised: 150_000 }));
  const [row] = await rowsOf(id, 'flagged');
  const edit = await editOf(row?.id ?? '', { overrideReason: '金の指輪がありました' });
  await call('POST', `/waiting/${row?.id}`, edit);
  const called = eq(applications.appraisalId, numberOf(a));
  await db.update(applications).set({ state: 'cancelled' }).where(called);
  expect((await release(id, 2)).status).toBe(409);
  expect((await rowsOf(id, 'flagged')).map(({ flags }) => flags[0]?.code)).toEqual([
    'does-not-fit',
  ]);
  expect(await batchOf(id)).toMatchObject({ flagged: 1 });
});

test('a box whose kit never left the house is asked about', async () => {
  const [a] = (await boxes(1, { state: 'applied' })) as [number];
  const id = await upload(resultLine(a));
  const [row] = await rowsOf(id, 'flagged');
  expect(row?.flags).toEqual([
    { code: 'kit-never-left', message: '発送キットをまだ送っていないお申し込みです' },
  ]);
});

test('release=now with something unlikely and no reason leaves the rows waiting', async () => {
  const [a] = (await boxes(1)) as [number];
  const csv = resultFile(resultLine(a, { appraised: 150_000 }));
  const send = (payload: object) =>
    app.inject({
      method: 'POST',
      url: '/api/csv/appraisal-result?release=now',
      headers: operator,
      payload,
    });
  expect((await send({ csv })).json()).toMatchObject({ state: 'waiting', flagged: 1 });
  expect(await stateOf(a)).toBe('goods-received');
});

test('a row that two people correct keeps the first correction, and shows the second who made it', async () => {
  const [a] = (await boxes(1)) as [number];
  const id = await upload(resultLine(a));
  const [row] = await rowsOf(id);
  const path = `/waiting/${row?.id}`;
  const mine = await editOf(row?.id ?? '', { appraisedYen: 1_300 });
  const theirs = await editOf(row?.id ?? '', { note: '袖に傷' });
  expect((await call('POST', path, theirs, colleague)).status).toBe(200);
  const refused = await call('POST', path, mine);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'この行は、倉田 次郎さんが2025/11/20 10:00に変更しています。内容をご確認ください。',
  ]);
  expect((await rowsOf(id))[0]).toMatchObject({ appraisedYen: 1_200, note: '袖に傷' });
});

test('a correction obeys the rules of a file, field by field', async () => {
  const [a] = (await boxes(1)) as [number];
  const id = await upload(resultLine(a));
  const [row] = await rowsOf(id);
  const errorsOf = async (changes: Partial<WaitingEdit>) => {
    const edit = await editOf(row?.id ?? '', changes);
    const { status, body } = await call<{ errors: { path: string }[] }>(
      'POST',
      `/waiting/${row?.id}`,
      edit,
    );
    return [status, ...body.errors.map(({ path }) => path)];
  };
  expect(await errorsOf({ receivedOn: '2025-11-21', appraisedOn: '2025-11-22' })).toEqual([
    400,
    'receivedOn',
  ]);
  expect(await errorsOf({ appraisedOn: '2025-11-07' })).toEqual([400, 'appraisedOn']);
  expect(await errorsOf({ appraisedYen: 0 })).toEqual([400, 'appraisedYen']);
  expect(await errorsOf({ pricedCount: 4 })).toEqual([400, 'pricedCount']);
});

test('a row is taken out with a reason, put back, and added by hand', async () => {
  const [a, b, c] = (await boxes(3)) as [number, number, number];
  const id = await upload(resultLine(a), resultLine(b));
  const [first] = await rowsOf(id);
  const path = `/waiting/${first?.id}`;
  expect((await call('POST', `${path}/take-out`, { version: 1, reason: ' ' })).status).toBe(400);
  const out = await call<WaitingResult>('POST', `${path}/take-out`, {
    version: 1,
    reason: '箱の取り違え',
  });
  expect(out.body.takenOut).toMatchObject({ reason: '箱の取り違え', at: '20251120100000000' });
  expect(await batchOf(id)).toMatchObject({ accepted: 1, donationYen: 1_200 });
  expect((await rowsOf(id)).map(({ appraisalId }) => appraisalId)).toEqual([numberOf(b)]);
  expect((await rowsOf(id, 'out')).map(({ appraisalId }) => appraisalId)).toEqual([numberOf(a)]);
  expect((await call('POST', `${path}/put-back`, { version: 2 })).status).toBe(200);
  const { version: _, ...edit } = await editOf(first?.id ?? '', { appraisedYen: 500 });
  const added = await call('POST', `/batches/${id}/rows`, { ...edit, appraisalId: numberOf(c) });
  expect(added).toMatchObject({ status: 200, body: { accepted: 3, donationYen: 2_900 } });
  const again = await call('POST', `/batches/${id}/rows`, { ...edit, appraisalId: numberOf(c) });
  expect(again.status).toBe(409);
  expect((await release(id, 4)).body).toMatchObject({ accepted: 3, donationYen: 2_900 });
  const steps = await db
    .select({
      ...{ actor: auditLog.actorUid, action: auditLog.action },
      ...{ about: auditLog.subjectId, details: auditLog.details },
    })
    .from(auditLog)
    .where(
      sql`${auditLog.action} like 'waiting-results.%' and ${auditLog.details} ->> 'batch' = ${id}`,
    )
    .orderBy(auditLog.id);
  const step = { actor: 'op', about: numberOf(a), details: { batch: id } };
  expect(steps).toEqual([
    { ...step, action: 'waiting-results.take-out' },
    { ...step, action: 'waiting-results.put-back' },
    {
      ...{ ...step, action: 'waiting-results.add', about: numberOf(c) },
      details: { to: 500, batch: id },
    },
  ]);
});

test('of two people who put a row back at once one does, and the other is told who did', async () => {
  const [a] = (await boxes(1)) as [number];
  const id = await upload(resultLine(a));
  const [row] = await rowsOf(id);
  await call('POST', `/waiting/${row?.id}/take-out`, { version: 1, reason: '金額の誤り' });
  const back = (headers: Headers) =>
    call('POST', `/waiting/${row?.id}/put-back`, { version: 2 }, headers);
  const answers = await Promise.all([back(operator), back(colleague)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.message).toMatch(
    /^この行は、.+さんが2025\/11\/20 10:00に変更しています/,
  );
  expect(await batchOf(id)).toMatchObject({ accepted: 1, donationYen: 1_200 });
});

test('a row is not put back past a result that is just coming for its application', async () => {
  const [a, b] = (await boxes(2)) as [number, number];
  const id = await upload(resultLine(a));
  const other = await upload(resultLine(b));
  const [row] = await rowsOf(id);
  const path = `/waiting/${row?.id}`;
  await call('POST', `${path}/take-out`, { version: 1, reason: '金額の誤り' });
  const commit = await leaveUncommitted(
    urlOf(db),
    `with box as (select appraisal_id from applications where appraisal_id = '${numberOf(a)}' for update)
     insert into waiting_results
       (id, batch_id, row_number, appraisal_id, source, result, row_hash, added_by, added_at, changed_by, changed_at)
     select 'coming', '${other}', 2, appraisal_id, source, result, row_hash, added_by, added_at, changed_by, changed_at
     from waiting_results join box using (appraisal_id) where id = '${row?.id}'`,
  );
  const putting = call('POST', `${path}/put-back`, { version: 2 });
  await waitForLocks(db, 1);
  await commit();
  expect(await putting).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('別の結果が、確定を待っています') },
  });
});

test('a row taken out stays behind; its application takes another result', async () => {
  const [a, b] = (await boxes(2)) as [number, number];
  const id = await upload(resultLine(a), resultLine(b));
  const [first] = await rowsOf(id);
  await call('POST', `/waiting/${first?.id}/take-out`, { version: 1, reason: '金額の誤り' });
  const other = await upload(resultLine(a, { appraised: 700 }));
  const back = await call('POST', `/waiting/${first?.id}/put-back`, { version: 2 });
  expect([back.status, back.body.message]).toEqual([
    409,
    'この番号の別の結果が、確定を待っています。',
  ]);
  await release(other, 1);
  const late = await call('POST', `/waiting/${first?.id}/put-back`, { version: 2 });
  expect([late.status, late.body.message]).toEqual([
    409,
    expect.stringContaining('すでに登録されています'),
  ]);
});

test('an application cancelled meanwhile blocks the release, by name, until its row is taken out', async () => {
  const [a, b] = (await boxes(2)) as [number, number];
  const id = await upload(resultLine(a), resultLine(b));
  await db
    .update(applications)
    .set({ state: 'cancelled' })
    .where(eq(applications.appraisalId, numberOf(a)));
  const stopped = await release(id, 1);
  expect([stopped.status, stopped.body.message]).toEqual([
    409,
    expect.stringContaining(numberOf(a)),
  ]);
  expect(await stateOf(b)).toBe('goods-received');
  expect(await db.$count(outboxMails)).toBe(0);
  const [row] = await rowsOf(id, 'flagged');
  expect(row?.flags).toMatchObject([{ code: 'does-not-fit' }]);
  expect(row?.flags[0]?.message).toContain('結果を登録できません');
  await call('POST', `/waiting/${row?.id}/take-out`, { version: 1, reason: 'キャンセル' });
  expect((await release(id, 2)).status).toBe(200);
  expect([await stateOf(a), await stateOf(b)]).toEqual(['cancelled', 'donated']);
});

test('a row that joined from another file blocks it as well, even with the same row number', async () => {
  const [a, b] = (await boxes(2)) as [number, number];
  const id = await upload(resultLine(a));
  const query = `batch=${id}`;
  const other = resultFile(resultLine(b));
  expect((await uploadResults(house, operator, other, { waits: true, query })).status).toBe(200);
  expect((await rowsOf(id)).map(({ row }) => row)).toEqual([2, 2]);
  const called = eq(applications.appraisalId, numberOf(b));
  await db.update(applications).set({ state: 'cancelled' }).where(called);
  const stopped = await release(id, 2);
  expect([stopped.status, stopped.body.message]).toEqual([
    409,
    expect.stringContaining(numberOf(b)),
  ]);
  const flagged = await rowsOf(id, 'flagged');
  expect(flagged.map(({ appraisalId }) => appraisalId)).toEqual([numberOf(b)]);
  expect(await stateOf(a)).toBe('goods-received');
});

test('a row that was taken out is not corrected, and counts for nothing', async () => {
  const [a, b] = (await boxes(2)) as [number, number];
  const id = await upload(resultLine(a), resultLine(b));
  const [first] = await rowsOf(id);
  const path = `/waiting/${first?.id}`;
  await call('POST', `${path}/take-out`, { version: 1, reason: '金額の誤り' }, colleague);
  const edit = await editOf(first?.id ?? '', { appraisedYen: 9_000 });
  expect(await call('POST', path, edit)).toMatchObject({
    status: 409,
    body: { message: 'この行は、すでに外されています。' },
  });
  expect(await batchOf(id)).toMatchObject({ accepted: 1, donationYen: 1_200 });
  // A stale page is told about the last change.
  const stale = await release(id, 1);
  expect([stale.status, stale.body.message]).toEqual([
    409,
    expect.stringContaining('倉田 次郎さんが2025/11/20 10:00に変更しています'),
  ]);
});

test('a row that was open while its batch was released is changed no more', async () => {
  const [a] = (await boxes(1)) as [number];
  const id = await upload(resultLine(a));
  const [row] = await rowsOf(id);
  const edit = await editOf(row?.id ?? '', { appraisedYen: 900 });
  await release(id, 1, colleague);
  const late = await call('POST', `/waiting/${row?.id}`, edit);
  expect([late.status, late.body.message]).toEqual([
    404,
    expect.stringContaining('すでに確定されたかもしれません'),
  ]);
  const added = await call('POST', `/batches/${id}/rows`, { ...edit, appraisalId: numberOf(a) });
  expect(added.status).not.toBe(200);
  const [stored] = await db.select().from(appraisals).where(eq(appraisals.batchId, id));
  expect(stored?.donationYen).toBe(1_200);
});

test('mended rows that come again are no change, and join no batch that was released', async () => {
  const [a, b] = (await boxes(2)) as [number, number];
  const id = await upload(resultLine(a));
  const join = () =>
    uploadResults(house, operator, resultFile(resultLine(b)), {
      waits: true,
      query: `batch=${id}`,
    });
  expect((await join()).body).toMatchObject({ batchId: id, accepted: 1 });
  expect((await join()).body).toMatchObject({ batchId: null, accepted: 0, unchanged: 1 });
  expect(await batchOf(id)).toMatchObject({ accepted: 2, donationYen: 2_400, version: 2 });
  await release(id, 2);
  const [c] = (await boxes(1)) as [number];
  const late = await uploadResults(house, operator, resultFile(resultLine(c)), {
    waits: true,
    query: `batch=${id}`,
  });
  expect([late.status, late.body.message]).toEqual([
    409,
    expect.stringContaining('確定しています'),
  ]);
  expect(await db.$count(waitingResults, eq(waitingResults.appraisalId, numberOf(c)))).toBe(0);
});

test('the good rows wait while the wrong ones are mended, and join their places', async () => {
  const [a, b, c] = (await boxes(3)) as [number, number, number];
  const file = resultFile(resultLine(a), resultLine(b, { appraised: '千' }), resultLine(c));
  const strict = await uploadResults(house, operator, file, waits);
  expect([strict.status, strict.body.batchId]).toEqual([400, null]);
  const good = await uploadResults(house, operator, file, { waits: true, query: 'accept=good' });
  expect([good.status, good.body]).toMatchObject([
    200,
    { accepted: 2, rejected: 1, state: 'waiting', errorsTotal: 2 },
  ]);
  const { batchId } = good.body;
  const faulty = await app.inject({
    method: 'POST',
    url: '/api/csv/appraisal-result/errors?accept=good',
    headers: operator,
    payload: { csv: file },
  });
  const lines = faulty.body.trim().split('\r\n');
  expect(lines).toHaveLength(2);
  const mended = lines.join('\r\n').replaceAll('千,0,千', '900,0,900');
  const joined = await uploadResults(house, operator, mended, {
    waits: true,
    query: `batch=${batchId}`,
  });
  expect(joined.body).toMatchObject({ batchId, accepted: 1, state: 'waiting' });
  expect((await rowsOf(batchId)).map(({ row, appraisalId }) => [row, appraisalId])).toEqual([
    [2, numberOf(a)],
    [3, numberOf(b)],
    [4, numberOf(c)],
  ]);
  expect(await batchOf(batchId)).toMatchObject({ rows: 3, accepted: 3, donationYen: 3_300 });
});

test('no row of a truncated file is accepted: the rest would be missing from the file of wrong rows', async () => {
  const [a, b, c] = (await boxes(3)) as [number, number, number];
  const file = resultFile(resultLine(a), `"${resultLine(b)}`, resultLine(c));
  const tried = await uploadResults(house, operator, file, { waits: true, dryRun: true });
  expect(tried.body).toMatchObject({ accepted: 0, errors: [{ row: 3 }] });
  const good = await uploadResults(house, operator, file, { waits: true, query: 'accept=good' });
  expect([good.status, good.body]).toMatchObject([400, { batchId: null, accepted: 0 }]);
});

test('results whose items are wrong come back with all of their items', async () => {
  const [a, b] = (await boxes(2)) as [number, number];
  const csv = resultFile(resultLine(a), resultLine(b));
  const items = [
    '申込番号,品目,点数,査定金額,行き先,ブランド',
    `${numberOf(a)},靴,3,1200,再販売,A社`,
    `${numberOf(b)},靴,1,1000,再販売,`,
    `${numberOf(b)},帽子,二,200,再販売,`,
  ].join('\r\n');
  const query = 'accept=good';
  const good = await uploadResults(house, operator, csv, { waits: true, items, query });
  expect(good.body).toMatchObject({ accepted: 1 });
  const [row] = await rowsOf(good.body.batchId);
  const { body } = await call<WaitingResult>('GET', `/waiting/${row?.id}`);
  expect(body.items).toMatchObject([{ name: '靴', brand: 'A社' }]);
  const rest = async (file: string) =>
    (
      await app.inject({
        method: 'POST',
        url: `/api/csv/appraisal-result/errors?accept=good&file=${file}`,
        headers: operator,
        payload: { csv, items },
      })
    ).body
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',').slice(0, 2));
  expect((await rest('csv')).map(([id]) => id)).toEqual([numberOf(b)]);
  expect(await rest('items')).toEqual([
    [numberOf(b), '靴'],
    [numberOf(b), '帽子'],
  ]);
});

test('unknown columns are ignored by name; era dates, serial dates and times are read', async () => {
  const [a] = (await boxes(1)) as [number];
  const header =
    '申込番号,受付日,査定完了日,点数,買取点数,査定金額,寄付金額,寄付先団体ID,結果区分,担当者';
  const csv = `${header}\r\n${numberOf(a)},令和7年11月8日,45971.4,3,2,1200,1200,ao,成立,佐藤\r\n`;
  const tried = await uploadResults(house, operator, csv, { waits: true, dryRun: true });
  expect(tried.body).toMatchObject({ accepted: 1, ignoredColumns: ['担当者'], state: null });
  const { body } = await uploadResults(house, operator, csv, waits);
  expect((await rowsOf(body.batchId))[0]).toMatchObject({
    receivedOn: '2025-11-08',
    appraisedOn: '2025-11-10',
  });
});

test('the next morning a batch is released by itself, by one of many processes', async () => {
  const [a] = (await boxes(1)) as [number];
  const id = await upload(resultLine(a));
  clock.now = new Date('2025-11-21T08:59:59+09:00');
  await releaseDue(forWork(house.services.ctx));
  expect(await stateOf(a)).toBe('goods-received');
  clock.now = new Date('2025-11-21T09:00:00+09:00');
  await Promise.all(Array.from({ length: 4 }, () => releaseDue(forWork(house.services.ctx))));
  expect(await stateOf(a)).toBe('donated');
  clock.now = now;
  expect(await batchOf(id)).toMatchObject({ state: 'released', releasedBy: '' });
  const told = eq(outboxMails.appraisalId, numberOf(a));
  expect(await db.$count(outboxMails, told)).toBe(1);
});

test('a batch that cannot be released by itself is left, and the operator is told once', async () => {
  const [a] = (await boxes(1)) as [number];
  const id = await upload(resultLine(a, { appraised: 150_000 }));
  clock.now = new Date('2025-11-21T09:00:00+09:00');
  await Promise.all([1, 2, 3].map(() => releaseDue(forWork(house.services.ctx))));
  await releaseDue(forWork(house.services.ctx));
  const mails = await db
    .select()
    .from(outboxMails)
    .where(eq(outboxMails.kind, 'results-not-released'));
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ recipient: 'operator-mail@tasuki.example' });
  clock.now = now;
  expect(await batchOf(id)).toMatchObject({ state: 'waiting', releaseDueAt: null });
});

test('an automatic release is postponed, or cancelled', async () => {
  const [a] = (await boxes(1)) as [number];
  const id = await upload(resultLine(a));
  const schedule = (version: number, releaseDueAt: string | null) =>
    call('POST', `/batches/${id}/schedule`, { version, releaseDueAt });
  for (const gone of ['20251120090000000', '20251120100000000']) {
    expect((await schedule(1, gone)).status).toBe(400);
  }
  expect((await schedule(1, '20251125090000000')).status).toBe(200);
  expect((await schedule(1, null)).status).toBe(409);
  expect((await schedule(2, null)).body).toMatchObject({ releaseDueAt: null });
  clock.now = new Date('2025-12-01T09:00:00+09:00');
  await releaseDue(forWork(house.services.ctx));
  expect(await stateOf(a)).toBe('goods-received');
});

test('a batch postponed at its release time stays', async () => {
  const [a] = (await boxes(1)) as [number];
  const id = await upload(resultLine(a));
  const due = new Date('2025-11-25T09:00:00+09:00');
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
  const { promise: isOver, resolve: goOn } = Promise.withResolvers<void>();
  onTestFinished(() => goOn());
  const puttingOff = transaction(db, async (tx) => {
    await tx.update(resultBatches).set({ releaseDueAt: due }).where(eq(resultBatches.id, id));
    locked();
    await isOver;
  });
  await isLocked;
  clock.now = new Date('2025-11-21T09:00:00+09:00');
  const releasing = releaseDue(forWork(house.services.ctx));
  await expect.poll(() => lockWaits(db)).toBe(1);
  goOn();
  await Promise.all([puttingOff, releasing]);
  expect(await stateOf(a)).toBe('goods-received');
  clock.now = now;
  expect(await batchOf(id)).toMatchObject({
    state: 'waiting',
    releaseDueAt: '20251125090000000',
  });
  expect(await db.$count(outboxMails, eq(outboxMails.appraisalId, numberOf(a)))).toBe(0);
});

test('a batch that fails delays no other release', async () => {
  const [a, b, c] = (await boxes(3)) as [number, number, number];
  const ids = [
    await upload(resultLine(a)),
    await upload(resultLine(b)),
    await upload(resultLine(c)),
  ];
  // The good batch is between two broken ones, in either order.
  const broken = inArray(waitingResults.appraisalId, [numberOf(a), numberOf(c)]);
  await db.update(waitingResults).set({ result: sql`result - 'itemCount'` }).where(broken);
  clock.now = new Date('2025-11-21T09:00:00+09:00');
  await expect(releaseDue(forWork(house.services.ctx))).rejects.toThrow();
  expect(await Promise.all([a, b, c].map(stateOf))).toEqual([
    'goods-received',
    'donated',
    'goods-received',
  ]);
  await db.delete(resultBatches).where(inArray(resultBatches.id, [ids[0] ?? '', ids[2] ?? '']));
});

test('a batch is dropped with a reason, and its file may come again', async () => {
  const [a] = (await boxes(1)) as [number];
  const id = await upload(resultLine(a));
  const drop = await call('POST', `/batches/${id}/drop`, { version: 1, reason: '別の日の分' });
  expect(drop.body).toMatchObject({ state: 'dropped', reversalReason: '別の日の分' });
  const after = await release(id, 2);
  expect([after.status, after.body.message]).toEqual([
    409,
    expect.stringContaining('取りやめています'),
  ]);
  expect(await upload(resultLine(a))).not.toBe(id);
});

const drop = (id: string, version: number, headers = operator) =>
  call<ResultBatch>('POST', `/batches/${id}/drop`, { version, reason: '別の日の分' }, headers);
const restore = (id: string, version: number, headers = operator) =>
  call<ResultBatch & { message: string }>('POST', `/batches/${id}/restore`, { version }, headers);

/** Moves the clock and renews the token. */
async function later(to: string, uid = 'op') {
  clock.now = new Date(to);
  return headersOfSession(house, uid, true);
}

test('a drop is taken back: its rows wait again for their morning, but none that was out before', async () => {
  const [a, b] = (await boxes(2)) as [number, number];
  const id = await upload(resultLine(a), resultLine(b));
  const [first] = await rowsOf(id);
  // By the same person at the same time, but with a reason of its own.
  await call('POST', `/waiting/${first?.id}/take-out`, { version: 1, reason: '箱の取り違え' });
  await drop(id, 2);
  expect(await rowsOf(id)).toEqual([]);
  expect((await restore(id, 2)).status).toBe(409);
  const op2 = await later('2025-11-20T10:10:00.001+09:00', 'op2');
  expect(await restore(id, 3, op2)).toMatchObject({
    status: 200,
    body: {
      ...{ state: 'waiting', version: 4, accepted: 1, donationYen: 1_200 },
      ...{ releaseDueAt: '20251121090000000', reversedAt: null, reversalReason: '' },
    },
  });
  clock.now = now;
  expect((await rowsOf(id)).map(({ appraisalId }) => appraisalId)).toEqual([numberOf(b)]);
  expect((await rowsOf(id, 'out')).map(({ takenOut }) => takenOut?.reason)).toEqual([
    '箱の取り違え',
  ]);
  const own = await later('2025-11-20T10:11:00+09:00');
  const stale = await release(id, 2, own);
  expect([stale.status, stale.body.message]).toEqual([
    409,
    'この取り込みは、倉田 次郎さんが2025/11/20 10:10に変更しています。内容を読み込み直して、お確かめください。',
  ]);
  expect((await release(id, 4, own)).body).toMatchObject({ accepted: 1, donationYen: 1_200 });
  expect([await stateOf(a), await stateOf(b)]).toEqual(['goods-received', 'donated']);
});

test('after ten minutes a drop stays, and its file can come again', async () => {
  const [a] = (await boxes(1)) as [number];
  const id = await upload(resultLine(a));
  await drop(id, 1);
  const late = await restore(id, 2, await later('2025-11-20T10:10:00.001+09:00'));
  clock.now = now;
  expect([late.status, late.body.message]).toEqual([
    409,
    '10分を過ぎたため、取りやめを取り消せません。ファイルをもう一度取り込んでください。',
  ]);
  expect(await batchOf(id)).toMatchObject({ state: 'dropped', version: 2 });
  expect(await upload(resultLine(a))).not.toBe(id);
});

test('of two people who take a drop back at once one does, and the other is told who did', async () => {
  const [a] = (await boxes(1)) as [number];
  const id = await upload(resultLine(a));
  await drop(id, 1);
  const answers = await Promise.all([restore(id, 2), restore(id, 2, colleague)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const lost = answers.find(({ status }) => status === 409);
  expect(lost?.body.message).toMatch(/^この取り込みは、.+さんが2025\/11\/20 10:00に変更しています/);
  expect(await batchOf(id)).toMatchObject({ state: 'waiting', version: 3, accepted: 1 });
});

test('a drop is not taken back past a result that came meanwhile, waiting or released', async () => {
  const [a, b] = (await boxes(2)) as [number, number];
  const id = await upload(resultLine(a), resultLine(b));
  await drop(id, 1);
  const again = await upload(resultLine(b), resultLine(a));
  const waiting = await restore(id, 2);
  expect([waiting.status, waiting.body.message]).toEqual([
    409,
    expect.stringMatching(
      new RegExp(`^同じお申し込み（${numberOf(a)}、${numberOf(b)}）の結果が、.*確定を待っています`),
    ),
  ]);
  await release(again, 1);
  const standing = await restore(id, 2);
  expect([standing.status, standing.body.message]).toEqual([
    409,
    expect.stringContaining('すでに登録されています。残りの行は、ファイルをもう一度'),
  ]);
  expect(await batchOf(id)).toMatchObject({ state: 'dropped', version: 2 });
  expect(await rowsOf(id)).toEqual([]);
});

test('a file that is uploaded again while its drop is taken back waits once', async () => {
  const [a] = (await boxes(1)) as [number];
  const file = resultFile(resultLine(a));
  const id = await upload(resultLine(a));
  await drop(id, 1);
  const [back, again] = await Promise.all([
    restore(id, 2),
    uploadResults(house, operator, file, waits),
  ]);
  expect([200, 409]).toContain(back.status);
  expect(again.body.batchId === null).toBe(back.status === 200);
  const isOpen = and(
    eq(waitingResults.appraisalId, numberOf(a)),
    isNull(waitingResults.takenOutAt),
  );
  expect(await db.$count(waitingResults, isOpen)).toBe(1);
});

test('a release time that passed meanwhile does not release a restored batch', async () => {
  const [a] = (await boxes(1)) as [number];
  const id = await upload(resultLine(a));
  await drop(id, 1, await later('2025-11-21T08:55:00+09:00'));
  const own = await later('2025-11-21T09:00:00+09:00');
  await releaseDue(forWork(house.services.ctx));
  expect((await restore(id, 2, own)).body).toMatchObject({ state: 'waiting', releaseDueAt: null });
  await releaseDue(forWork(house.services.ctx));
  expect(await stateOf(a)).toBe('goods-received');
});

test('what was released is not taken back as a drop, nor is a drop by warehouse people', async () => {
  const [a, b] = (await boxes(2)) as [number, number];
  const released = await upload(resultLine(a));
  await release(released, 1);
  const refused = await restore(released, 2);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringContaining('に確定しています'),
  ]);
  const dropped = await upload(resultLine(b));
  await drop(dropped, 1);
  expect((await restore(dropped, 2, warehouse)).status).toBe(403);
});

test('a batch that waits is not reversed', async () => {
  const [a] = (await boxes(1)) as [number];
  const id = await upload(resultLine(a));
  const refused = await call('POST', `/batches/${id}/reverse`, { reason: '誤り', version: 1 });
  expect(refused.status).toBe(409);
});

const ofTablet = (one: number, changes: Partial<TabletResult> = {}): TabletResult => ({
  appraisalId: numberOf(one),
  receivedOn: '2025-11-18',
  appraisedOn: '2025-11-20',
  ...{ itemCount: 1, pricedCount: 1, appraisedYen: 900, bonusYen: 0, donationYen: 900 },
  ...{ outcome: 'completed', note: '', overrideReason: '', items: [] },
  ...changes,
});
const op: Person = {
  ...({ kind: 'person', uid: 'op', role: 'operator', sessionId: '' } as const),
  ...{ associateIds: [], staffRoles: {}, lacksSecondFactor: false },
};
const finish = (result: TabletResult) =>
  transaction(db, (tx) => addTabletResult(tx, op, result, dependencies));

test('appraisals of a day’s tablets share one batch, however many finish at once', async () => {
  const [a, b, c] = (await boxes(3)) as [number, number, number];
  const all = await Promise.all([a, b, c].map((one) => finish(ofTablet(one))));
  const [first] = all;
  expect(new Set(all.map(({ batchId }) => batchId)).size).toBe(1);
  expect(await batchOf(first?.batchId ?? '')).toMatchObject({
    ...{ source: 'tablet', state: 'waiting', accepted: 3, donationYen: 2_700 },
    fileName: 'タブレットの査定 2025/11/20',
  });
  await expect(finish(ofTablet(a, { appraisedYen: 901, donationYen: 901 }))).rejects.toMatchObject({
    refusal: { type: 'Conflict', message: expect.stringMatching(/^この番号の別の結果が/) },
  });
  const csv = resultFile(resultLine(a));
  expect((await uploadResults(house, operator, csv, waits)).status).toBe(400);
  const waiting = await db.select().from(resultBatches).where(isNull(resultBatches.releasedAt));
  expect(waiting.filter(({ source }) => source === 'tablet')).toHaveLength(1);
});
