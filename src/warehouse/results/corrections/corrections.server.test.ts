import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { applicationEvents, applications } from '#giving/applications/application-tables.server.ts';
import { donations, donationThanks } from '#giving/donations/donation-tables.server.ts';
import { pledges } from '#giving/pledges/pledge-tables.server.ts';
import type { Receipt } from '#giving/receipts/receipt.ts';
import { receipts } from '#giving/receipts/receipt-tables.server.ts';
import { forWork } from '#kit/dependencies.server.ts';
import {
  associateCertifications,
  associateThanks,
} from '#organisations/associates/associate-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { completeForLedger } from '#test/factories/dealer-ledger.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { insertPledge } from '#test/factories/pledging.ts';
import { certify, receiptDonor, receivedWhenGiven } from '#test/factories/receipts.ts';
import { remit } from '#test/factories/remit.ts';
import { ifMatchOf } from '#test/factories/seen.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { notifyDonors } from '#warehouse/results/notify-donors.server.ts';

const house = await testApp();
const { app, db, clock } = house;
type Headers = { authorization: string };
let operator: Headers;
let colleague: Headers;
let hanako: Headers;

beforeAll(async () => {
  const signIn = signedIn(house);
  for (const uid of ['op', 'colleague']) await signIn(uid, 'operator');
  await db.execute(
    sql`update users set last_name = '見本', first_name = uid where uid in ('op', 'colleague')`,
  );
  await signIn('hanako');
  await insertAssociate(db, 'ao');
  await certify(db, 'ao', '2024-01-01', '2028-12-31');
});

async function moveClock(to: string) {
  clock.now = new Date(to);
  operator = await headersOfSession(house, 'op', true);
  colleague = await headersOfSession(house, 'colleague', true);
  hanako = await headersOfSession(house, 'hanako');
}

beforeEach(async () => {
  await moveClock('2026-11-20T10:00:00+09:00');
  await emptyTables(
    db,
    'applications',
    'result_batches',
    'outbox_mails',
    'remittances',
    'receipts',
    'pledges',
    'associate_thanks',
    'approvals',
    'number_floors',
    'remittance_runs',
  );
  await db.execute(sql`update associate_months set donation_count = 0, amount_yen = 0`);
});

const upload = async (...lines: string[]) => {
  const { status, body } = await uploadResults(house, operator, resultFile(...lines));
  expect([status, body.errors]).toEqual([200, []]);
  return body.batchId as string;
};
const post = (url: string, payload: object, headers = operator) =>
  app.inject({ method: 'POST', url, payload, headers });
const ofResult = (n: number) => `/api/office/results/${numberOf(n)}`;
const history = async (n = 1) => (await app.inject({ url: ofResult(n), headers: operator })).json();

const base = {
  ...{ outcome: 'completed', itemCount: 3, pricedCount: 2, appraisedYen: 1200, bonusYen: 0 },
  ...{ note: '', reason: '金額のけたを誤ったため' },
};
const unpriced = { outcome: 'unpriced', pricedCount: 0, appraisedYen: 0, bonusYen: 0 };
async function correct(n: number, changes: object, headers = operator) {
  const { version } = await history(n);
  return post(`${ofResult(n)}/correct`, { ...base, version, ...changes }, headers);
}
const undo = async (n = 1) => {
  const { version } = await history(n);
  return post(`${ofResult(n)}/correct/undo`, { version });
};

const markSent = () => db.update(outboxMails).set({ state: 'sent' });
const mails = async () =>
  (await db.select().from(outboxMails).orderBy(asc(outboxMails.id))).map((mail) => [
    mail.kind,
    mail.appraisalId,
  ]);
const standing = () => db.select().from(donations).where(isNull(donations.reversedAt));
const months = async () =>
  (
    await db.execute(
      sql`select month::text, donation_count, amount_yen::int from associate_months where donation_count <> 0 order by 1`,
    )
  ).rows;
const owed = async () =>
  (
    await db.execute(
      sql`select account, sum(amount_yen)::int as yen from ledger_lines group by 1 having sum(amount_yen) <> 0 order by 1`,
    )
  ).rows;
const stateOf = async (n = 1) => {
  const [row] = await db
    .select()
    .from(applications)
    .where(eq(applications.appraisalId, numberOf(n)));
  return [row?.state, row?.identity];
};

test('ten million yen for ten thousand is corrected although a colleague marked another row as sent', async () => {
  await insertApplications(db, [application(1), application(2)]);
  await upload(resultLine(1, { appraised: 10_000_000 }), resultLine(2));
  await remit(house, [numberOf(2)], { asks: 'op', approves: 'colleague' });
  await markSent();
  await moveClock('2026-12-03T10:00:00+09:00');
  const answer = await correct(1, { appraisedYen: 10_000 });
  expect([answer.statusCode, answer.json()]).toMatchObject([
    200,
    { results: [{ donationYen: 10_000, correctedBy: '見本 op' }, { donationYen: 10_000_000 }] },
  ]);
  const [donation] = (await standing()).filter((one) => one.appraisalId === numberOf(1));
  // The day stays, and with it month and tax year.
  expect(donation).toMatchObject({
    amountYen: 10_000,
    donatedAt: new Date('2026-11-20T10:00:00+09:00'),
  });
  expect(await months()).toEqual([{ month: '2026-11-01', donation_count: 2, amount_yen: 11_200 }]);
  expect(await owed()).toMatchObject([
    { account: 'bank', yen: -1_200 },
    { account: 'owed:associate:ao', yen: -10_000 },
    { account: 'proceeds', yen: 11_200 },
  ]);
  expect((await mails()).slice(-1)).toEqual([['result-corrected', numberOf(1)]]);
  const told = await db.select().from(outboxMails).where(eq(outboxMails.kind, 'result-corrected'));
  expect(told).toHaveLength(1);
  expect(told[0]?.textBody).toMatch(/10,000,000円[\s\S]*10,000円[\s\S]*金額のけたを誤ったため/);
});

test('ten million yen for ten thousand, typed anew, is asked about until somebody looked at just that sum', async () => {
  await insertApplications(db, [application(1)]);
  await upload(resultLine(1, { appraised: 10_000 }));
  await markSent();
  const message =
    '査定金額が10,000,000円です（1箱あたり100,000円以上）。正しければ、「金額を確かめました（10,000,000円）」を選んでから、もう一度お進みください。';
  for (const checkedYen of [undefined, 1_000_000]) {
    const asked = await correct(1, { appraisedYen: 10_000_000, checkedYen });
    expect([asked.statusCode, asked.json()]).toMatchObject([
      400,
      { message, errors: [{ path: 'checkedYen', message }] },
    ]);
  }
  expect((await correct(1, { appraisedYen: 1, checkedYen: '1' })).statusCode).toBe(400);
  expect(await history()).toMatchObject({ results: [{ donationYen: 10_000 }] });
  expect(await mails()).toHaveLength(1);
  const bonus = { appraisedYen: 9_000_000, bonusYen: 1_000_000, checkedYen: 10_000_000 };
  expect((await correct(1, bonus)).json()).toMatchObject({
    results: [{ donationYen: 10_000_000 }, { donationYen: 10_000 }],
  });
});

test('what keeps its sum is not asked about, however large or long ago', async () => {
  await insertApplications(db, [application(1)]);
  await upload(resultLine(1, { appraised: 150_000 }));
  await moveClock('2027-02-20T10:00:00+09:00');
  const kept = await correct(1, { appraisedYen: 149_000, bonusYen: 1_000, note: '内訳の誤り' });
  expect([kept.statusCode, kept.json().message]).toEqual([200, undefined]);
  // The books follow the new amount.
  expect(await owed()).toEqual(
    expect.arrayContaining([
      { account: 'bonus', yen: 1_000 },
      { account: 'proceeds', yen: 149_000 },
    ]),
  );
  expect((await correct(1, { appraisedYen: 2_000 })).statusCode).toBe(200);
});

test('a sum far above the person’s other boxes is asked about; the box itself is none of them', async () => {
  await insertApplications(
    db,
    [1, 2, 3].map((n) => application(n, { uid: 'hanako' })),
  );
  await upload(resultLine(1), resultLine(2));
  expect((await correct(1, { appraisedYen: 12_000 })).statusCode).toBe(200);
  await upload(resultLine(3));
  const far = await correct(3, { appraisedYen: 66_000 });
  expect([far.statusCode, far.json().message]).toEqual([
    400,
    expect.stringMatching(/^この方のこれまでの平均（6,600円）の10倍以上です。/),
  ]);
});

test('what was sent on is corrected as well: it stays sent, and what was too much is set off', async () => {
  await insertApplications(db, [application(1)]);
  await upload(resultLine(1));
  await remit(house, [numberOf(1)], { asks: 'op', approves: 'colleague' });
  expect((await correct(1, { appraisedYen: 100 })).statusCode).toBe(200);
  expect(await stateOf()).toEqual(['remitted', 'not-needed']);
  expect(await owed()).toMatchObject([
    { account: 'bank', yen: -1_200 },
    { account: 'overpaid:associate:ao', yen: 1_100 },
    { account: 'proceeds', yen: 100 },
  ]);
});

test('what was sent on and is corrected to nothing more than once is set off once, and each posting says why', async () => {
  await insertApplications(db, [application(1)]);
  await upload(resultLine(1));
  await remit(house, [numberOf(1)], { asks: 'op', approves: 'colleague' });
  for (const itemCount of [3, 4, 5]) {
    expect((await correct(1, { ...unpriced, itemCount })).statusCode).toBe(200);
  }
  expect(await owed()).toMatchObject([
    { account: 'bank', yen: -1_200 },
    { account: 'overpaid:associate:ao', yen: 1_200 },
  ]);
  const { rows } = await db.execute(sql`
    select distinct posting_id from ledger_lines l where posting_id like 'reversal:%'
    and not exists (select from posting_notes n where n.posting_id = l.posting_id)`);
  expect(rows).toEqual([]);
});

test('of two corrections at once one stands, and the other is told who made it; the same twice is one', async () => {
  await insertApplications(db, [application(1)]);
  await upload(resultLine(1));
  const { version } = await history();
  const send = (appraisedYen: number, headers: Headers) =>
    post(`${ofResult(1)}/correct`, { ...base, version, appraisedYen }, headers);
  const answers = await Promise.all([send(500, operator), send(700, colleague)]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  const lost = answers.find(({ statusCode }) => statusCode === 409);
  expect(lost?.json().message).toMatch(/見本 (op|colleague)さんが.*に訂正しています/);
  const [first] = await standing();
  const won = first?.amountYen === 500 ? operator : colleague;
  expect((await send(first?.amountYen ?? 0, won)).statusCode).toBe(200);
  expect((await history()).results).toHaveLength(2);
});

test('a second correction for the same reason is not mistaken for a retry', async () => {
  await insertApplications(db, [application(1)]);
  await upload(resultLine(1));
  const item = { name: 'コート', quantity: 3, amountYen: 1200, reason: '' };
  await correct(1, { items: [{ ...item, from: null, destination: '販売' }] });
  await correct(1, { items: [{ ...item, from: 1, destination: 'リサイクル' }] });
  expect(await history()).toMatchObject({
    items: [{ destination: 'リサイクル' }],
    results: [{}, {}, {}],
  });
});

test('a stale correction is told what happened since, not about corrections already seen', async () => {
  await insertApplications(db, [application(1)]);
  await upload(resultLine(1));
  await correct(1, { appraisedYen: 900 }, colleague);
  const { version } = await history();
  await moveClock('2026-11-20T10:05:00+09:00');
  const states = { fromState: 'donated', toState: 'donated' };
  const doer = { doneBy: 'operator', actorUid: 'colleague' };
  await db
    .insert(applicationEvents)
    .values({ appraisalId: numberOf(1), ...states, ...doer, at: clock.now });
  await db.update(applications).set({ version: version + 1 });
  const stale = await post(`${ofResult(1)}/correct`, { ...base, version });
  expect([stale.statusCode, stale.json().message]).toEqual([
    409,
    expect.stringMatching(/^10:05に見本さんが内容を直しました。/),
  ]);
});

test('a correction while a large batch is being announced is mailed once', async () => {
  await insertApplications(db, [application(1), application(2)]);
  const batchId = await upload(resultLine(1), resultLine(2));
  await markSent();
  await db.execute(sql`delete from outbox_mails where appraisal_id = ${numberOf(2)}`);
  await db.execute(sql`update result_batches set mails_due = true where id = ${batchId}`);
  await correct(1, { appraisedYen: 700 });
  await correct(2, { appraisedYen: 600 });
  await notifyDonors(forWork(house.services.ctx));
  expect(await mails()).toEqual([
    ['donation-completed', numberOf(1)],
    ['result-corrected', numberOf(1)],
    ['donation-completed', numberOf(2)],
  ]);
});

test('a donor who was not told yet gets the right result alone', async () => {
  await insertApplications(db, [application(1)]);
  await upload(resultLine(1));
  await correct(1, { appraisedYen: 500 });
  const [mail, ...others] = await db.select().from(outboxMails);
  expect([mail?.kind, others]).toEqual(['donation-completed', []]);
  expect(mail?.textBody).toContain('500円');
  await correct(1, unpriced);
  expect(await mails()).toEqual([['application-unpriced', numberOf(1)]]);
});

test('within ten minutes a correction is taken back, its mail unsent; afterwards it is not', async () => {
  await insertApplications(db, [application(1)]);
  await upload(resultLine(1));
  await markSent();
  await correct(1, unpriced);
  expect(await stateOf()).toEqual(['unpriced', 'not-needed']);
  await moveClock('2026-11-20T10:09:59+09:00');
  expect(await history()).toMatchObject({ undoUntil: '20261120101000000' });
  const undone = await undo();
  expect([undone.statusCode, undone.json().results[0]]).toMatchObject([200, { donationYen: 1200 }]);
  expect(await mails()).toEqual([['donation-completed', numberOf(1)]]);
  expect(await stateOf()).toEqual(['donated', 'not-needed']);
  expect((await standing())[0]).toMatchObject({
    amountYen: 1200,
    donatedAt: new Date('2026-11-20T10:00:00+09:00'),
  });
  expect(await months()).toEqual([{ month: '2026-11-01', donation_count: 1, amount_yen: 1200 }]);

  await correct(1, { appraisedYen: 900 });
  await moveClock('2026-11-20T10:20:00+09:00');
  const late = await undo();
  expect([late.statusCode, late.json().message]).toEqual([409, expect.stringContaining('10分')]);
});

test('a fund waits for the identity check from ten thousand yen on, and no longer below', async () => {
  await insertApplications(db, [application(1, { kind: 'fund' })]);
  await upload(resultLine(1, { associate: '', appraised: 1200 }));
  await correct(1, { appraisedYen: 10_000 });
  expect(await stateOf()).toEqual(['appraised', 'due']);
  expect(await standing()).toEqual([]);
  expect(await mails()).toEqual([['identity-due', numberOf(1)]]);
  await correct(1, { appraisedYen: 9_999 });
  expect(await stateOf()).toEqual(['donated', 'not-needed']);
  expect(await standing()).toMatchObject([{ amountYen: 9_999 }]);
});

test('a fund waits for the identity check of any sum, once a correction finds goods that are always recorded', async () => {
  await insertApplications(db, [application(1, { kind: 'fund' })]);
  const items = `申込番号,品目,点数,査定金額,行き先,カテゴリ\r\n${numberOf(1)},箱,3,1200,販売,トップス\r\n`;
  const line = resultFile(resultLine(1, { associate: '' }));
  await uploadResults(house, operator, line, { items });
  expect(await stateOf()).toEqual(['donated', 'not-needed']);
  await db.execute(sql`update appraisal_items set category = 'games'`);
  await correct(1, { appraisedYen: 1200, note: 'ゲームソフトでした' });
  expect(await stateOf()).toEqual(['appraised', 'due']);
  expect(await standing()).toEqual([]);
});

test('a check of identity that begins or ends with a correction is told of, though the sum stays', async () => {
  await insertApplications(db, [application(1, { kind: 'fund' })]);
  const items = `申込番号,品目,点数,査定金額,行き先,カテゴリ\r\n${numberOf(1)},箱,3,1200,販売,トップス\r\n`;
  const line = resultFile(resultLine(1, { associate: '' }));
  await uploadResults(house, operator, line, { items });
  await markSent();
  const now = (category: string) =>
    db.execute(sql`update appraisal_items set category = ${category}`);
  await now('games');
  await correct(1, { note: 'ゲームソフトでした' });
  const told = async () => {
    const waiting = eq(outboxMails.state, 'waiting');
    return (await db.select().from(outboxMails).where(waiting)).map((mail) => mail.textBody);
  };
  expect(await told()).toEqual([expect.stringContaining('本人確認が必要になりました')]);
  await now('tops');
  await undo();
  expect([await told(), await stateOf()]).toEqual([[], ['donated', 'not-needed']]);
  await now('games');
  await correct(1, { note: 'ゲームソフトでした' });
  await markSent();
  await now('tops');
  await correct(1, { note: '服でした', reason: '品目を誤ったため' });
  expect(await stateOf()).toEqual(['donated', 'not-needed']);
  expect(await told()).toEqual([
    expect.stringContaining('本人確認のお手続きは、必要なくなりました'),
  ]);
});

test('an approved check counts in its batch, and a correction changes its sum by as much', async () => {
  await insertApplications(db, [application(1, { kind: 'fund' }), application(2)]);
  const batchId = await upload(resultLine(1, { associate: '', appraised: 12_000 }), resultLine(2));
  const yen = async () => {
    const url = `/api/office/results/batches/${batchId}`;
    return (await app.inject({ url, headers: operator })).json().batch.donationYen;
  };
  expect(await yen()).toBe(1_200);
  await completeForLedger(db, numberOf(1));
  const approved = await app.inject({
    method: 'POST',
    url: `/api/office/identity/${numberOf(1)}/approve`,
    headers: { ...operator, ...(await ifMatchOf(db, numberOf(1))) },
  });
  expect(approved.statusCode).toBe(200);
  expect(await yen()).toBe(13_200);
  // Mails that ask for papers no longer needed are deleted.
  expect(await mails()).toEqual([
    ['donation-completed', numberOf(2)],
    ['donation-completed', numberOf(1)],
  ]);
  await moveClock('2026-11-25T10:00:00+09:00');
  const item = { from: 1, name: 'コート', quantity: 3, destination: '販売', reason: '' };
  const items = [{ ...item, amountYen: 11_000 }];
  expect((await correct(1, { appraisedYen: 11_000, items })).statusCode).toBe(200);
  expect(await yen()).toBe(12_200);
  // The dealer's ledger keeps the day of the transaction when its lines are corrected later.
  const lines = await db.execute(
    sql`select way, price_yen, traded_on::text as day from dealer_entries order by number`,
  );
  expect(lines.rows).toEqual([
    { way: 'purchase', price_yen: 12_000, day: '2026-11-20' },
    { way: 'cancelled', price_yen: 12_000, day: '2026-11-20' },
    { way: 'purchase', price_yen: 11_000, day: '2026-11-20' },
  ]);
});

const issue = async (payload: object) => {
  await receivedWhenGiven(db);
  return post('/api/users/receipts', { ...payload, donor: receiptDonor }, hanako);
};
const issued = () => db.select().from(receipts).orderBy(asc(receipts.number));

test('a receipt is void, and another in its place states the new sum; the donor reads of both', async () => {
  await insertApplications(db, [application(1, { uid: 'hanako' })]);
  await upload(resultLine(1));
  await markSent();
  expect((await issue({ kind: 'donation', appraisalId: numberOf(1) })).statusCode).toBe(200);
  expect(await history()).toMatchObject({ receipts: ['2026-000001'] });
  await correct(1, { appraisedYen: 800 });
  expect(await issued()).toMatchObject([
    { number: '2026-000001', amountYen: 1200 },
    { number: '2026-000002', amountYen: 800, replaces: ['2026-000001'], donorName: '髙橋 花子' },
  ]);
  const list = await app.inject({ url: '/api/users/receipts', headers: hanako });
  expect(list.json<Receipt[]>().map(({ state }) => state)).toEqual(['valid', 'replaced']);
  const [mail] = await db
    .select()
    .from(outboxMails)
    .where(eq(outboxMails.kind, 'result-corrected'));
  expect(mail?.textBody).toMatch(/2026-000001.*2026-000002/);
  await correct(1, unpriced);
  expect(await issued()).toHaveLength(2);
  // Void is final, even if the correction behind it is undone.
  await undo();
  expect(await issued()).toHaveLength(2);
});

test('a year’s paper whose certification was withdrawn since is issued anew with what it said', async () => {
  await moveClock('2025-12-20T10:00:00+09:00');
  await insertApplications(db, [application(1, { uid: 'hanako' })]);
  await upload(resultLine(1));
  await moveClock('2026-02-01T10:00:00+09:00');
  await issue({ kind: 'year', associateId: 'ao', year: 2025 });
  await db.update(associateCertifications).set({ withdrawnAt: clock.now });
  await correct(1, { appraisedYen: 800 });
  const list = await app.inject({ url: '/api/users/receipts', headers: hanako });
  const standing = list.json<Receipt[]>().filter(({ state }) => state === 'valid');
  expect(standing.map(({ kind, amountYen }) => [kind, amountYen])).toEqual([['year', 800]]);
  await db.update(associateCertifications).set({ withdrawnAt: null });
});

test('of papers that came and went before anybody was told, the donor reads of the one they have', async () => {
  await insertApplications(db, [application(1, { uid: 'hanako' })]);
  await upload(resultLine(1));
  await markSent();
  await issue({ kind: 'donation', appraisalId: numberOf(1) });
  await correct(1, { appraisedYen: 800 });
  await correct(1, { appraisedYen: 700, reason: 'もう一度確かめたため' });
  const told = async () => {
    const mail = eq(outboxMails.kind, 'result-corrected');
    const [text = '', ...others] = (await db.select().from(outboxMails).where(mail)).map(
      ({ textBody }) => textBody,
    );
    expect(others).toEqual([]);
    return { text, papers: text.match(/\b2026-\d{6}\b/g) };
  };
  expect((await told()).papers).toEqual(['2026-000001', '2026-000003']);
  await undo();
  await correct(1, { appraisedYen: 1200, reason: 'はじめのとおりでした' });
  const { text, papers } = await told();
  expect(text).toContain('「1,200円」のままです');
  expect(papers).toEqual(['2026-000001', '2026-000005']);
});

test('the paper of a year is issued anew with the sum of what stands', async () => {
  await moveClock('2025-12-20T10:00:00+09:00');
  await insertApplications(db, [
    application(1, { uid: 'hanako' }),
    application(2, { uid: 'hanako' }),
  ]);
  await upload(resultLine(1), resultLine(2));
  await moveClock('2026-02-01T10:00:00+09:00');
  await issue({ kind: 'year', associateId: 'ao', year: 2025 });
  await correct(1, { appraisedYen: 200 });
  expect(await issued()).toMatchObject([
    { kind: 'year', amountYen: 2400 },
    { kind: 'year', amountYen: 1400, year: 2025, replaces: ['2026-000001'] },
  ]);
});

test('a receipt holds where only what it does not state is corrected', async () => {
  await insertApplications(db, [application(1, { uid: 'hanako' })]);
  await upload(resultLine(1));
  await issue({ kind: 'donation', appraisalId: numberOf(1) });
  await correct(1, { itemCount: 5, note: '5点でした' });
  expect(await issued()).toHaveLength(1);
  expect(await standing()).toMatchObject([{ amountYen: 1200 }]);
  expect(await db.$count(donations)).toBe(1);
});

test('a public pledge stays with its amount, is withheld without a donation, and shown again with it', async () => {
  await insertApplications(db, [application(1, { uid: 'hanako' })]);
  await upload(resultLine(1));
  await insertPledge(db, {
    ...{ id: 'coat', appraisalId: numberOf(1), uid: 'hanako' },
    showsAmount: true,
  });
  const pledge = async () => (await db.select().from(pledges))[0];
  await correct(1, { appraisedYen: 700 });
  expect(await pledge()).toMatchObject({ state: 'published' });
  const shown = await app.inject({ url: '/api/my-pledges' });
  expect(shown.body).toContain('700');
  await correct(1, unpriced);
  expect(await pledge()).toMatchObject({
    state: 'withheld',
    withheldReason: expect.stringContaining('訂正'),
  });
  await undo();
  expect(await pledge()).toMatchObject({ state: 'published', withheldReason: '' });
  // A pledge withheld for its words stays so, whatever happens to the result.
  const words = { state: 'withheld', withheldReason: 'お名前が写っています。' };
  await db.update(pledges).set({ ...words, withheldAt: clock.now });
  await correct(1, { appraisedYen: 800 });
  expect(await pledge()).toMatchObject(words);
});

test('thanks stay with the donation, and are not told of twice', async () => {
  await insertApplications(db, [application(1)]);
  await upload(resultLine(1));
  await db.insert(associateThanks).values({
    ...{ id: 't1', associateId: 'ao', title: 'ありがとう', body: 'ありがとうございます。' },
    ...{ isStanding: true, publishedAt: clock.now, deliveredAt: clock.now },
  } as typeof associateThanks.$inferInsert);
  const [before] = await standing();
  await db
    .insert(donationThanks)
    .values({ donationId: before?.id ?? '', thanksId: 't1', at: clock.now, notifyAt: null });
  await correct(1, { appraisedYen: 700 });
  const [after] = await standing();
  expect(await db.select().from(donationThanks)).toMatchObject([
    { donationId: after?.id, thanksId: 't1', notifyAt: null },
  ]);
});

test('an unpriced result becomes a donation, and its items are corrected with it', async () => {
  await insertApplications(db, [application(1)]);
  const items = [
    '申込番号,品目,点数,査定金額,行き先,理由',
    `${numberOf(1)},コート,2,0,廃棄,汚れ`,
    `${numberOf(1)},シャツ,1,0,リサイクル,`,
  ].join('\r\n');
  const line = resultLine(1, { appraised: 0, outcome: '値付不可' }).replace(',3,2,', ',3,0,');
  const { body } = await uploadResults(house, operator, resultFile(line), { items });
  expect(body.errors).toEqual([]);
  const without = await correct(1, {});
  expect([without.statusCode, without.json().message]).toEqual([
    400,
    expect.stringContaining('明細'),
  ]);
  const coat = { from: 1, name: 'コート', quantity: 2, amountYen: 1200 };
  const shirt = { from: 2, name: 'シャツ', quantity: 1, amountYen: 0 };
  const answer = await correct(1, {
    items: [
      { ...coat, destination: '販売', reason: '' },
      { ...shirt, destination: 'リサイクル', reason: '' },
    ],
  });
  expect([answer.statusCode, answer.json().items]).toMatchObject([
    200,
    [{ name: 'コート', amountYen: 1200, destination: '販売' }, { name: 'シャツ' }],
  ]);
  expect(await stateOf()).toEqual(['donated', 'not-needed']);
  const status = await app.inject({
    url: `/api/office/applications/${numberOf(1)}`,
    headers: operator,
  });
  expect(status.json().status).toMatchObject({ amountYen: 1200, items: [{}, {}] });
});

test('a completed result of 0 yen, and an unpriced one with money, are refused', async () => {
  await insertApplications(db, [application(1)]);
  await upload(resultLine(1));
  expect((await correct(1, { appraisedYen: 0 })).statusCode).toBe(400);
  expect((await correct(1, { ...unpriced, appraisedYen: 100 })).statusCode).toBe(400);
  expect((await correct(1, { reason: ' ' })).statusCode).toBe(400);
  const unknown = await post(`${ofResult(9)}/correct`, { ...base, version: 1 });
  expect(unknown.statusCode).toBe(404);
});

test('a batch with a corrected result is reversed as it stands now', async () => {
  await insertApplications(db, [application(1), application(2)]);
  const batchId = await upload(resultLine(1), resultLine(2));
  await markSent();
  await correct(1, { appraisedYen: 700 });
  const answer = await post(`/api/office/results/batches/${batchId}/reverse`, {
    reason: '別の日のファイルだったため',
    // Incremented by the correction.
    version: 2,
  });
  expect(answer.statusCode).toBe(200);
  expect(await standing()).toEqual([]);
  expect(await owed()).toEqual([]);
  expect(await months()).toEqual([]);
  const withdrawn = await db
    .select()
    .from(outboxMails)
    .where(and(eq(outboxMails.kind, 'result-withdrawn')));
  expect(withdrawn.map(({ appraisalId }) => appraisalId)).toEqual([numberOf(1), numberOf(2)]);
  expect((await mails()).some(([kind]) => kind === 'result-corrected')).toBe(false);
  const events = await db.select().from(applicationEvents);
  expect(events.length).toBeGreaterThan(0);
});

test('a result of nothing is announced with the reason, what happened to the goods, and hints', async () => {
  await insertApplications(db, [application(1)]);
  const items = [
    '申込番号,品目,点数,査定金額,行き先,理由',
    `${numberOf(1)},コート,2,0,リサイクル,汚れ・傷み`,
    `${numberOf(1)},シャツ,1,0,廃棄,汚れ・傷み`,
  ].join('\r\n');
  const file = resultFile(
    resultLine(1, { appraised: 0, outcome: '値付不可' }).replace(',3,2,', ',3,0,'),
  );
  const { body } = await uploadResults(house, operator, file, { items });
  expect(body.errors).toEqual([]);
  const written = await db.select().from(outboxMails).orderBy(asc(outboxMails.appraisalId));
  expect(written.map(({ kind }) => kind)).toEqual(['application-unpriced']);
  expect(written[0]?.textBody).toMatch(
    /汚れ・傷み（3点）[\s\S]*2点は、資源として再生します。1点は、やむをえず処分しました。[\s\S]*お洗濯[\s\S]*お礼を申し上げます/,
  );
});

test('a donor sees items with pictures, words and the correction', async () => {
  await insertApplications(db, [application(1, { uid: 'hanako', boxes: 2 })]);
  await upload(resultLine(1, { appraised: 12_000 }));
  const item = { from: null, quantity: 3, amountYen: 1200, reason: '' };
  await correct(1, { items: [{ ...item, name: 'コート', destination: '販売' }] });
  await db.execute(
    sql`update appraisal_items set image_ids = '{picture1}', condition = 'good', box_number = 2`,
  );
  const url = `/api/users/applications?limit=1&numbers=${numberOf(1)}`;
  const [mine] = (await app.inject({ url, headers: hanako })).json();
  expect(mine).toMatchObject({
    correction: { before: '12,000円', after: '1,200円', reason: '金額のけたを誤ったため' },
    items: [
      {
        ...{ name: 'コート', destination: '販売して寄付にします', condition: '良好', boxNumber: 2 },
        images: [expect.stringMatching(/picture1\?e=\d+&s=/)],
      },
    ],
  });
  expect(mine.events.at(-1)).toMatchObject({
    label: '査定結果の訂正',
    message: '査定の結果を訂正しました。理由：金額のけたを誤ったため',
  });
  await undo();
  const [again] = (await app.inject({ url, headers: hanako })).json();
  expect([again.correction, again.amountYen]).toEqual([undefined, 12_000]);
  const read = await app.inject({
    url: `/api/office/applications/${numberOf(1)}`,
    headers: operator,
  });
  expect(read.json().history.at(-1)).toMatchObject({ isCorrection: true });
});

test('a corrected row stands once among the rows of its batch', async () => {
  await insertApplications(db, [application(1), application(2)]);
  const batchId = await upload(resultLine(1), resultLine(2));
  await correct(1, { appraisedYen: 700 });
  const { json } = await app.inject({
    url: `/api/office/results/batches/${batchId}`,
    headers: operator,
  });
  expect(json()).toMatchObject({
    batch: { donationYen: 1900 },
    rows: [{ donationYen: 700, isDonated: true }, { donationYen: 1200 }],
  });
});

test('an unsent mail of thanks is deleted with its donation', async () => {
  await insertApplications(db, [application(1)]);
  await upload(resultLine(1));
  await markSent();
  const row = {
    ...{ messageId: 'm', recipient: 'a@tasuki.example', subject: 'お礼', textBody: '' },
    ...{ content: {}, createdAt: clock.now, appraisalId: numberOf(1) },
  };
  await db
    .insert(outboxMails)
    .values({ ...row, kind: 'thanks', dedupeKey: 'thanks:x' } as typeof outboxMails.$inferInsert);
  await correct(1, { appraisedYen: 700 });
  expect(await mails()).toContainEqual(['thanks', numberOf(1)]);
  await correct(1, unpriced);
  expect(await mails()).not.toContainEqual(['thanks', numberOf(1)]);
});
