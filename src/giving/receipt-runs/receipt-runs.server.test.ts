import { eq, inArray, sql, TransactionRollbackError } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { donations } from '#giving/donations/donation-tables.server.ts';
import type { Receipt } from '#giving/receipts/receipt.ts';
import { receiptEvents, receiptGifts, receipts } from '#giving/receipts/receipt-tables.server.ts';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import { insertAssociate, numberOf } from '#test/factories/donating.ts';
import { insertPaper } from '#test/factories/money/papers.ts';
import { certify, insertDonation } from '#test/factories/receipts.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { ReceiptRun, ReceiptRunRow, RunPreview } from './receipt-run.ts';

// Runs that issue a year's papers: once each, after a preview of what is left out.

const house = await testApp({ now: new Date('2027-01-15T10:00:00+09:00') });
const { app, db, clock, services } = house;
const signIn = signedIn(house);
const asked = { year: 2026, replacesSingles: false, byPost: [] as string[] };

const send = async (url: string, payload: object, uid = 'op', hasShown = true) =>
  app.inject({
    method: 'POST',
    url: `/api/office/${url}`,
    headers: await headersOfSession(house, uid, hasShown),
    payload,
  });
const ask = async (url: string, uid = 'op', hasShown = true) =>
  app.inject({ url: `/api/office/${url}`, headers: await headersOfSession(house, uid, hasShown) });
const preview = async (request = asked): Promise<RunPreview> => {
  const reply = await send('receipt-runs/preview', request);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
};
const begin = async (request = asked): Promise<ReceiptRun> => {
  const { readyCount } = await preview(request);
  const reply = await send('receipt-runs', { ...request, readyCount });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
};
const done = async ({ id }: ReceiptRun): Promise<ReceiptRun> => {
  await services.receiptRunWork.issueWaiting();
  return (await ask(`receipt-runs/${id}`)).json();
};
const linesIn = (csv: string) => csv.replace('\uFEFF', '').trim().split('\r\n');
/** Sum of the valid papers and of the gifts on them. */
async function held() {
  const { rows } = await db.execute<{ papers: number; gifts: number; most: number }>(sql`
    select coalesce((select sum(amount_yen) from receipts r where not exists (
        select from receipt_events e where e.receipt_number = r.number and e.kind <> 'issued')), 0)::int as papers,
      coalesce((select sum(amount_yen) from receipt_gifts where stands), 0)::int as gifts,
      coalesce((select max(c) from (select count(*) c from receipt_gifts where stands group by appraisal_id) x), 0)::int as most`);
  return rows[0];
}

const guest = { uid: null, lastName: '客野', firstName: '花', email: '', line1: '港町' };

beforeAll(async () => {
  for (const id of ['ao', 'mori', 'plain']) await insertAssociate(db, id, `${id}の会`);
  for (const id of ['ao', 'mori']) await certify(db, id, '2022-01-01', '2031-12-31');
  await signIn('op', 'operator');
  await signIn('accountant', 'accountant');
  await signIn('warehouse', 'warehouse');
  for (const uid of ['hanako', 'jiro', 'saburo', 'shiro']) await signIn(uid);
  await db.update(authUsers).set({ emailVerified: true });
  await db
    .update(users)
    .set({
      lastName: '花田',
      firstName: '花子',
      zipcode: '1000001',
      prefecture: '東京都',
      line1: '千代田',
      line2: '1-1',
    })
    .where(eq(users.uid, 'hanako'));
  const on = '2026-05-01';
  await insertDonation(db, { n: 1, uid: 'hanako', yen: 1_000, on });
  await insertDonation(db, { n: 2, uid: 'hanako', yen: 2_000, on: '2026-06-01' });
  await insertDonation(db, { n: 3, uid: 'hanako', yen: 3_000, on, associateId: 'mori' });
  // One of two gifts already has a paper.
  await insertDonation(db, { n: 4, uid: 'jiro', yen: 400, on });
  await insertDonation(db, { n: 5, uid: 'jiro', yen: 500, on });
  await insertPaper(db, {
    ...{ number: '2026-000001', kind: 'donation', uid: 'jiro', associateId: 'ao', year: 2026 },
    ...{ donorName: '二郎', issuedOn: '2026-06-01' },
    gifts: [{ n: 4, yen: 400, receivedOn: on }],
  });
  await db.execute(sql`insert into number_floors (kind, year, floor) values ('receipt', 2026, 1)`);
  // An organisation without certification; two names; no request; a guest without e-mail.
  await insertDonation(db, { n: 6, uid: 'saburo', yen: 600, on, associateId: 'plain' });
  for (const [n, lastName] of [
    [7, '山田'],
    [8, '川田'],
  ] as const) {
    await insertDonation(db, { n, uid: 'saburo', yen: n, on, applicant: { lastName } });
  }
  await insertDonation(db, { n: 9, uid: 'shiro', yen: 900, on, isWished: false });
  for (const n of [10, 11]) {
    await insertDonation(db, { n, uid: 'shiro', yen: n * 100, on, applicant: guest });
    await db
      .update(donations)
      .set({ uid: null })
      .where(eq(donations.id, `donation ${n}`));
  }
});

describe('a run', () => {
  test('says before what it would issue, and what it leaves out and why', async () => {
    const found = await preview();
    expect(found).toMatchObject({ readyCount: 3, readyYen: 8_100, mailCount: 2, postCount: 1 });
    expect(found.leftOut).toEqual([
      { reason: 'singles', count: 1 },
      { reason: 'names', count: 1 },
      { reason: 'not-deductible', count: 1 },
    ]);
    expect(found.named.map(({ appraisalId }) => appraisalId).sort()).toEqual(
      [4, 6, 7].map(numberOf).sort(),
    );
  });

  test('is of a year that is over', async () => {
    const reply = await send('receipt-runs/preview', { ...asked, year: 2027 });
    expect([reply.statusCode, reply.json().message]).toEqual([
      400,
      expect.stringContaining('翌年の1月1日から'),
    ]);
    // New Year's night in Japan, while it is still the old year in UTC.
    clock.now = new Date('2027-01-01T00:30:00+09:00');
    expect((await send('receipt-runs/preview', asked)).statusCode).toBe(200);
    clock.now = new Date('2026-12-31T23:30:00+09:00');
    expect((await send('receipt-runs/preview', asked)).statusCode).toBe(400);
    clock.now = new Date('2027-01-01T00:30:00+09:00');
  });

  test('is begun by who issues receipts, over what the preview showed, once at a time', async () => {
    const begun = { ...asked, readyCount: 3 };
    expect((await send('receipt-runs', begun, 'warehouse')).statusCode).toBe(403);
    expect((await send('receipt-runs', begun, 'op', false)).statusCode).toBe(403);
    expect((await send('receipt-runs', { ...begun, readyCount: 2 })).statusCode).toBe(409);
    expect((await send('receipt-runs', begun, 'accountant')).statusCode).toBe(200);
    expect((await send('receipt-runs', begun)).statusCode).toBe(409);
  });

  test('issues one paper a donor and organisation, by mail or post, and goes on where another process died', async () => {
    const [run] = (await ask('receipt-runs')).json<ReceiptRun[]>();
    if (!run) throw new Error('no run');
    expect(run).toMatchObject({ state: 'running', rowCount: 6, waitingCount: 3 });
    expect((await ask(`receipt-runs/${run.id}/print.pdf`)).statusCode).toBe(409);
    // Two processes at the same time.
    await Promise.all([
      services.receiptRunWork.issueWaiting(),
      services.receiptRunWork.issueWaiting(),
    ]);
    const ended = await done(run);
    expect(ended).toMatchObject({
      ...{ state: 'done', waitingCount: 0, issuedCount: 3, issuedYen: 8_100 },
      ...{ mailCount: 2, postCount: 1, leftOutCount: 3 },
    });
    expect(await held()).toEqual({ papers: 8_500, gifts: 8_500, most: 1 });
    const rows = (await ask(`receipt-runs/${run.id}/rows`)).json<ReceiptRunRow[]>();
    const issued = rows.filter(({ outcome }) => outcome === 'issued');
    expect(
      issued.map(({ donorName, amountYen, delivery }) => [donorName, amountYen, delivery]),
    ).toEqual([
      ['花田 花子', 3_000, 'mail'],
      ['花田 花子', 3_000, 'mail'],
      ['客野 花', 2_100, 'post'],
    ]);
    const [heading, line] = linesIn((await ask('receipt-runs.csv')).body);
    expect(heading).toBe('開始,寄付金が届いた年,状態,発行した数,寄付額（円）,メール,郵送,発行なし');
    expect(line?.replace(/^[^,]*,/, '')).toBe('2026,完了,3,8100,2,1,3');
    const file = linesIn((await ask(`receipt-runs/${run.id}/rows.csv`)).body);
    expect(file.slice(1).map((one) => one.split(',')[4])).toEqual(
      rows.map(({ receiptNumber }) => receiptNumber),
    );
    const mails = await db
      .select()
      .from(outboxMails)
      .where(eq(outboxMails.kind, 'receipts-issued'));
    expect(mails.map(({ recipient, uid }) => [recipient, uid])).toEqual([
      ['hanako@tasuki.example', 'hanako'],
    ]);
  });

  test('finds nothing to do a second time', async () => {
    expect((await preview()).readyCount).toBe(0);
    expect((await send('receipt-runs', { ...asked, readyCount: 1 })).statusCode).toBe(409);
    expect((await send('receipt-runs', { ...asked, readyCount: 0 })).statusCode).toBe(400);
  });

  test('prints the same bytes whenever it is asked, with the address in the window', async () => {
    const [run] = (await ask('receipt-runs')).json<ReceiptRun[]>();
    const url = `receipt-runs/${run?.id}/print.pdf`;
    expect((await ask(url, 'op', false)).statusCode).toBe(403);
    const first = await ask(url);
    expect(first.statusCode, first.body).toBe(200);
    expect(first.headers['cache-control']).toBe('no-store');
    await db.update(users).set({ lastName: '改姓' });
    expect((await ask(url)).rawPayload.equals(first.rawPayload)).toBe(true);
    const entries = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'receipt-runs.print'))
      .orderBy(auditLog.id);
    expect(entries.map(({ subjectId }) => subjectId)).toEqual([run?.id, run?.id]);
  });

  test('replaces papers on single gifts where that is chosen, and counts no gift twice', async () => {
    const request = { ...asked, replacesSingles: true };
    expect(await preview(request)).toMatchObject({ readyCount: 1, readyYen: 900 });
    await done(await begin(request));
    const [ended] = await db.select().from(receiptEvents).where(eq(receiptEvents.kind, 'replaced'));
    expect(ended).toMatchObject({ receiptNumber: '2026-000001', actorUid: 'op' });
    expect(await held()).toEqual({ papers: 9_000, gifts: 9_000, most: 1 });
    expect((await preview(request)).readyCount).toBe(0);
  });
});

test('a guest’s paper is theirs once they have registered, and another one takes its place', async () => {
  await db
    .update(donations)
    .set({ uid: 'shiro' })
    .where(inArray(donations.id, ['donation 10', 'donation 11']));
  const headers = await headersOfSession(house, 'shiro');
  const own = async () =>
    (await app.inject({ url: '/api/users/receipts', headers })).json<Receipt[]>();
  const [paper] = await own();
  expect(paper).toMatchObject({ donorName: '客野 花', amountYen: 2_100, state: 'valid' });
  const address = {
    zipcode: '1000001',
    prefecture: '東京都',
    line1: '千代田',
    line2: '1',
    building: '',
  };
  const payload = {
    ...{ kind: 'donation', appraisalId: numberOf(10), replaces: [paper?.number] },
    donor: { lastName: '客野', firstName: '花', address },
  };
  const asked = { method: 'POST', url: '/api/users/receipts', headers, payload } as const;
  const issued = await app.inject(asked);
  expect(issued.statusCode, issued.body).toBe(200);
  expect((await own()).map(({ state }) => state).toSorted()).toEqual(['replaced', 'valid']);
});

test('rows of a run never change, except that papers of the sample are deleted with it', async () => {
  const [run] = (await ask('receipt-runs')).json<ReceiptRun[]>();
  const changes = [
    sql`update receipt_runs set year = 2020 where id = ${run?.id}`,
    sql`update receipt_run_rows set delivery = 'post', outcome = 'left-out', receipt_number = null`,
    sql`delete from receipt_run_rows`,
    sql`truncate receipt_run_rows`,
  ];
  for (const change of changes) await expect(db.execute(change)).rejects.toThrow();
  await db.execute(sql`alter table receipts disable trigger user`);
  await db.execute(sql`update receipts set is_sample = true`);
  await db.execute(sql`alter table receipts enable trigger user`);
  await db
    .transaction(async (tx) => {
      await tx.execute(sql`delete from receipt_events`);
      await tx.execute(sql`delete from receipt_gifts`);
      await tx.execute(sql`delete from receipts`);
      const { rows } = await tx.execute(sql`select from receipt_run_rows where outcome = 'issued'`);
      expect(rows).toEqual([]);
      tx.rollback();
    })
    .catch((error) => expect(error).toBeInstanceOf(TransactionRollbackError));
});

describe('one paper by the operator', () => {
  test('is issued with a reason, for who asked on the phone, and once', async () => {
    const url = `applications/${numberOf(7)}/receipt`;
    const body = { kind: 'donation', reason: 'お電話でのご依頼' };
    expect((await send(url, { kind: 'donation', reason: '' })).statusCode).toBe(400);
    expect((await send(url, body, 'warehouse')).statusCode).toBe(403);
    expect((await send(url, body, 'op', false)).statusCode).toBe(403);
    const issued = await send(url, body);
    expect(issued.statusCode, issued.body).toBe(200);
    const { number } = issued.json<{ number: string }>();
    expect((await send(url, body)).statusCode).toBe(409);
    const [entry] = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'receipts.issue'))
      .orderBy(auditLog.id);
    expect(entry).toMatchObject({
      ...{ actorUid: 'op', subjectId: numberOf(7) },
      details: { number, reason: 'お電話でのご依頼' },
    });
    const letter = await ask(`receipts/${number}/post.pdf`);
    expect(letter.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const lines = await db
      .select()
      .from(receiptGifts)
      .where(eq(receiptGifts.receiptNumber, number));
    expect(lines.map(({ appraisalId }) => appraisalId)).toEqual([numberOf(7)]);
  });

  test('is not issued for a gift to an organisation without certification', async () => {
    const reply = await send(`applications/${numberOf(6)}/receipt`, {
      kind: 'year',
      reason: '依頼',
    });
    expect(reply.statusCode).toBe(409);
    expect(await db.select().from(receipts).where(eq(receipts.associateId, 'plain'))).toEqual([]);
  });
});
