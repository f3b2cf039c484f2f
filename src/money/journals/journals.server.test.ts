import { parse } from 'csv-parse/sync';
import { sql } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import iconv from 'iconv-lite';
import { beforeAll, expect, test } from 'vitest';
import { post } from '#money/ledger/ledger.server.ts';
import { ledgerLines, postingNotes } from '#money/ledger/ledger-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { bookGift } from '#test/factories/money/books.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { JournalCode, KeptJournalCodes } from './journal-codes.ts';
import { LedgerExportLine } from './ledger-export.ts';

const house = await testApp();
const { app, db } = house;
let accountant: { authorization: string };
let operator: { authorization: string };
const at = (moment: string) => new Date(`${moment}+09:00`);
const busy = at('2026-10-20T12:00:00');
/** More lines of one time than one batch reads. */
const gifts = 1_100;

beforeAll(async () => {
  accountant = await signedIn(house)('acc', 'accountant');
  operator = await signedIn(house)('op', 'operator');
  await insertAssociate(db, 'ao', '=あおの会');
  await insertAssociate(db, 'umi', 'うみの会');
  for (let n = 0; n < gifts; n += 1) {
    await bookGift(db, { id: `g${n}`, yen: 100 + n, at: busy, associateId: n % 3 ? 'ao' : 'umi' });
  }
  await bookGift(db, { id: 'late', yen: 7, at: at('2026-11-01T00:00:00') });
  await bookGift(db, { id: 'early', yen: 9, at: at('2026-09-30T23:59:59.999') });
  const sold = { postingId: 'sale:s1', at: at('2026-10-21T00:00:00') };
  await post(db, [
    [
      { ...sold, line: 1, account: 'bank', amountYen: 1_000 },
      { ...sold, line: 2, account: 'proceeds', amountYen: -1_200 },
      { ...sold, line: 3, account: 'sale-difference', amountYen: 201 },
      { ...sold, line: 4, account: 'rounding', amountYen: -1 },
    ],
  ]);
  const note = { postingId: 'sale:s1', reason: '@売却の取り込み', actorUid: 'acc', at: sold.at };
  await db.insert(postingNotes).values(note);
});

const get = (url: string, headers = accountant) => app.inject({ url, headers });
async function rowsOf(query: string): Promise<string[][]> {
  const reply = await get(`/api/office/journals.csv?${query}`);
  expect(reply.statusCode, reply.body).toBe(200);
  const isSjis = String(reply.headers['content-type']).includes('Shift_JIS');
  const text = isSjis ? iconv.decode(reply.rawPayload, 'cp932') : reply.rawPayload.toString();
  return parse(text.replace('\ufeff', ''), { relax_column_count: true });
}
/** Files of an archive, with names and rows. */
async function filesOf(query: string): Promise<[name: string, rows: string[][]][]> {
  const reply = await get(`/api/office/journals.zip?${query}`);
  expect(reply.statusCode, reply.body).toBe(200);
  const isSjis = query.includes('software=yayoi');
  return Object.entries(unzipSync(reply.rawPayload)).map(([name, bytes]) => {
    const text = isSjis ? iconv.decode(Buffer.from(bytes), 'cp932') : Buffer.from(bytes).toString();
    return [name, parse(text.replace('\ufeff', ''), { relax_column_count: true })];
  });
}
const sum = (rows: string[][], column: number) =>
  rows.reduce((all, row) => all + Number(row[column] || 0), 0);
const october = 'from=2026-10&to=2026-10';
const ofGifts = gifts * 100 + (gifts * (gifts - 1)) / 2;

test('弥生: every posting of the month once, in Shift_JIS, 25 columns, its sides equal', async () => {
  const rows = await rowsOf(`software=yayoi&${october}&gifts=each`);
  expect(new Set(rows.map((row) => row.length))).toEqual(new Set([25]));
  expect(rows.filter(([flag]) => flag === '2000')).toHaveLength(gifts);
  expect(new Set(rows.map((row) => row[21])).size).toBe(gifts + 1);
  expect([sum(rows, 8), sum(rows, 14)]).toEqual([ofGifts + 1_201, ofGifts + 1_201]);
  expect(rows.slice(-2).map(([flag, , , day]) => [flag, day])).toEqual([
    ['2110', '2026/10/21'],
    ['2101', '2026/10/21'],
  ]);
});

test('gifts of a day are one journal, and everything else stays by itself', async () => {
  const rows = await rowsOf(`software=yayoi&${october}&gifts=day`);
  // Gifts without a row in donations are summed together, others by organisation.
  expect(rows.filter((row) => row[21]?.startsWith('gifts:2026-10-20'))).not.toEqual([]);
  expect(rows.filter((row) => row[21] === 'sale:s1')).toHaveLength(2);
  expect(rows.length).toBeLessThan(10);
  expect([sum(rows, 8), sum(rows, 14)]).toEqual([ofGifts + 1_201, ofGifts + 1_201]);
});

test('freee: a header, and the rows of a journal with one number', async () => {
  const [[, [header = [], ...rows]] = ['', []]] = await filesOf(
    `software=freee&${october}&gifts=each`,
  );
  const column = (name: string) => header.indexOf(name);
  expect(sum(rows, column('借方金額'))).toBe(ofGifts + 1_201);
  expect(sum(rows, column('貸方金額'))).toBe(ofGifts + 1_201);
  const byNumber = Map.groupBy(rows, (row) => row[column('伝票番号')]);
  expect(byNumber.size).toBe(gifts + 1);
  for (const own of byNumber.values()) {
    expect(sum(own, column('借方金額'))).toBe(sum(own, column('貸方金額')));
  }
});

test('弥生会計 オンライン: files of a thousand rows and a megabyte at most, each journal whole in one of them', async () => {
  const files = await filesOf('software=yayoi-online&from=2026-09&to=2026-11&gifts=each');
  expect(files.map(([name]) => name)).toEqual(
    files.map((_, n) => `journals-yayoi-online-2026-09-2026-11-00${n + 1}.csv`),
  );
  expect(files.length).toBeGreaterThan(1);
  for (const [, rows] of files) {
    expect(rows.length).toBeLessThanOrEqual(1_000);
    expect(sum(rows, 8)).toBe(sum(rows, 14));
    // No journal continues in the next file.
    expect(['2000', '2110']).toContain(rows[0]?.[0]);
    expect(['2000', '2101']).toContain(rows.at(-1)?.[0]);
  }
  const whole = await rowsOf('software=yayoi&from=2026-09&to=2026-11&gifts=each');
  expect(files.flatMap(([, rows]) => rows)).toEqual(whole);
});

test('a program with a file limit gets an archive, not a single file', async () => {
  for (const software of ['yayoi-online', 'freee']) {
    const refused = await get(`/api/office/journals.csv?software=${software}&${october}`);
    expect([software, refused.statusCode]).toEqual([software, 400]);
  }
  const [[name, rows] = ['', []], ...more] = await filesOf(`software=freee&${october}&gifts=day`);
  expect([name, more]).toEqual(['journals-freee-2026-10-2026-10-001.csv', []]);
  expect(rows[0]?.[0]).toBe('日付');
});

test('マネーフォワード: sides that come to the same for each number of a journal', async () => {
  const [header = [], ...rows] = await rowsOf(`software=moneyforward&${october}&gifts=each`);
  const column = (name: string) => header.indexOf(name);
  expect(header).toHaveLength(27);
  const byNumber = Map.groupBy(rows, (row) => row[column('取引No')]);
  expect(byNumber.size).toBe(gifts + 1);
  for (const own of byNumber.values()) {
    expect(sum(own, column('借方金額(円)'))).toBe(sum(own, column('貸方金額(円)')));
  }
});

test('organisations of one name are told apart, the first by its name alone', async () => {
  await db.execute(sql`
    insert into associates (id, name, summary, classification, created_at)
      values ('ao-2', '=あおの会', '', 'approved-npo', now() + interval '1 day')`);
  await post(db, [
    ['ao', 'ao-2'].map((id, n) => ({
      ...{ postingId: 'test:alike', line: n + 1, at: at('2026-12-01T12:00:00') },
      ...{ account: `owed:associate:${id}`, amountYen: n === 0 ? 1 : -1 },
    })),
  ]);
  const december = 'from=2026-12&to=2026-12&gifts=each';
  const [header = [], row = []] = await rowsOf(`software=moneyforward&${december}`);
  const cell = (name: string) => row[header.indexOf(name)];
  expect([cell('借方補助科目'), cell('借方取引先')]).toEqual(['=あおの会', '=あおの会']);
  expect([cell('貸方補助科目'), cell('貸方取引先')]).toEqual([
    '=あおの会（ao-2）',
    '=あおの会（ao-2）',
  ]);
  const [first = []] = await rowsOf(`software=yayoi&${december}`);
  expect(first[5]).not.toBe(first[11]);
  await db.execute(sql`alter table ledger_lines disable trigger user`);
  await db.execute(sql`delete from ledger_lines where posting_id = 'test:alike'`);
  await db.execute(sql`alter table ledger_lines enable trigger user`);
});

test('the general file has every line of the books, over several months', async () => {
  const [, ...rows] = await rowsOf('software=general&from=2026-09&to=2026-11&gifts=each');
  expect(rows).toHaveLength(await db.$count(ledgerLines));
  expect(sum(rows, 7)).toBe(sum(rows, 8));
  const [first] = rows;
  expect(first?.[0]).toBe('2026/09/30');
});

test('names stand as they are, since programs look them up', async () => {
  for (const software of ['yayoi', 'moneyforward', 'general']) {
    const rows = await rowsOf(`software=${software}&${october}&gifts=day`);
    expect(rows.flat().some((cell) => cell.startsWith('=あおの会'))).toBe(true);
    expect(rows.flat().filter((cell) => cell.startsWith("'"))).toEqual([]);
  }
});

test('more than a year, and months the wrong way round, are refused', async () => {
  for (const months of [
    'from=2025-11&to=2026-11',
    'from=2026-11&to=2026-10',
    'from=2026-13&to=2026-13',
  ]) {
    const refused = await get(`/api/office/journals.csv?software=yayoi&${months}`);
    expect([months, refused.statusCode]).toEqual([months, 400]);
  }
  expect(
    (await get('/api/office/journals.csv?software=yayoi&from=2025-12&to=2026-11')).statusCode,
  ).toBe(200);
});

const codesPath = '/api/office/journals/codes/yayoi';
const change = (codes: JournalCode[], version: number | undefined, headers = accountant) =>
  app.inject({
    method: 'POST',
    url: codesPath,
    headers: { ...headers, ...(version !== undefined && { 'if-match': `"${version}"` }) },
    payload: { codes },
  });

test('accounts are called as accountants choose, and of two who change them the second is told by whom', async () => {
  const seen = (await get(codesPath)).json<KeptJournalCodes>();
  expect(seen.version).toBe(0);
  const named = (name: string) =>
    seen.codes.map((code) => (code.accountCode === 'bank' ? { ...code, accountName: name } : code));
  expect((await change(named('当座預金'), undefined)).statusCode).toBe(409);
  expect((await change(named('当座預金'), 0)).json()).toMatchObject({ version: 1 });
  const late = await change(named('現金'), 0, operator);
  expect([late.statusCode, late.json().message]).toEqual([409, expect.stringContaining('先に')]);
  expect((await change(named('現金').slice(1), 1)).statusCode).toBe(400);
  const rows = await rowsOf(`software=yayoi&${october}&gifts=day`);
  expect(rows.map((row) => row[4])).toContain('当座預金');
  // Names are stored per program.
  expect((await rowsOf(`software=moneyforward&${october}`)).flat()).toContain('普通預金');
  expect((await change(named('普通預金'), 1, operator)).json()).toMatchObject({ version: 2 });
});

test('auditors get every posting as a line of JSON by its schema, and counts and sums last', async () => {
  const reply = await get('/api/office/ledger/export.jsonl');
  const lines = reply.body
    .trimEnd()
    .split('\n')
    .map((text) => LedgerExportLine.parse(JSON.parse(text)));
  const trailer = lines.at(-1);
  const booked = await db.$count(ledgerLines);
  expect(trailer).toMatchObject({
    kind: 'trailer',
    ...{ from: null, to: null, lines: booked, postings: gifts + 3 },
    ...{ debitYen: ofGifts + 1_201 + 16, creditYen: ofGifts + 1_201 + 16 },
  });
  expect(lines.slice(0, -1).every(({ kind }) => kind === 'posting')).toBe(true);
  const sale = lines.find((line) => line.kind === 'posting' && line.postingId === 'sale:s1');
  expect(sale).toMatchObject({
    at: '20261021000000000',
    ...{ reason: '@売却の取り込み', corrects: null, actorUid: 'acc' },
    lines: [
      { line: 1, account: 'bank', accountName: '銀行口座', debitYen: 1_000, creditYen: 0 },
      { line: 2, account: 'proceeds', debitYen: 0, creditYen: 1_200 },
      { line: 3 },
      { line: 4 },
    ],
  });
  const ids = lines.map((line) => (line.kind === 'posting' ? line.postingId : ''));
  expect(new Set(ids).size).toBe(ids.length);
});

test('days the wrong way round are refused, not answered with books that are empty', async () => {
  const refused = await get('/api/office/ledger/export.jsonl?from=2026-11-01&to=2026-10-31');
  expect([refused.statusCode, refused.json().message]).toEqual([
    400,
    '始まりの日は、終わりの日か、それより前の日にしてください。',
  ]);
  expect(
    (await get('/api/office/ledger/export.jsonl?from=2026-11-01&to=2026-11-01')).statusCode,
  ).toBe(200);
});

test('an account whose name 弥生 would cut is refused', async () => {
  const seen = (await get(codesPath)).json<KeptJournalCodes>();
  const named = (accountName: string) =>
    seen.codes.map((code) => (code.accountCode === 'bank' ? { ...code, accountName } : code));
  const refused = await change(named('普通預金みほん銀行本店営業部'), seen.version);
  expect([refused.statusCode, refused.json().message]).toEqual([
    400,
    expect.stringContaining('全角12文字'),
  ]);
  expect((await change(named('普通預金みほん銀行本店営'), seen.version)).statusCode).toBe(200);
});

test('a stretch of days of the books ends at midnight in Asia/Tokyo', async () => {
  const reply = await get('/api/office/ledger/export.jsonl?from=2026-10-21&to=2026-11-01');
  const ids = reply.body
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text).postingId);
  expect(ids).toEqual(['sale:s1', 'donation:late', undefined]);
});

test('the schema of a line is published beside', async () => {
  const reply = await get('/api/office/ledger/export.schema.json');
  expect(reply.headers['content-type']).toContain('application/schema+json');
  expect(JSON.stringify(reply.json())).toContain('"postingId"');
});

test('what leaves is in the audit log', async () => {
  const { rows } = await db.execute<{ action: string }>(sql`
    select distinct action from audit_log where actor_uid = 'acc' and action not like 'security.%' order by 1`);
  expect(rows.map(({ action }) => action)).toEqual([
    'journals.change',
    'journals.export',
    'ledger-export.export',
  ]);
});

test('the gifts of a day are summed for each organisation', async () => {
  await insertApplications(db, [
    application(1),
    application(2),
    application(3, { associateId: 'umi' }),
  ]);
  const lines = [
    resultLine(1),
    resultLine(2, { appraised: 300, bonus: 20, donated: 320 }),
    resultLine(3, { associate: 'umi' }),
  ];
  await uploadResults(house, operator, resultFile(...lines));
  const [, ...rows] = await rowsOf('software=general&from=2026-11&to=2026-11');
  const ofDay = rows.filter((row) => row[1]?.startsWith('gifts:2026-11-20'));
  expect(ofDay.map((row) => [row[1], row[2], row[5], row[7], row[8]])).toEqual([
    ['gifts:2026-11-20:associate:ao', 'proceeds', '', '1500', ''],
    ['gifts:2026-11-20:associate:ao', 'bonus', '', '20', ''],
    ['gifts:2026-11-20:associate:ao', 'owed:associate', '=あおの会', '', '1520'],
    ['gifts:2026-11-20:associate:umi', 'proceeds', '', '1200', ''],
    ['gifts:2026-11-20:associate:umi', 'owed:associate', 'うみの会', '', '1200'],
  ]);
  expect(ofDay[0]?.[9]).toBe('寄付の成立 2件（=あおの会）');
});

test('freee: files of five thousand rows at most', async () => {
  await db.execute(sql`
    insert into ledger_lines (posting_id, line, account, amount_yen, at)
    select 'sale:many-' || n, side.line, side.account, side.yen, ${at('2026-08-10T12:00:00').toISOString()}::timestamptz
    from generate_series(1, 5001) as n
    cross join (values (1, 'bank', 100), (2, 'proceeds', -100)) as side (line, account, yen)`);
  const files = await filesOf('software=freee&from=2026-08&to=2026-08&gifts=each');
  // The first row of each is its header.
  expect(files.map(([, rows]) => rows.length - 1)).toEqual([5_000, 1]);
});
