import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { BankAnswerResult } from '#money/bank-answers/bank-answer.ts';
import { bankBalance } from '#money/books/books.server.ts';
import type { CloseReview } from '#money/month-close/month-close.ts';
import type { RunDetail } from '#money/remittances/run.ts';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { bankStatement } from '#test/factories/money/bank-statement.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { callerFor, giveAccounts, sendRun } from '#test/factories/remit.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { BankLine } from './bank-line.ts';

// A month of the bank's account: a transfer, its fee, interest, an unknown deposit, and a close to the yen.

const house = await testApp();
const { db, clock } = house;
const op = callerFor(house, 'op');
const accountant = callerFor(house, 'accountant');
await insertAssociate(db, 'ao', 'あおの会');

let sent: RunDetail;

beforeEach(async () => {
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  await db.delete(authUsers);
  await emptyTables(
    house.db,
    ...[
      'applications',
      'result_batches',
      'approvals',
      'ledger_lines',
      'posting_notes',
      'kept_sums',
    ],
    ...[
      'owed_items',
      'remittance_runs',
      'remittances',
      'bank_answers',
      'bank_balances',
      'closed_months',
      'associate_months',
      'challenge_months',
    ],
  );
  await db.execute(sql`update money_settings set bank_columns = null`);
  await signedIn(house)('op', 'operator');
  await signedIn(house)('accountant', 'accountant');
  await giveAccounts(house);
  await db.execute(sql`update bank_accounts set holder = 'ｱｵﾉｶｲ' where associate_id = 'ao'`);
  await insertApplications(db, [application(1)]);
  await uploadResults(
    house,
    await headersOfSession(house, 'op', true),
    resultFile(resultLine(1, { appraised: 5_000 })),
  );
  sent = await sendRun(house, { asks: 'op', approves: 'accountant' });
  clock.now = new Date('2026-12-02T10:00:00+09:00');
});

async function send(fields: { lines: readonly string[] } & Record<string, unknown>, isDry = false) {
  const { payload, headers } = await bankStatement(fields);
  const reply = await house.app.inject({
    method: 'POST',
    url: `/api/office/bank-answers?dryRun=${isDry}`,
    headers: { ...headers, ...(await headersOfSession(house, 'op', true)) },
    payload,
  });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<BankAnswerResult>();
}
async function take(lines: readonly string[], choices: object[] = []): Promise<BankAnswerResult> {
  const { seen, columns, columnsVersion } = await send({ lines }, true);
  return send({ lines, columns, columnsVersion, choices, seen });
}
const lines = async () => (await op('bank-lines')).json<BankLine[]>();
const explain = ({ answerId, row, version }: BankLine, body: object) =>
  op(`bank-lines/${answerId}/${row}/explain`, { version, ...body });
const balances = async () => {
  const { rows } = await db.execute<{ account: string; yen: number }>(sql`
    select account, sum(amount_yen)::float8 as yen from ledger_lines group by 1 having sum(amount_yen) <> 0 order by 1`);
  return Object.fromEntries(rows.map(({ account, yen }) => [account, yen]));
};
const review = async () => (await accountant('month-close/2026-11/checks')).json<CloseReview>();
const bankCheck = async () => (await review()).checks.find(({ key }) => key === 'bank');

const opening = '2026/11/02,,"100,000",売却代金 オークション,100000';
const transfer = '2026/11/27,"5,000",,振込 アオノカイ,95000';
const fee = '2026/11/27,330,,振込手数料,94670';
const recall = '2026/11/28,880,,組戻手数料,93790';
const interest = '2026/11/29,,12,利息,93802';
const stranger = '2026/11/30,,"3,000",振込 ヤマダ タロウ,96802';
const month = [opening, transfer, fee, recall, interest, stranger];

test('every line of a file ends somewhere, and the month is closed to the yen', async () => {
  const taken = await take(month);
  expect(taken.transfers).toMatchObject([{ targetName: 'あおの会', amountYen: 5_000 }]);
  expect(taken.lines.map(({ row, kind }) => [row, kind])).toEqual([
    [2, 'unexplained'],
    [4, 'transfer-fee'],
    [5, 'recall-fee'],
    [6, 'interest'],
    [7, 'unexplained'],
  ]);
  expect(await balances()).toMatchObject({
    ...{ bank: 96_802, 'transfer-fee': 330, 'recall-fee': 880, interest: -12 },
    unexplained: -103_000,
  });
  expect(await bankBalance(db)).toEqual({ balanceYen: 96_802, statedOn: '2026-11-30' });

  const [late, , , , first] = await lines();
  if (!late || !first) throw new Error('lines are there');
  expect([late.description, first.description]).toEqual([
    '振込 ヤマダ タロウ',
    '売却代金 オークション',
  ]);
  const sold = await explain(first, { kind: 'sale', reason: '10月の売却分の入金' });
  expect(sold.json()).toMatchObject({ kind: 'sale', version: 2, by: expect.any(String) });
  expect(await bankCheck()).toMatchObject({
    state: 'to-explain',
    message: expect.stringContaining('96,802円と一致しています'),
    items: ['不明入出金が1件あります（合計 3,000円）'],
  });
  expect((await explain(late, { kind: 'other', reason: '団体の方からの返金' })).statusCode).toBe(
    200,
  );
  expect(await bankCheck()).toMatchObject({ state: 'ok', items: [] });
  expect(await balances()).toMatchObject({ 'bank-other': -3_000, 'sale-receipts': -100_000 });

  const { digest } = await review();
  const asked = await accountant('month-close/2026-11/ask', { digest, explanations: [] });
  expect(asked.statusCode, asked.body).toBe(200);
});

test('a month before the first line of a statement is only told of the bank', async () => {
  await take(month);
  const checks = (await accountant('month-close/2026-10/checks')).json<CloseReview>().checks;
  expect(checks.find(({ key }) => key === 'bank')).toMatchObject({ state: 'told', items: [] });
});

test('a file that is taken once more brings nothing twice', async () => {
  await take(month);
  const before = await balances();
  expect(await take(month)).toMatchObject({ known: 6, lines: [], transfers: [] });
  expect(await balances()).toEqual(before);
});

test('what differs from the statement is said line by line, and asks for a reason', async () => {
  await take([opening, fee]);
  const { version } = (await op(`remittance-runs/${sent.run.id}`)).json<RunDetail>().run;
  await op(`remittance-runs/${sent.run.id}/confirm`, {
    which: 'all',
    receivedOn: '2026-11-27',
    version,
  });
  const typed = await accountant('month-close/2026-11/bank-balance', { balanceYen: 94_000 });
  expect(typed.statusCode, typed.body).toBe(200);
  const { checks, digest } = typed.json<CloseReview>();
  const bank = checks.find(({ key }) => key === 'bank');
  // 100,000 − 330 − 5,000; the statement lacks the transfer of 5,000.
  expect(bank).toMatchObject({
    state: 'to-explain',
    message: expect.stringContaining(
      '帳簿の残高 94,670円は、2026/11/30の明細 94,000円と670円違っています',
    ),
    items: [
      '2026/11/27 着金や組戻しの記録（あおの会） −5,000円',
      '明細の行で説明できない差（前の月までの差を含む） 5,670円',
      expect.stringContaining('不明入出金が1件'),
    ],
  });
  const ask = (body: object) =>
    accountant('month-close/2026-11/ask', { digest, explanations: [], ...body });
  expect([(await ask({})).statusCode, (await ask({})).json().message]).toEqual([
    409,
    bank?.message,
  ]);
  expect((await ask({ bankReason: '' })).statusCode).toBe(400);
  expect((await ask({ bankReason: '口座の移し替えの途中のため' })).statusCode).toBe(200);
});

test('a transfer that was noted by hand is known when its line comes, and not booked twice', async () => {
  const { version } = (await op(`remittance-runs/${sent.run.id}`)).json<RunDetail>().run;
  await op(`remittance-runs/${sent.run.id}/confirm`, {
    which: 'all',
    receivedOn: '2026-11-27',
    version,
  });
  expect(await take([opening, transfer])).toMatchObject({ booked: 1, rowCounts: { lines: 1 } });
  expect(await balances()).toMatchObject({ bank: 95_000, unexplained: -100_000 });
});

test('a line that was a transfer after all is given back, and its file brings it once more', async () => {
  const { seen, columns, columnsVersion } = await send({ lines: [transfer] }, true);
  const leftOut = { lines: [transfer], columns, columnsVersion, seen };
  await send({ ...leftOut, choices: [{ row: 2, remittanceId: null }] });
  expect(await balances()).toMatchObject({ bank: -5_000, unexplained: 5_000 });
  const [line] = await lines();
  if (!line) throw new Error('a line is there');
  const again = { kind: 'again', reason: '送金だったため' };
  expect((await explain(line, again)).json()).toMatchObject({ isTakenBack: true });
  expect((await explain({ ...line, version: 2 }, again)).statusCode).toBe(409);
  expect((await take([transfer])).transfers).toHaveLength(1);
  expect(await balances()).toEqual({ proceeds: 5_000, bank: -5_000 });
});

test('the file says the same as the list, with sums by their direction', async () => {
  await take([fee, interest]);
  const [header, ...rows] = (await op('bank-lines.csv')).body
    .replace('\ufeff', '')
    .trim()
    .split('\r\n');
  expect(header).toBe('日付,出金,入金,摘要,内容,理由,記録した人,記録した日時');
  expect(rows.map((one) => one.split(',').slice(0, 6))).toEqual([
    ['2026/11/29', '', '12', '利息', '受取利息', ''],
    ['2026/11/27', '330', '', '振込手数料', '振込手数料', ''],
  ]);
});

test('who explains a line that somebody else has explained reads so, and nothing moves', async () => {
  await take([stranger]);
  const [line] = await lines();
  if (!line) throw new Error('a line is there');
  await explain(line, { kind: 'other', reason: '返金' });
  const before = await balances();
  const stale = await explain(line, { kind: 'sale', reason: '売却' });
  expect(stale.statusCode).toBe(409);
  expect(stale.json().message).toContain('この行を変更しています');
  expect(await balances()).toEqual(before);
});

test('entries of lines and balances are only added to', async () => {
  await take([stranger]);
  for (const table of ['bank_line_entries', 'bank_balances']) {
    const removing = db.execute(sql`delete from ${sql.identifier(table)}`);
    await expect(removing).rejects.toMatchObject({ cause: { message: `${table} is append-only` } });
  }
});
