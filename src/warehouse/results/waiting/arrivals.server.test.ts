import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { ApplicationStatus } from '#giving/applications/application.ts';
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
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { BoxException } from '#warehouse/intake/box-exception.ts';
import type { ResultBatch } from '#warehouse/results/result-import.ts';
import { appraisals } from '#warehouse/results/result-tables.server.ts';
import type { WaitingResult, WaitingRow } from '#warehouse/results/waiting-result.ts';

const house = await testApp({ now: new Date('2025-11-20T10:00:00+09:00') });
const { app, db } = house;
const signIn = signedIn(house);
const operator = await signIn('op', 'operator');
const donor = await signIn('donor-1');
await insertAssociate(db, 'ao');

let n = 0;
beforeEach(async () => {
  await db.delete(outboxMails);
});

async function ask<Body>(method: 'GET' | 'POST', url: string, payload?: object, headers = {}) {
  const response = await app.inject({
    ...{ method, url, headers: { ...operator, ...headers } },
    ...(payload && { payload }),
  });
  return { status: response.statusCode, body: response.json<Body>() };
}

let scanned = 0;
/** Scans boxes of an application at the door. */
const scan = (one: number, ...boxes: number[]) =>
  ask('POST', '/api/office/intake/scans', {
    scans: boxes.map((box) => ({
      id: `scan-00000000000${1_000 + ++scanned}`,
      code: `${numberOf(one)}-${box}`,
      scannedAt: '20251120090000000',
    })),
  });

/** An application of three boxes whose kit left, with these boxes arrived. */
async function boxesOf(...came: number[]) {
  n += 1;
  const row = { state: 'kit-sent', boxes: 3, uid: 'donor-1' };
  const createdAt = new Date('2025-11-01T09:00:00+09:00');
  await insertApplications(db, [application(n, { ...row, createdAt })]);
  if (came.length > 0) expect((await scan(n, ...came)).status).toBe(200);
  return n;
}

/** A waiting batch with a single row. */
async function waiting(one: number) {
  const { body } = await uploadResults(house, operator, resultFile(resultLine(one)), {
    waits: true,
  });
  return body.batchId as string;
}
const base = '/api/office/results';
const rowOf = async (batchId: string) => {
  const { body } = await ask<WaitingRow[]>('GET', `${base}/batches/${batchId}/waiting?view=in`);
  const [row] = body;
  if (!row) throw new Error('no row waits');
  return row;
};
const codesOf = async (batchId: string) => (await rowOf(batchId)).flags.map(({ code }) => code);
const release = async (batchId: string) => {
  const { body } = await ask<{ batch: ResultBatch }>('GET', `${base}/batches/${batchId}`);
  const { version } = body.batch;
  return ask<{ message: string }>('POST', `${base}/batches/${batchId}/release`, { version });
};
/** Sets the reason that a row is right despite missing boxes. */
async function explain(batchId: string, overrideReason: string) {
  const { id } = await rowOf(batchId);
  const { body } = await ask<WaitingResult>('GET', `${base}/waiting/${id}`);
  const { receivedOn, appraisedOn, itemCount, pricedCount, appraisedYen, bonusYen } = body;
  const { outcome, note, items, version } = body;
  return ask('POST', `${base}/waiting/${id}`, {
    ...{ receivedOn, appraisedOn, itemCount, pricedCount, appraisedYen, bonusYen },
    ...{ outcome, note, items, version, overrideReason },
  });
}

test('a result of one box of three is released with a reason only, and its donor reads which came', async () => {
  const one = await boxesOf(2);
  const id = await waiting(one);
  expect((await rowOf(id)).flags).toEqual([
    {
      code: 'missing-boxes',
      message: 'お申し込みは3箱ですが、届いた記録は1箱です（1箱め・3箱めがありません）',
    },
  ]);
  expect((await release(id)).status).toBe(409);
  expect((await explain(id, 'ご本人が1箱だけ送ったと確認')).status).toBe(200);
  await db.delete(outboxMails);
  expect((await release(id)).status).toBe(200);
  const [stored] = await db.select().from(appraisals).where(eq(appraisals.batchId, id));
  expect(stored?.overrideReason).toBe('ご本人が1箱だけ送ったと確認');
  const [mail] = await db.select().from(outboxMails);
  expect(mail?.kind).toBe('donation-completed');
  expect(mail?.textBody).toContain('3箱のうち2箱め');
  expect(mail?.textBody).toContain('1箱め・3箱め');
  const own = await app.inject({
    method: 'POST',
    url: '/api/applications/status',
    payload: { appraisalId: numberOf(one) },
    headers: donor,
  });
  expect(own.json<ApplicationStatus>().arrival).toEqual({ came: [2], missing: [1, 3] });
});

test('if all boxes came nothing is asked or said', async () => {
  const one = await boxesOf(1, 2, 3);
  const id = await waiting(one);
  expect(await codesOf(id)).toEqual([]);
  await db.delete(outboxMails);
  expect((await release(id)).status).toBe(200);
  const [mail] = await db.select().from(outboxMails);
  expect(mail?.textBody).not.toContain('届いていない箱');
});

test('once the others came the question is gone; another one that comes up asks again', async () => {
  const one = await boxesOf(1, 2);
  const id = await waiting(one);
  expect(await codesOf(id)).toEqual(['missing-boxes']);
  await scan(one, 3);
  expect(await codesOf(id)).toEqual([]);
  const exception = {
    ...{ kind: 'not-accepted', appraisalId: numberOf(one), place: '棚3', reason: '食器' },
    ...{ imageIds: [], ownerUid: 'op', dueOn: '2025-11-23', ending: '', endingNote: '' },
  };
  const shelf = '/api/office/intake/exceptions';
  const { body: kept } = await ask<BoxException>('POST', shelf, { scanId: null, exception });
  expect(await codesOf(id)).toEqual(['being-returned']);
  expect((await release(id)).status).toBe(409);
  await explain(id, '食器だけを返す');
  const ended = { ...exception, ending: 'returned', endingReason: '' };
  const seen = { 'if-match': `"${kept.version}"` };
  expect((await ask('POST', `${shelf}/${kept.id}`, ended, seen)).status).toBe(200);
  const row = await rowOf(id);
  expect([row.flags.map(({ message }) => message), row.overrideReason]).toEqual([
    ['箱を返送した記録があります'],
    '',
  ]);
});

test('if boxes are scanned at all, a result whose box never came is flagged', async () => {
  await boxesOf(1);
  const { createdAt } = { createdAt: new Date('2025-11-01T09:00:00+09:00') };
  n += 1;
  await insertApplications(db, [application(n, { state: 'kit-sent', createdAt })]);
  const id = await waiting(n);
  expect((await rowOf(id)).flags).toEqual([
    { code: 'missing-boxes', message: '箱が届いた記録のないお申し込みです' },
  ]);
});
