import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import iconv from 'iconv-lite';
import { beforeAll, describe, expect, test } from 'vitest';
import { applicationEvents, applications } from '#giving/applications/application-tables.server.ts';
import { donations } from '#giving/donations/donation-tables.server.ts';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { ledgerLines } from '#money/ledger/ledger-tables.server.ts';
import { associateMonths } from '#organisations/associates/associate-tables.server.ts';
import { challengeMonths } from '#organisations/challenges/challenge-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import { completeForLedger } from '#test/factories/dealer-ledger.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { ifMatchOf } from '#test/factories/seen.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { appraisalItems, appraisals, resultBatches } from './result-tables.server.ts';

const house = await testApp();
const { app, db } = house;
const operator = await signedIn(house)('op', 'operator');

const upload = (content: string | Uint8Array, options?: { dryRun?: boolean; items?: string }) =>
  uploadResults(house, operator, content, options);

const ids = async () =>
  (await db.select({ id: donations.appraisalId }).from(donations)).map((d) => d.id);
const stateOf = async (n: number) => {
  const [row] = await db
    .select()
    .from(applications)
    .where(eq(applications.appraisalId, numberOf(n)));
  return row && { state: row.state, identity: row.identity };
};
const eventsOf = async (n: number) =>
  (
    await db
      .select()
      .from(applicationEvents)
      .where(eq(applicationEvents.appraisalId, numberOf(n)))
      .orderBy(applicationEvents.id)
  ).map(({ toState, isSkipped }) => (isSkipped ? `(${toState})` : toState));
const mailsOf = async (n: number) =>
  (
    await db
      .select()
      .from(outboxMails)
      .where(eq(outboxMails.appraisalId, numberOf(n)))
  ).map((mail) => mail.kind);

beforeAll(async () => {
  await insertAssociate(db, 'ao');
  await insertAssociate(db, 'midori');
  await insertApplications(db, [
    ...[1, 2, 3].map((n) => application(n)),
    application(4, { state: 'applied' }),
    application(5, { state: 'kit-sent' }),
    application(6),
    application(7),
    application(8, { state: 'applied' }),
    application(9, { kind: 'fund' }),
    application(10, { kind: 'fund', state: 'kit-sent' }),
    application(11, { state: 'cancelled' }),
    application(12, { state: 'returned' }),
    application(13, { associateId: 'midori' }),
    ...[14, 15, 16, 17, 18, 19, 20].map((n) => application(n)),
  ]);
});

test('a Shift_JIS file with one bad row is refused with its row and column, and accepted when corrected', async () => {
  const bad = iconv.encode(
    resultFile(resultLine(1), resultLine(2, { appraised: '千円', donated: 1000, note: '表ソ～①' })),
    'cp932',
  );
  const refused = await upload(bad);
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({
    type: 'ValidationError',
    title: '入力エラー',
    message: '3行目「査定金額」：数字で入力してください（入力値：千円）',
    batchId: null,
    encoding: 'Shift_JIS',
    rows: 2,
    accepted: 0,
    rejected: 1,
    errors: [{ file: 'csv', row: 3, column: '査定金額' }],
    errorsTotal: 1,
  });
  expect(await ids()).toEqual([]);

  const mended = iconv.encode(
    resultFile(resultLine(1), resultLine(2, { appraised: '"1,000"', note: '表ソ～①' })),
    'cp932',
  );
  const tried = await upload(mended, { dryRun: true });
  expect(tried).toMatchObject({
    status: 200,
    body: { batchId: null, accepted: 2, newDonations: 2, donationYen: 2200, errors: [] },
  });
  expect(await ids()).toEqual([]);

  const done = await upload(mended);
  expect(done).toMatchObject({
    status: 200,
    body: {
      batchId: expect.any(String),
      encoding: 'Shift_JIS',
      accepted: 2,
      rejected: 0,
      unchanged: 0,
      newDonations: 2,
      donationYen: 2200,
      outcomes: { completed: 2, unpriced: 0, returned: 0, discarded: 0, cancelled: 0 },
    },
  });
  expect((await ids()).sort()).toEqual([numberOf(1), numberOf(2)].sort());
  expect(await stateOf(1)).toEqual({ state: 'donated', identity: 'not-needed' });
  expect(await db.select().from(associateMonths)).toEqual([
    { associateId: 'ao', month: '2026-11-01', donationCount: 2, amountYen: 2200 },
  ]);
  const [stored] = await db
    .select()
    .from(appraisals)
    .where(eq(appraisals.appraisalId, numberOf(2)));
  expect(stored).toMatchObject({ note: '表ソ～①', rowNumber: 3, receivedOn: '2025-11-08' });
  expect(await mailsOf(1)).toEqual(['donation-completed']);
  const [batch] = await db.select().from(resultBatches);
  expect(batch).toMatchObject({ fileName: '査定結果.csv', uploadedBy: 'op', acceptedCount: 2 });
  expect(await db.select().from(auditLog)).toMatchObject([
    { action: 'results.import', subjectId: batch?.id, actorUid: 'op' },
  ]);

  const again = await upload(mended);
  expect(again).toMatchObject({
    status: 200,
    body: { batchId: null, accepted: 0, unchanged: 2, newDonations: 0, donationYen: 0 },
  });
  expect(await db.$count(donations)).toBe(2);
  expect(await db.$count(outboxMails)).toBe(2);
  expect(await db.$count(auditLog)).toBe(1);
});

test('a row counts as the same however it is typed, and as another when its meaning differs', async () => {
  const typed = resultFile(
    resultLine(1, {
      id: ` ${numberOf(1).toLowerCase()} `,
      appraised: '"￥１,２００"',
      donated: '1200円',
    }),
  );
  expect(await upload(typed)).toMatchObject({ status: 200, body: { unchanged: 1 } });
  const other = await upload(resultFile(resultLine(1, { appraised: 1300 })));
  expect(other.status).toBe(400);
  expect(other.body.errors).toEqual([
    { file: 'csv', row: 2, column: '申込番号', message: expect.stringMatching('別の結果') },
  ]);
});

test('each kind of result sets its state, records the skipped steps and writes its mail', async () => {
  const file = resultFile(
    resultLine(4, { bonus: 120, donated: 1320 }),
    resultLine(5, { appraised: 0, outcome: '値付不可' }),
    resultLine(6, { appraised: '', donated: '', outcome: '返送' }),
    resultLine(7, { appraised: 0, outcome: '廃棄' }),
    resultLine(8, { appraised: 0, outcome: 'キャンセル' }),
    resultLine(9, { associate: '', appraised: 9_999 }),
  );
  const { body } = await upload(file);
  expect(body).toMatchObject({
    accepted: 6,
    newDonations: 2,
    donationYen: 1320 + 9_999,
    held: 0,
    outcomes: { completed: 2, unpriced: 1, returned: 1, discarded: 1, cancelled: 1 },
  });
  expect(await eventsOf(4)).toEqual(['(kit-sent)', '(goods-received)', 'appraised', 'donated']);
  expect(await eventsOf(5)).toEqual(['(goods-received)', 'unpriced']);
  expect(await eventsOf(6)).toEqual(['returned']);
  expect(await eventsOf(8)).toEqual(['cancelled']);
  const states = await Promise.all([4, 5, 6, 7, 8, 9].map(stateOf));
  expect(states.map((found) => found?.state)).toEqual([
    'donated',
    'unpriced',
    'returned',
    'unpriced',
    'cancelled',
    'donated',
  ]);
  expect(await Promise.all([4, 5, 6, 7, 8, 9].map(mailsOf))).toEqual([
    ['donation-completed'],
    ['application-unpriced'],
    ['application-returned'],
    ['application-unpriced'],
    ['application-cancelled'],
    ['donation-completed'],
  ]);
});

test('the ledger contains proceeds, bonus and what is owed, and each posting sums to zero', async () => {
  const [donation] = await db
    .select()
    .from(donations)
    .where(eq(donations.appraisalId, numberOf(4)));
  const lines = await db
    .select()
    .from(ledgerLines)
    .where(eq(ledgerLines.donationId, donation?.id ?? ''))
    .orderBy(ledgerLines.line);
  expect(lines.map(({ account, amountYen }) => [account, amountYen])).toEqual([
    ['proceeds', 1200],
    ['bonus', 120],
    ['owed:associate:ao', -1320],
  ]);
});

test("a fund's gift counts for the fund alone, and from ¥10,000 waits for the identity check", async () => {
  const before = await db.select().from(associateMonths);
  expect(await db.select().from(challengeMonths)).toMatchObject([
    { socialChallengeId: 'animal', month: '2026-11-01', donationCount: 1, amountYen: 9_999 },
  ]);
  const { body } = await upload(
    resultFile(resultLine(10, { associate: '', appraised: 9_000, bonus: 1_000, donated: 10_000 })),
  );
  expect(body).toMatchObject({
    accepted: 1,
    newDonations: 0,
    donationYen: 0,
    held: 1,
    onHoldYen: 10_000,
  });
  expect(await stateOf(10)).toEqual({ state: 'appraised', identity: 'due' });
  expect(await eventsOf(10)).toEqual(['(goods-received)', 'appraised']);
  expect(await mailsOf(10)).toEqual(['identity-due']);

  const approve = async () =>
    app.inject({
      method: 'POST',
      url: `/api/office/identity/${numberOf(10)}/approve`,
      headers: { ...operator, ...(await ifMatchOf(db, numberOf(10))) },
    });
  await completeForLedger(db, numberOf(10));
  await db.update(outboxMails).set({ state: 'sent' });
  const approved = await approve();
  expect([approved.statusCode, approved.json()]).toEqual([
    200,
    { appraisalId: numberOf(10), state: 'donated', amountYen: 10_000 },
  ]);
  expect(await stateOf(10)).toEqual({ state: 'donated', identity: 'approved' });
  expect(await mailsOf(10)).toEqual(['identity-due', 'donation-completed']);
  expect(await db.select().from(challengeMonths)).toMatchObject([
    { donationCount: 2, amountYen: 19_999 },
  ]);
  expect(await db.select().from(associateMonths)).toEqual(before);
  expect((await approve()).statusCode).toBe(409);
});

test('items belong to their result, add up to it, and are stored with it', async () => {
  const items = (...lines: string[]) =>
    ['申込番号,品目,点数,査定金額,行き先,理由', ...lines].join('\n');
  const file = resultFile(resultLine(16));
  const wrong = await upload(file, {
    items: items(
      `${numberOf(16)},ワンピース,2,1000,再販売,`,
      `${numberOf(3)},靴,1,0,リサイクル,汚れ`,
    ),
  });
  expect(wrong.body.errors).toMatchObject([
    { file: 'items', row: 2, column: '査定金額', message: expect.stringMatching('明細は1,000円') },
    { file: 'items', row: 2, column: '点数' },
    { file: 'items', row: 3, column: '申込番号' },
  ]);
  const right = items(
    `${numberOf(16)},ワンピース,2,1200,再販売,`,
    `${numberOf(16)},靴,1,0,リサイクル,汚れ`,
  );
  expect((await upload(Buffer.from(file), { items: right })).body).toMatchObject({ accepted: 1 });
  const stored = await db
    .select()
    .from(appraisalItems)
    .where(eq(appraisalItems.feature, ''))
    .orderBy(appraisalItems.position);
  expect(stored).toMatchObject([
    { position: 1, name: 'ワンピース', quantity: 2, amountYen: 1200, reason: '' },
    {
      position: 2,
      name: '靴',
      quantity: 1,
      amountYen: 0,
      destination: 'リサイクル',
      reason: '汚れ',
    },
  ]);
  expect((await upload(file, { items: right })).body).toMatchObject({ unchanged: 1 });
  expect((await upload(file)).body).toMatchObject({ unchanged: 1 });
});

test('the same file ten times in parallel has one effect', async () => {
  const file = resultFile(resultLine(17), resultLine(18));
  const answers = await Promise.all(Array.from({ length: 10 }, () => upload(file)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(answers.filter(({ body }) => body.accepted === 2)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.unchanged === 2)).toHaveLength(9);
  expect((await ids()).filter((id) => id === numberOf(17))).toHaveLength(1);
  expect(await mailsOf(18)).toEqual(['donation-completed']);
});

test('each step of a result says from where, by whom, when and by which upload', async () => {
  const steps = await db
    .select()
    .from(applicationEvents)
    .where(eq(applicationEvents.appraisalId, numberOf(4)))
    .orderBy(applicationEvents.id);
  expect(steps.map(({ fromState, toState }) => [fromState, toState])).toEqual([
    ['applied', 'kit-sent'],
    ['kit-sent', 'goods-received'],
    ['goods-received', 'appraised'],
    ['appraised', 'donated'],
  ]);
  const [row] = await db
    .select()
    .from(appraisals)
    .where(eq(appraisals.appraisalId, numberOf(4)));
  const at = new Date('2026-11-20T10:00:00+09:00');
  for (const step of steps) {
    expect(step).toMatchObject({
      doneBy: 'operator',
      actorUid: 'op',
      note: '',
      batchId: row?.batchId,
      at,
    });
  }
  const [moved] = await db
    .select()
    .from(applications)
    .where(eq(applications.appraisalId, numberOf(4)));
  expect(moved).toMatchObject({ version: 2, stateChangedAt: at, identity: 'not-needed' });
  expect(row).toMatchObject({ stateBefore: 'applied', reversedAt: null, createdAt: at });
});

describe('goods that were appraised by hand, or whose giver is known', () => {
  beforeAll(async () => {
    await db.insert(authUsers).values({ id: 'giver', name: '', email: 'giver@tasuki.example' });
    await db.insert(users).values({ uid: 'giver', email: 'giver@tasuki.example' });
    const fund = { kind: 'fund', state: 'appraised' } as const;
    await insertApplications(db, [
      application(21, { ...fund, identity: 'approved', occupation: '会社員' }),
      application(22, { ...fund, identity: 'submitted', occupation: '' }),
      application(25, { ...fund, identity: 'due', occupation: '' }),
    ]);
    await insertApplications(db, [
      application(23, fund),
      application(24, { state: 'appraised', needReceipt: false, uid: 'giver' }),
      application(26, { state: 'donated' }),
    ]);
  });

  const fundLine = (n: number) => resultLine(n, { associate: '', appraised: 10_000 });

  test('keep their step, and wait only for a check that is not approved', async () => {
    // Details that the dealer's ledger needs, for goods with a known seller.
    await completeForLedger(db, numberOf(21));
    const items = `申込番号,品目,特徴,点数,査定金額,行き先\r\n${numberOf(21)},コート,紺、ウール,3,10000,再販\r\n`;
    const { body } = await upload(
      resultFile(fundLine(21), fundLine(22), fundLine(23), resultLine(24)),
      { items },
    );
    expect(body).toMatchObject({
      accepted: 4,
      newDonations: 2,
      donationYen: 11_200,
      held: 2,
      onHoldYen: 20_000,
    });
    expect(await Promise.all([21, 22, 23, 24].map(stateOf))).toEqual([
      { state: 'donated', identity: 'approved' },
      { state: 'appraised', identity: 'submitted' },
      { state: 'appraised', identity: 'due' },
      { state: 'donated', identity: 'not-needed' },
    ]);
    expect(await Promise.all([21, 22, 23, 24].map(eventsOf))).toEqual([
      ['donated'],
      [],
      [],
      ['donated'],
    ]);
    expect(await Promise.all([21, 22, 23, 24].map(mailsOf))).toEqual([
      ['donation-completed'],
      ['identity-due'],
      ['identity-due'],
      ['donation-completed'],
    ]);
  });

  test('are refused a second result', async () => {
    const { status, body } = await upload(resultFile(resultLine(26)));
    expect(status).toBe(400);
    expect(body.errors[0].message).toMatch('お申し込みの状態が「寄付済み」のため');
  });

  test('become the donation of their giver, who is mailed at the address of the application', async () => {
    const [donation] = await db
      .select()
      .from(donations)
      .where(eq(donations.appraisalId, numberOf(24)));
    expect(donation).toMatchObject({
      uid: 'giver',
      associateId: 'ao',
      socialChallengeId: null,
      amountYen: 1_200,
      needReceipt: false,
      reversedAt: null,
    });
    const mailOf = async (n: number) =>
      (
        await db
          .select()
          .from(outboxMails)
          .where(eq(outboxMails.appraisalId, numberOf(n)))
      )[0];
    const mail = await mailOf(24);
    expect(mail).toMatchObject({ recipient: 'donor24@tasuki.example', uid: 'giver' });
    expect(mail?.textBody).toContain('髙橋 花子');
    expect(mail?.textBody).toContain('見本の会 ao');
    expect(mail?.textBody).toContain('1,200円');
    expect(mail?.textBody).not.toContain('受領証明書');
    expect((await mailOf(21))?.textBody).toContain('受領証明書');
    expect((await mailOf(22))?.textBody).toContain('10,000円');
    expect(await mailOf(23)).toMatchObject({ recipient: 'donor23@tasuki.example', uid: null });
  });

  const approve = async (n: number, version?: number) =>
    app.inject({
      method: 'POST',
      url: `/api/office/identity/${numberOf(n)}/approve`,
      headers: {
        ...operator,
        ...(version ? { 'if-match': `"${version}"` } : await ifMatchOf(db, numberOf(n))),
      },
    });
  const notWaiting = 'このお申し込みは、本人確認を待っていません。';

  test('are approved as they were seen, and not when they changed meanwhile', async () => {
    await completeForLedger(db, numberOf(22));
    const refused = await approve(22, 1);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'ほかの画面で内容が変わっています。画面を読み込み直してから、もう一度お試しください。',
    ]);
    expect(await stateOf(22)).toEqual({ state: 'appraised', identity: 'submitted' });
    expect((await approve(22, 2)).json()).toEqual({
      appraisalId: numberOf(22),
      state: 'donated',
      amountYen: 10_000,
    });
    const [row] = await db
      .select()
      .from(applications)
      .where(eq(applications.appraisalId, numberOf(22)));
    const at = new Date('2026-11-20T10:00:00+09:00');
    expect(row).toMatchObject({ state: 'donated', version: 3, stateChangedAt: at });
    const steps = await db
      .select()
      .from(applicationEvents)
      .where(eq(applicationEvents.appraisalId, numberOf(22)));
    expect(steps).toMatchObject([
      { fromState: 'appraised', toState: 'donated', doneBy: 'operator', actorUid: 'op', at },
    ]);
    const entries = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, numberOf(22)))
      .orderBy(auditLog.id);
    expect(entries).toMatchObject([
      {
        action: 'identity.approve',
        subjectType: 'application',
        actorUid: 'op',
        details: { papers: [] },
      },
    ]);
    // The mail that asks for papers was still unsent.
    expect(await mailsOf(22)).toEqual(['donation-completed']);
  });

  test.each([
    ['without a result', 25],
    ['that were donated', 21],
    ['that were returned', 6],
  ])('are not approved %s', async (_what, n) => {
    const answer = await approve(n);
    expect([answer.statusCode, answer.json().message]).toEqual([409, notWaiting]);
  });

  test('are not approved when they were cancelled or do not exist', async () => {
    await db
      .update(applications)
      .set({ state: 'cancelled' })
      .where(eq(applications.appraisalId, numberOf(23)));
    expect((await approve(23)).json().message).toBe(notWaiting);
    const unknown = await approve(99);
    expect([unknown.statusCode, unknown.json().message]).toEqual([
      404,
      'お探しのお申し込みが見つかりませんでした。',
    ]);
    expect(await ids()).not.toContain(numberOf(23));
  });
});

test('a file without rows for any application writes nothing', async () => {
  const before = await db.$count(resultBatches);
  const { status, body } = await upload('申込番号\n');
  expect([status, body.batchId, body.encoding]).toEqual([400, null, 'UTF-8']);
  expect(await db.$count(resultBatches)).toBe(before);
});

test('files sent as text keep their names', async () => {
  await insertApplications(db, [application(27)]);
  const items = `申込番号,品目,点数,査定金額,行き先\n${numberOf(27)},靴,3,1200,再販売\n`;
  const names = { fileName: '十一月.csv', itemFileName: '明細\n.csv' };
  const response = await app.inject({
    method: 'POST',
    url: '/api/csv/appraisal-result',
    payload: { csv: resultFile(resultLine(27)), items, ...names },
    headers: operator,
  });
  const [batch] = await db
    .select()
    .from(resultBatches)
    .where(eq(resultBatches.id, response.json().batchId));
  expect(batch).toMatchObject({
    fileName: '十一月.csv',
    itemFileName: '明細.csv',
    encoding: 'UTF-8',
    fileHash: createHash('sha256')
      .update(resultFile(resultLine(27)))
      .digest('hex'),
  });
});
