import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { urlOf } from '#kit/db/database.server.ts';
import type { Remittance, RunDetail } from '#money/remittances/run.ts';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { bankStatement } from '#test/factories/money/bank-statement.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { callerFor, giveAccounts, sendRun } from '#test/factories/remit.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { leaveUncommitted, waitForLocks } from '#test/lock-waits.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { BankAnswerResult } from './bank-answer.ts';

const house = await testApp();
const { db, clock } = house;
const signIn = signedIn(house);
const ask = callerFor(house, 'op');
const names = { ao: 'あおぞらの会', mori: 'もりの会', mizu: 'みずの会' };
const holders = { ao: 'ﾄｸﾋ)ｱｵｿﾞﾗ', mori: 'ﾓﾘﾉｶｲ', mizu: 'ﾓﾘﾉｶｲ' };

for (const [id, name] of Object.entries(names)) await insertAssociate(db, id, name);

let sent: RunDetail;

/** Transfers to three organisations are on the way, two with the same holder and sum. */
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
    'bank_answers',
    'bank_answer_rows',
    'audit_log',
  );
  await db.execute(sql`update money_settings set bank_columns = null`);
  await signIn('op', 'operator');
  await signIn('accountant', 'accountant');
  await giveAccounts(house);
  for (const [id, holder] of Object.entries(holders)) {
    await db.execute(sql`update bank_accounts set holder = ${holder} where associate_id = ${id}`);
  }
  await insertApplications(db, [
    application(1, { associateId: 'ao' }),
    application(2, { associateId: 'mori' }),
    application(3, { associateId: 'mizu' }),
  ]);
  const file = resultFile(
    resultLine(1, { associate: 'ao', appraised: 5_000 }),
    resultLine(2, { associate: 'mori', appraised: 3_000 }),
    resultLine(3, { associate: 'mizu', appraised: 3_000 }),
  );
  await uploadResults(house, await headersOfSession(house, 'op', true), file);
  sent = await sendRun(house, { asks: 'op', approves: 'accountant' });
  clock.now = new Date('2026-12-02T10:00:00+09:00');
});

type Fields = { lines: readonly string[] } & Record<string, unknown>;

async function send(fields: Fields, { isDry = false, uid = 'op' } = {}) {
  const { payload, headers } = await bankStatement(fields);
  return house.app.inject({
    method: 'POST',
    url: `/api/office/bank-answers?dryRun=${isDry}`,
    headers: { ...headers, ...(await headersOfSession(house, uid, true)) },
    payload,
  });
}
const tried = async (lines: readonly string[]): Promise<BankAnswerResult> => {
  const answer = await send({ lines }, { isDry: true });
  expect([answer.statusCode, answer.json().message]).toEqual([200, undefined]);
  return answer.json();
};
/** As the screen does: tries the file, then accepts what was shown. */
async function take(
  lines: readonly string[],
  choices: BankAnswerResult['ambiguous'][number]['row'][] | object[] = [],
) {
  const { seen, columns, columnsVersion } = await tried(lines);
  return send({ lines, columns, columnsVersion, choices, seen });
}
const states = async () => {
  const all: Remittance[] = (await ask(`remittance-runs/${sent.run.id}/remittances`)).json();
  return Object.fromEntries(all.map((one) => [one.associateId, one.state]));
};
const idOf = (associateId: string) => `${sent.run.id}:${associateId}`;
const balances = async () => {
  const { rows } = await db.execute<{ account: string; yen: number }>(sql`
    select account, sum(amount_yen)::float8 as yen from ledger_lines group by 1 having sum(amount_yen) <> 0 order by 1`);
  return Object.fromEntries(rows.map(({ account, yen }) => [account, yen]));
};

const ao = '2026/11/30,"5,000",,振込 トクヒ）アオゾラ,95000';
const mori = '2026/11/30,"3,000",,振込 モリノカイ,92000';
const mizu = '2026/11/30,"3,000",,振込 モリノカイ,89000';
const fee = '2026/11/30,330,,手数料,88670';
const aoBack = '2026/12/01,,"5,000",クミモドシ トクヒ）アオゾラ,93670';

test('a file confirms what it names, leaves what fits two for choice, and says what it left out', async () => {
  const trial = await tried([ao, mori, mizu, fee, 'きのう,1,,だれか,1']);
  expect(trial).toMatchObject({
    encoding: 'Shift_JIS',
    transfers: [{ row: 2, day: '2026-11-30', amountYen: 5_000, targetName: 'あおぞらの会' }],
    ambiguous: [
      { row: 3, direction: 'withdrawal', description: '振込 モリノカイ' },
      { row: 4, direction: 'withdrawal' },
    ],
    lines: [{ row: 5, amountYen: -330, description: '手数料', kind: 'transfer-fee' }],
    rowCounts: { transfers: 1, ambiguous: 2, lines: 1, errors: 1 },
  });
  expect(trial.ambiguous[0]?.candidates.map(({ targetName }) => targetName).sort()).toEqual(
    ['みずの会', 'もりの会'].sort(),
  );
  expect(trial.errors[0]?.message).toContain('日付として読み取れません');
  expect(await states()).toEqual({ ao: 'sent', mori: 'sent', mizu: 'sent' });

  const choice = { row: 3, remittanceId: idOf('mori') };
  const taken = await take([ao, mori, mizu, fee], [choice]);
  expect(taken.json()).toMatchObject({
    transfers: [{ targetName: 'あおぞらの会' }, { targetName: 'もりの会' }],
    ambiguous: [{ row: 4 }],
  });
  expect(await states()).toEqual({ ao: 'confirmed', mori: 'confirmed', mizu: 'sent' });
  const [first] = (await ask(`remittance-runs/${sent.run.id}/remittances`)).json();
  expect(first).toMatchObject({ receivedOn: '2026-11-30' });

  // The row without a choice is asked about again, and now fits only one transfer.
  const again = await tried([ao, mori, mizu, fee]);
  expect(again).toMatchObject({ known: 3, transfers: [{ row: 4, targetName: 'みずの会' }] });
  expect(again.takenBefore).toMatchObject({ by: 'op@tasuki.example' });
});

test('the same file once more changes nothing', async () => {
  await take([ao, fee]);
  const before = await balances();
  const again = await take([ao, fee]);
  expect(again.json()).toMatchObject({ known: 2, transfers: [], lines: [] });
  expect(await balances()).toEqual(before);
  expect((await ask('bank-answers')).json()).toMatchObject([
    { fileName: '明細.csv', rows: 2, transfers: 1, lines: 1, uploadedBy: 'op@tasuki.example' },
  ]);
  // The next week's longer file repeats the rows.
  expect((await take([fee, ao, '2026/12/01,100,,ほか,1'])).json()).toMatchObject({ known: 2 });
});

test('a returned transfer is owed again, confirmed before or sent in the same file', async () => {
  await take([ao]);
  const returned = await take([ao, aoBack]);
  expect(returned.json()).toMatchObject({
    known: 1,
    returns: [{ row: 3, targetName: 'あおぞらの会' }],
  });
  expect(await states()).toMatchObject({ ao: 'returned' });
  expect(await balances()).toMatchObject({ 'owed:associate:ao': -5_000 });
  expect(await balances()).not.toHaveProperty('bank');
  const moriBack = '2026/12/01,,"3,000",クミモドシ モリノカイ,92000';
  const both = await tried([mori, moriBack]);
  const ids = both.ambiguous.map(({ row }) => ({ row, remittanceId: idOf('mori') }));
  expect((await take([mori, moriBack], ids)).json()).toMatchObject({ returns: [{ row: 3 }] });
  expect(await states()).toMatchObject({ mori: 'returned', mizu: 'sent' });
  // It never arrived, so no mail says that it did.
  const { rows } = await db.execute(sql`
    select from outbox_mails where kind = 'remitted' and appraisal_id = ${numberOf(2)}`);
  expect(rows).toHaveLength(0);
  const { rows: booked } = await db.execute<{ account: string; yen: number }>(sql`
    select account, amount_yen::float8 as yen from ledger_lines
    where remittance_id = ${idOf('mori')} and account = 'bank' order by at`);
  expect(booked).toEqual([
    { account: 'bank', yen: -3_000 },
    { account: 'bank', yen: 3_000 },
  ]);
});

test('one sum for all that is left of a run confirms the rest of it', async () => {
  await take([ao]);
  const rest = '2026/11/30,"6,000",,総合振込,89000';
  expect(await tried([rest])).toMatchObject({ totals: [{ runNumber: sent.run.number, count: 2 }] });
  expect((await take([rest])).statusCode).toBe(200);
  expect(await states()).toEqual({ ao: 'confirmed', mori: 'confirmed', mizu: 'confirmed' });
  expect((await ask(`remittance-runs/${sent.run.id}`)).json()).toMatchObject({
    run: { state: 'done' },
  });
});

test('uploads are listed with what each did, the newest first, and their rows in the order of the file', async () => {
  await take([fee, ao]);
  clock.now = new Date('2026-12-03T10:00:00+09:00');
  await take([aoBack, fee, '2026/12/01,"6,000",,総合振込,89000']);
  const listed = (await ask('bank-answers')).json();
  const upload = {
    id: expect.any(String),
    fileName: '明細.csv',
    fileHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    uploadedBy: 'op@tasuki.example',
  };
  expect(listed).toEqual([
    {
      ...upload,
      rows: 3,
      transfers: 0,
      totals: 1,
      returns: 1,
      lines: 0,
      uploadedAt: '20261203100000000',
    },
    {
      ...upload,
      rows: 2,
      transfers: 1,
      totals: 0,
      returns: 0,
      lines: 1,
      uploadedAt: '20261202100000000',
    },
  ]);
  expect(listed[0].fileHash).not.toBe(listed[1].fileHash);
  const rows = { remittanceId: '', runId: '', lineKind: null, takenBackAt: null };
  expect((await ask(`bank-answers/${listed[0].id}/rows`)).json()).toEqual([
    {
      ...rows,
      row: 2,
      day: '2026-12-01',
      amountYen: 5_000,
      kind: 'returned',
      remittanceId: idOf('ao'),
      targetName: 'あおぞらの会',
    },
    {
      ...rows,
      row: 4,
      day: '2026-12-01',
      amountYen: 6_000,
      kind: 'total',
      runId: sent.run.id,
      targetName: sent.run.number,
    },
  ]);
  const line = { kind: 'line', lineKind: 'transfer-fee', targetName: '' };
  expect((await ask(`bank-answers/${listed[1].id}/rows`)).json()).toEqual([
    { ...rows, ...line, row: 2, day: '2026-11-30', amountYen: 330 },
    {
      ...rows,
      row: 3,
      day: '2026-11-30',
      amountYen: 5_000,
      kind: 'transfer',
      remittanceId: idOf('ao'),
      targetName: 'あおぞらの会',
    },
  ]);
});

test('a change since the trial refuses the file, and says who made it', async () => {
  const { seen, columns, columnsVersion } = await tried([ao]);
  const { run } = (await ask(`remittance-runs/${sent.run.id}`)).json() as RunDetail;
  const confirmed = await callerFor(house, 'accountant')(`remittance-runs/${run.id}/confirm`, {
    which: [idOf('ao')],
    receivedOn: '2026-11-30',
    version: run.version,
  });
  expect(confirmed.statusCode).toBe(200);
  const stale = await send({ lines: [ao], columns, columnsVersion, seen });
  expect(stale.statusCode).toBe(409);
  expect(stale.json().message).toMatch(/^accountant@.*もう一度ためし読みして/);
  const [one] = (await ask(`remittance-runs/${run.id}/remittances`)).json();
  expect(one).toMatchObject({ receivedOn: '2026-11-30' });
  // Nor without a trial.
  expect((await send({ lines: [mori, mizu] })).statusCode).toBe(409);
});

test.each([
  ['was changed', `update remittances set version = version + 1`],
  ['is being confirmed', `update remittances set confirm_due_on = '2026-11-29'`],
])('a transfer that %s while its file is taken refuses it', async (_, statement) => {
  const { seen, columns, columnsVersion } = await tried([ao]);
  const commit = await leaveUncommitted(urlOf(db), statement);
  const taking = send({ lines: [ao], columns, columnsVersion, seen });
  await waitForLocks(db, 1);
  await commit();
  expect([(await taking).statusCode, (await taking).json().message]).toEqual([
    409,
    expect.stringContaining('もう一度ためし読みして'),
  ]);
  expect(await states()).toMatchObject({ ao: 'sent' });
});

test('one transfer is not chosen for two rows, and nothing for a row that there is not', async () => {
  const both = [2, 3].map((row) => ({ row, remittanceId: idOf('mori') }));
  const twice = await take([mori, mizu], both);
  expect([twice.statusCode, twice.json().message]).toEqual([
    400,
    expect.stringMatching(/^3行め.*ほかの行と同じ送金/),
  ]);
  const none = await take([ao], [{ row: 9, remittanceId: null }]);
  expect([none.statusCode, none.json().message]).toEqual([400, expect.stringMatching(/^9行め/)]);
  expect(await states()).toEqual({ ao: 'sent', mori: 'sent', mizu: 'sent' });
});

test('two who take the same file at once confirm it once', async () => {
  const { seen } = await tried([ao]);
  const answers = await Promise.all([send({ lines: [ao], seen }), send({ lines: [ao], seen })]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expect(await balances()).toMatchObject({ bank: -5_000 });
});

test('a confirmation that was a mistake is taken back, and its row may be another one’s', async () => {
  await take([mori, mizu], [{ row: 2, remittanceId: idOf('mori') }]);
  const { version } = (await ask(`remittances/${idOf('mori')}`)).json();
  const taken = await ask(`remittances/${idOf('mori')}/unconfirm`, {
    version,
    reason: '取り違え',
  });
  expect(taken.statusCode).toBe(200);
  const [{ id }] = (await ask('bank-answers')).json();
  expect((await ask(`bank-answers/${id}/rows`)).json()).toMatchObject([
    { row: 2, targetName: 'もりの会', takenBackAt: expect.any(String) },
  ]);
  const trial = await take([mori, mizu], [{ row: 2, remittanceId: idOf('mizu') }]);
  expect(trial.json()).toMatchObject({ known: 0, transfers: [{ targetName: 'みずの会' }] });
  expect(await states()).toMatchObject({ mori: 'sent', mizu: 'confirmed' });
});

test('columns that were chosen once are taken the next time', async () => {
  const lines = ['記帳,払,受,ことば', '2026/11/30,5000,,アオゾラ トクヒ）アオゾラ'];
  const { payload, headers } = await bankStatement({ lines, headings: '' });
  const auth = await headersOfSession(house, 'op', true);
  const upload = (parts: { payload: Buffer; headers: object }, isDry: boolean) =>
    house.app.inject({
      method: 'POST',
      url: `/api/office/bank-answers?dryRun=${isDry}`,
      headers: { ...auth, ...parts.headers },
      payload: parts.payload,
    });
  expect((await upload({ payload, headers }, true)).json()).toMatchObject({
    columns: null,
    sampleRows: [['記帳', '払', '受', 'ことば'], expect.any(Array)],
  });
  const columns = {
    ...{ date: 0, withdrawal: 1, deposit: 2, description: 3, headerRow: 0 },
    headings: ['記帳', '払', '受', 'ことば'],
  };
  const chosen = await upload(await bankStatement({ lines, headings: '', columns }), true);
  const { seen, columnsVersion } = chosen.json();
  const parts = await bankStatement({ lines, headings: '', columns, seen, columnsVersion });
  expect((await upload(parts, false)).statusCode).toBe(200);
  const next = await upload(await bankStatement({ lines, headings: '' }), true);
  expect(next.json()).toMatchObject({ columns, known: 1, columnsVersion: 1 });
  // Another operator's earlier trial chose other columns for the same headings.
  const swapped = { ...columns, withdrawal: 2, deposit: 1 };
  const other = await upload(await bankStatement({ lines, headings: '', columns: swapped }), true);
  const late = {
    lines,
    headings: '',
    columns: swapped,
    seen: other.json().seen,
    columnsVersion: 0,
  };
  expect((await upload(await bankStatement(late), false)).statusCode).toBe(409);
});

test.each([
  ['no file', {}, '入出金明細のCSVファイルを1つ'],
  ['an empty file', { lines: [], headings: '' }, '空です'],
  ['a choice that is none', { lines: [ao], choices: [{ row: 2, remittanceId: 'x' }] }, '選択が'],
  [
    'headings of another file',
    {
      lines: [ao],
      columns: {
        ...{ date: 0, withdrawal: 1, deposit: 2, description: 3, headerRow: 0 },
        headings: ['x'],
      },
    },
    '見出しが',
  ],
])('%s is refused with what to do', async (_, fields, message) => {
  const answer =
    'lines' in fields
      ? await send(fields as Fields, { isDry: true })
      : await ask('bank-answers?dryRun=true', {});
  expect(answer.statusCode).toBe(400);
  expect(answer.json().message).toContain(message);
});

test('a row that is left out is no transfer but a line to be explained; a choice that it does not fit is refused', async () => {
  expect((await take([ao], [{ row: 2, remittanceId: idOf('mori') }])).statusCode).toBe(400);
  const left = await take([ao], [{ row: 2, remittanceId: null }]);
  expect(left.json()).toMatchObject({ transfers: [], lines: [{ row: 2, kind: 'unexplained' }] });
  expect(await states()).toMatchObject({ ao: 'sent' });
  expect((await take([ao])).json()).toMatchObject({ known: 1, transfers: [] });
});

test('many gifts are confirmed in the background, as the bank said', async () => {
  await db.execute(sql`update remittances set gift_count = 400`);
  const all = '2026/11/30,"11,000",,総合振込,89000';
  expect((await take([all])).json()).toMatchObject({ totals: [{ count: 3 }] });
  expect(await states()).toMatchObject({ ao: 'sent' });
  // A transfer being confirmed is not proposed again.
  expect(await tried([ao])).toMatchObject({ transfers: [], rowCounts: { lines: 1 } });
  await house.services.waitingConfirmations.confirmWaiting();
  expect(await states()).toEqual({ ao: 'confirmed', mori: 'confirmed', mizu: 'confirmed' });
  const { rows } = await db.execute(sql`
    select distinct confirmed_by_source as source, received_on::text as day from remittances`);
  expect(rows).toEqual([{ source: 'bank-answer', day: '2026-11-30' }]);
});

test('the warehouse may not upload', async () => {
  await signIn('shipping', 'warehouse');
  expect((await send({ lines: [ao] }, { uid: 'shipping', isDry: true })).statusCode).toBe(403);
});
