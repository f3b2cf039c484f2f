import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { applications } from '#giving/applications/application-tables.server.ts';
import { donations } from '#giving/donations/donation-tables.server.ts';
import { associateAgreements } from '#organisations/associates/associate-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import { reseal } from '#start/resealing/reseal.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { callerFor, confirmAccounts, giveAccounts, sendRun } from '#test/factories/remit.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp, testSecret } from '#test/test-app.ts';
import { openFile } from './change-run.server.ts';
import type { Remittance, RunDetail } from './run.ts';
import { moneySettings, transferFiles } from './transfer-tables.server.ts';

const house = await testApp();
const { db, clock } = house;
const signIn = signedIn(house);
const people = { asks: 'op', approves: 'accountant' };
const calls = callerFor(house, 'op');

await insertAssociate(db, 'ao', 'あおぞらの会');
await insertAssociate(db, 'mori', 'もりの会');

beforeEach(async () => {
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  await db.delete(authUsers);
  await emptyTables(
    db,
    'applications',
    'result_batches',
    'approvals',
    'outbox_mails',
    'ledger_lines',
    'kept_sums',
    'owed_items',
    'remittance_runs',
    'remittances',
    'associate_agreements',
    'associate_months',
    'challenge_months',
    'bank_accounts',
    'number_floors',
  );
  await signIn('op', 'operator');
  await signIn('accountant', 'accountant');
});

/** Balances of the books that are not nought, in yen, a debit positive. */
async function balances(): Promise<Record<string, number>> {
  const { rows } = await db.execute<{ account: string; yen: number }>(sql`
    select account, sum(amount_yen)::float8 as yen from ledger_lines group by 1 having sum(amount_yen) <> 0 order by 1`);
  return Object.fromEntries(rows.map(({ account, yen }) => [account, yen]));
}
/** With a token of now: the clock moves. */
const give = async (...lines: string[]) =>
  uploadResults(house, await headersOfSession(house, 'op', true), resultFile(...lines));
const stateOf = async (n: number) =>
  (
    await db
      .select()
      .from(applications)
      .where(eq(applications.appraisalId, numberOf(n)))
  )[0]?.state;
const agree = (associateId: string, terms: object) =>
  db.insert(associateAgreements).values({
    ...{ id: `agreement-${associateId}`, associateId, startsOn: '2026-01-01', feeBasisPoints: 0 },
    ...{ createdBy: 'op', createdAt: clock.now },
    ...terms,
  });
const confirmAll = async ({ run }: RunDetail, receivedOn = '2026-11-20') =>
  calls(`remittance-runs/${run.id}/confirm`, { which: 'all', receivedOn, version: run.version });
const remittancesOf = async ({ run }: RunDetail): Promise<Remittance[]> =>
  (await calls(`remittance-runs/${run.id}/remittances`)).json();

test('a gift is booked with its fee and handling, sent with a run, and 送金済み once the bank says so', async () => {
  await agree('ao', { feeBasisPoints: 1_500, handlingYen: 100 });
  await insertApplications(db, [application(1, { boxes: 2 })]);
  await give(resultLine(1, { appraised: 1_234 }));
  expect(await balances()).toEqual({
    proceeds: 1_234,
    'service-fee:associate:ao': -185,
    'handling:associate:ao': -200,
    'owed:associate:ao': -849,
  });
  const sent = await sendRun(house, people);
  expect(sent).toMatchObject({ run: { state: 'sent', remittances: 1, amountYen: 849 } });
  expect(await balances()).toMatchObject({ 'in-transit:associate:ao': -849 });
  expect(await stateOf(1)).toBe('donated');
  expect((await confirmAll(sent)).json()).toMatchObject({
    run: { state: 'done', confirmed: 1, confirmedYen: 849 },
  });
  expect(await balances()).toMatchObject({ bank: -849 });
  expect(await stateOf(1)).toBe('remitted');
  expect(await remittancesOf(sent)).toMatchObject([
    {
      targetName: 'あおぞらの会',
      state: 'confirmed',
      ...{ giftCount: 1, giftYen: 1_234, feeYen: 185, handlingYen: 200, amountYen: 849 },
      ...{ statementNumber: 'S2026-000001', receivedOn: '2026-11-20' },
    },
  ]);
  const [donation] = await db.select().from(donations);
  expect(donation?.receivedOn).toBe('2026-11-20');
  expect(await db.$count(outboxMails, eq(outboxMails.kind, 'remitted'))).toBe(1);
});

test('of two agreements that hold on a day the one that was recorded last counts', async () => {
  const recorded = (second: number) => new Date(`2026-11-01T10:00:0${second}+09:00`);
  const earlier = { id: 'earlier', startsOn: '2026-02-01', createdAt: recorded(1) };
  await agree('ao', { feeBasisPoints: 2_000, createdAt: recorded(2) });
  await agree('ao', { ...earlier, feeBasisPoints: 1_000, minimumYen: 5_000 });
  await insertApplications(db, [application(1)]);
  await give(resultLine(1));
  expect(await balances()).toMatchObject({ 'service-fee:associate:ao': -240 });
  expect(await sendRun(house, people)).toMatchObject({ run: { remittances: 1, amountYen: 960 } });
});

test('a file is the same bytes whenever it is fetched, whatever becomes of its transfers', async () => {
  await insertApplications(db, [application(1)]);
  await give(resultLine(1));
  const sent = await sendRun(house, people, { isDueToday: false });
  const fetched = async () =>
    (await calls(`remittance-runs/${sent.run.id}/files/${sent.files[0]?.id}`)).rawPayload;
  const before = await fetched();
  expect(before).toHaveLength(4 * 122);
  clock.now = new Date('2026-11-24T10:00:00+09:00');
  await confirmAll(sent, '2026-11-24');
  expect(await fetched()).toEqual(before);
  const [one] = await remittancesOf(sent);
  const wrong = { returnedOn: '2026-11-24', reason: '口座の名義が違う', version: one?.version };
  expect((await calls(`remittances/${one?.id}/return`, wrong)).statusCode).toBe(200);
  expect(await fetched()).toEqual(before);
});

test('a file that the bank has is fetched as it was, sealed until then, whatever the settings are now', async () => {
  await insertApplications(db, [application(1)]);
  await give(resultLine(1));
  const sent = await sendRun(house, people, { isDueToday: false });
  const path = `remittance-runs/${sent.run.id}/files/${sent.files[0]?.id}`;
  const before = (await calls(path)).rawPayload;
  const [stored] = await db.select().from(transferFiles);
  expect(Buffer.from(`${stored?.sealedContent}`, 'base64url').includes(before)).toBe(false);
  await db.update(moneySettings).set({ consignorName: 'ﾍﾞﾂﾉﾅ', lineEnds: 'none' });
  expect((await calls(path)).rawPayload).toEqual(before);
  // As keys that are gone leave it: it is drawn, and is no longer what it was.
  await db.update(transferFiles).set({ sealedContent: 'sealed under another key' });
  expect((await calls(path)).statusCode).toBe(409);
  await db.update(moneySettings).set({ consignorName: 'ﾀｽｷ', lineEnds: 'crlf' });
  await db.update(transferFiles).set({ sealedContent: stored?.sealedContent ?? null });
  // With other keys it is sealed anew, and opens under these alone.
  const next = 'the next secret of these tests is long enough';
  const keys = { secret: next, oldSecrets: [testSecret], identityKey: '', oldIdentityKeys: [] };
  await reseal({ db, files: house.files, keys });
  const [anew] = await db.select().from(transferFiles);
  const opened = openFile(`${anew?.id}`, `${anew?.sealedContent}`, { secret: next });
  expect(opened).toEqual({ bytes: before, isCurrent: true });
});

test('a file that is still to be handed over is made again once the settings have changed', async () => {
  await insertApplications(db, [application(1)]);
  await give(resultLine(1));
  const sent = await sendRun(house, people, { isDueToday: false });
  const path = `remittance-runs/${sent.run.id}`;
  const { version } = sent.run;
  await calls(`${path}/unsend`, { reason: '渡す前に気づいた', version });
  await db.update(moneySettings).set({ lineEnds: 'none' });
  expect((await calls(`${path}/files/${sent.files[0]?.id}`)).statusCode).toBe(409);
  await db.update(moneySettings).set({ lineEnds: 'crlf' });
  expect((await calls(`${path}/files/${sent.files[0]?.id}`)).statusCode).toBe(200);
});

test('a second run from the day after the first, on the same day there is none', async () => {
  await insertApplications(db, [application(1)]);
  await give(resultLine(1));
  const { run } = await sendRun(house, people);
  const next = async () => (await calls('remittance-runs/next')).json();
  expect((await next()).blockers).toEqual([
    { message: expect.stringContaining('前回の送金の次の日'), address: '' },
  ]);
  clock.now = new Date('2026-11-25T10:00:00+09:00');
  expect(await next()).toMatchObject({
    ...{ periodFrom: '2026-11-21', periodTo: '2026-11-25', blockers: [] },
    latestRunId: run.id,
  });
});

test('below the minimum it is carried over, and goes with a later run', async () => {
  await agree('ao', { minimumYen: 2_000 });
  await insertApplications(
    db,
    [1, 2].map((n) => application(n)),
  );
  await insertApplications(db, [application(3, { associateId: 'mori' })]);
  await give(resultLine(1), resultLine(3, { associate: 'mori' }));
  const first = await sendRun(house, people);
  expect(first).toMatchObject({
    run: { amountYen: 1_200 },
    carried: { count: 1, amountYen: 1_200 },
  });
  clock.now = new Date('2026-11-25T10:00:00+09:00');
  await give(resultLine(2));
  const second = await sendRun(house, people);
  expect(await remittancesOf(second)).toMatchObject([
    { associateId: 'ao', openingYen: 1_200, giftYen: 1_200, amountYen: 2_400 },
  ]);
});

test('a transfer that came back is owed again, and goes with the next run', async () => {
  await insertApplications(db, [application(1)]);
  await give(resultLine(1));
  const sent = await sendRun(house, people);
  await confirmAll(sent);
  const [one] = await remittancesOf(sent);
  const returned = await calls(`remittances/${one?.id}/return`, {
    ...{ returnedOn: '2026-11-20', reason: '口座なし', version: one?.version },
  });
  expect(returned.json()).toMatchObject({
    state: 'returned',
    reason: '口座なし',
    receivedOn: null,
  });
  expect(await balances()).toEqual({ proceeds: 1_200, 'owed:associate:ao': -1_200 });
  expect(await stateOf(1)).toBe('donated');
  const [gift] = await db.select().from(donations);
  expect(gift).toMatchObject({ remittanceId: null, receivedOn: null });
  await confirmAccounts(house);
  clock.now = new Date('2026-11-25T10:00:00+09:00');
  const again = await sendRun(house, people);
  await confirmAll(again, '2026-11-25');
  expect(await stateOf(1)).toBe('remitted');
  expect((await db.select().from(donations))[0]?.receivedOn).toBe('2026-11-25');
});

test('a correction after the money was sent is set off with the next run', async () => {
  await insertApplications(
    db,
    [1, 2].map((n) => application(n)),
  );
  await give(resultLine(1));
  await confirmAll(await sendRun(house, people));
  const url = `results/${numberOf(1)}`;
  const { version } = (await calls(url)).json();
  const correction = {
    ...{ outcome: 'completed', itemCount: 3, pricedCount: 2, appraisedYen: 900, bonusYen: 0 },
    ...{ note: '', reason: '金額の誤り', version },
  };
  expect((await calls(`${url}/correct`, correction)).statusCode).toBe(200);
  expect(await stateOf(1)).toBe('remitted');
  expect(await balances()).toEqual({
    proceeds: 900,
    'overpaid:associate:ao': 300,
    bank: -1_200,
  });
  clock.now = new Date('2026-11-25T10:00:00+09:00');
  await give(resultLine(2));
  const next = await sendRun(house, people);
  expect(await remittancesOf(next)).toMatchObject([
    { giftYen: 1_200, correctionYen: -300, amountYen: 900 },
  ]);
  await confirmAll(next, '2026-11-25');
  expect(await balances()).toEqual({ proceeds: 2_100, bank: -2_100 });
});

test('what a correction adds after the money was sent is owed, and goes with the next run', async () => {
  await insertApplications(db, [application(1)]);
  await give(resultLine(1));
  await confirmAll(await sendRun(house, people));
  const url = `results/${numberOf(1)}`;
  const { version } = (await calls(url)).json();
  const correction = {
    ...{ outcome: 'completed', itemCount: 3, pricedCount: 2, appraisedYen: 1_500, bonusYen: 0 },
    ...{ note: '', reason: '金額の誤り', version },
  };
  expect((await calls(`${url}/correct`, correction)).statusCode).toBe(200);
  expect(await balances()).toEqual({
    proceeds: 1_500,
    'owed:associate:ao': -300,
    bank: -1_200,
  });
  clock.now = new Date('2026-11-25T10:00:00+09:00');
  const next = await sendRun(house, people);
  expect(await remittancesOf(next)).toMatchObject([
    { giftYen: 0, correctionYen: 300, amountYen: 300 },
  ]);
  await confirmAll(next, '2026-11-25');
  expect(await balances()).toEqual({ proceeds: 1_500, bank: -1_500 });
});

test('a transfer to another account waits a day, and the run says until when', async () => {
  await insertApplications(db, [application(1)]);
  await give(resultLine(1));
  await giveAccounts(house);
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  await db.execute(sql`
    insert into bank_accounts (id, associate_id, bank_code, bank_name, branch_code, branch_name, kind, number, holder,
      approval_id, created_at)
    select 'changed', associate_id, bank_code, bank_name, branch_code, branch_name, kind, '7654321', holder, approval_id,
      ${clock.now.toISOString()}::timestamptz from bank_accounts where associate_id = 'ao'`);
  const next = (await calls('remittance-runs/next')).json();
  const wish = { periodTo: '2026-11-20', transferOn: next.transferOn, after: next.latestRunId };
  const made = (await calls('remittance-runs', wish)).json<RunDetail>();
  const path = `remittance-runs/${made.run.id}`;
  const waits = {
    ...{ level: 'error', targetName: 'あおぞらの会' },
    message: expect.stringContaining('2026/11/21 10:00までお待ちください'),
  };
  expect(made.problems).toContainEqual(expect.objectContaining(waits));
  const ask = () => calls(`${path}/ask`, { version: made.run.version, reason: '' });
  clock.now = new Date('2026-11-21T09:59:59+09:00');
  expect((await ask()).statusCode).toBe(409);
  clock.now = new Date('2026-11-21T10:00:00+09:00');
  expect((await calls(path)).json().problems).not.toContainEqual(expect.objectContaining(waits));
  expect((await ask()).statusCode).toBe(200);
});

test('a file says whether an account is new, the one that was paid last, or another one', async () => {
  const newness: string[] = [];
  for (const [index, account] of ['', '7654321', ''].entries()) {
    clock.now = new Date(`2026-11-${20 + 5 * index}T10:00:00+09:00`);
    await insertApplications(db, [application(index + 1)]);
    await give(resultLine(index + 1));
    if (account) {
      await db.execute(sql`
        insert into bank_accounts (id, associate_id, bank_code, bank_name, branch_code, branch_name, kind, number, holder,
          approval_id, created_at)
        select 'changed', associate_id, bank_code, bank_name, branch_code, branch_name, kind, ${account}, holder, approval_id,
          ${clock.now.toISOString()}::timestamptz - interval '1 day' from bank_accounts where associate_id = 'ao'`);
    }
    const { run, files } = await sendRun(house, people, { isDueToday: false });
    const { rawPayload } = await calls(`remittance-runs/${run.id}/files/${files[0]?.id}`);
    // The second record is the payment; its 91st byte says it.
    newness.push(rawPayload.toString('latin1').slice(122).charAt(90));
  }
  expect(newness).toEqual(['1', '2', '0']);
});
