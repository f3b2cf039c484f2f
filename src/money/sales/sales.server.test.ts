import { asc, eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { urlOf } from '#kit/db/database.server.ts';
import { lockNumbers } from '#kit/db/locks/lock.server.ts';
import { ledgerLines, postingNotes } from '#money/ledger/ledger-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { fileForm, uploadResults } from '#test/factories/upload-results.ts';
import { leaveUncommitted, waitForLocks } from '#test/lock-waits.ts';
import { pagesOf } from '#test/pages-of.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { GoodsSale, SaleImport } from './sale.ts';

const house = await testApp();
const { app, db } = house;
let accountant: { authorization: string };
let first = 0;
/** The n-th box of the running test, appraised at ¥1,000, the third at ¥2,000. */
const box = (n: number) => numberOf(first + n);

beforeAll(async () => {
  accountant = await signedIn(house)('acc', 'accountant');
  await signedIn(house)('op', 'operator');
  await insertAssociate(db, 'ao');
});
beforeEach(async () => {
  first += 10;
  const ns = [1, 2, 3];
  await insertApplications(
    db,
    ns.map((n) => application(first + n)),
  );
  const operator = await signedIn(house)(`op-${first}`, 'operator');
  const lines = ns.map((n) => resultLine(first + n, { appraised: n === 3 ? 2_000 : 1_000 }));
  const done = await uploadResults(house, operator, resultFile(...lines));
  expect(JSON.stringify(done)).not.toContain('"isDone":false');
  // Given a month before the sale.
  await db.execute(sql`update donations set donated_at = '2026-10-15T10:00:00+09:00'`);
});

const header = '申込番号,売却日,売却額,残り,メモ';
const row = (ids: string, yen: number | string, left = 'なし', note = '', day = '2026/11/15') =>
  `${ids},${day},${yen},${left},${note}`;
async function send(lines: string[], dryRun = false): Promise<SaleImport> {
  const content = [header, ...lines].map((line) => `${line}\r\n`).join('');
  const form = fileForm([{ name: 'file', fileName: '売却.csv', content }]);
  const reply = await app.inject({
    method: 'POST',
    url: `/api/office/sales/import?dryRun=${dryRun}`,
    headers: { ...accountant, ...form.headers },
    payload: form.payload,
  });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
}
const salesOf = async (number: string) =>
  (await app.inject({ url: `/api/office/sales?application=${number}`, headers: accountant })).json<
    GoodsSale[]
  >();
const bookedOf = async (postingId: string) =>
  (
    await db
      .select()
      .from(ledgerLines)
      .where(eq(ledgerLines.postingId, postingId))
      .orderBy(asc(ledgerLines.line))
  ).map(({ account, amountYen }) => `${account} ${amountYen}`);
const booked = async (number: string) => {
  const [sale] = await salesOf(number);
  return bookedOf(`sale:${sale?.id}`);
};
const reverse = async (id: string, reason = '金額の写し間違い') =>
  app.inject({
    method: 'POST',
    url: `/api/office/sales/${id}/reverse`,
    headers: accountant,
    payload: { reason },
  });

test('a trial says what a file would book and books nothing; then all of it is booked at once', async () => {
  const lines = [row(box(1), 1_300), row(box(2), '700円', 'なし', '傷あり')];
  const said = { rows: 2, fresh: 2, boxes: 2, known: 0, amountYen: 2_000, differenceYen: 0 };
  expect(await send(lines, true)).toMatchObject({ ...said, isDone: false, errors: [] });
  expect(await salesOf(box(1))).toEqual([]);
  expect(await send(lines)).toMatchObject({ ...said, isDone: true });
  expect(await booked(box(1))).toEqual([
    'sale-receipts 1300',
    'proceeds -1000',
    'sale-difference -300',
  ]);
  expect(await booked(box(2))).toEqual([
    'sale-receipts 700',
    'proceeds -1000',
    'sale-difference 300',
  ]);
  expect(await salesOf(box(2))).toMatchObject([
    {
      soldOn: '2026-11-15',
      amountYen: 700,
      appraisedYen: 1_000,
      differenceYen: -300,
      note: '傷あり',
    },
  ]);
  const [sale] = await salesOf(box(1));
  const [note] = await db
    .select()
    .from(postingNotes)
    .where(eq(postingNotes.postingId, `sale:${sale?.id}`));
  expect(note).toMatchObject({ reason: '売却の実績の取り込み', actorUid: 'acc' });
});

test('the same row once more is known and not booked twice, also among new ones', async () => {
  await send([row(box(1), 400, 'あり')]);
  const again = await send([
    row(box(1), '４００円', 'あり', '', '2026-11-15'),
    row(box(1), 500, 'あり'),
  ]);
  expect(again).toMatchObject({ isDone: true, known: 1, fresh: 1, amountYen: 500 });
  expect((await salesOf(box(1))).map(({ amountYen }) => amountYen).sort()).toEqual([400, 500]);
});

test('goods that are sold in parts take off the appraisal until it is used up', async () => {
  await send([row(box(1), 600, 'あり'), row(box(1), 600, 'あり', '二回目'), row(box(1), 50)]);
  const all = await salesOf(box(1));
  const differences = all.map(({ differenceYen }) => differenceYen).sort((a, b) => a - b);
  expect(differences).toEqual([0, 50, 200]);
  const over = await send([row(box(1), 10, 'あり', 'あとから')]);
  expect(over).toMatchObject({ isDone: false, errors: [{ row: 2, column: '申込番号' }] });
});

test('a lot is shared by the appraisals, and what is left over goes to rounding', async () => {
  const done = await send([row(`${box(1)}、${box(2)} ${box(3)}`, 1_001)]);
  expect(done).toMatchObject({ boxes: 3, amountYen: 1_001, roundingYen: 1, differenceYen: -3_000 });
  expect(await booked(box(1))).toEqual([
    'sale-receipts 251',
    'proceeds -1000',
    'sale-difference 750',
    'rounding -1',
  ]);
  expect(await booked(box(3))).toEqual([
    'sale-receipts 500',
    'proceeds -2000',
    'sale-difference 1500',
  ]);
});

test('one wrong row leaves all of the file out, and each mistake is named by row and column', async () => {
  const answer = await send([
    row(box(1), 100),
    row(numberOf(9_999), 100),
    row(box(2), 100, 'すこし'),
    row(box(3), 100, 'なし', '', '2026/11/21'),
    row(box(1), 100),
  ]);
  expect(answer.isDone).toBe(false);
  expect(answer.errors.map((error) => [error.row, error.column])).toEqual([
    [3, '申込番号'],
    [4, '残り'],
    [5, '売却日'],
    [6, '申込番号'],
  ]);
  expect(await salesOf(box(1))).toEqual([]);
});

test('a file without the columns, and none at all, say what is missing', async () => {
  const form = fileForm([
    { name: 'file', fileName: 'a.csv', content: '申込番号,金額\r\nTS,1\r\n' },
  ]);
  const reply = await app.inject({
    method: 'POST',
    url: '/api/office/sales/import?dryRun=true',
    headers: { ...accountant, ...form.headers },
    payload: form.payload,
  });
  expect(reply.json<SaleImport>().errors.map(({ column }) => column)).toEqual([
    '売却日',
    '売却額',
    '残り',
  ]);
  const none = await app.inject({
    method: 'POST',
    url: '/api/office/sales/import',
    headers: accountant,
    payload: {},
  });
  expect([none.statusCode, none.json().type]).toEqual([400, 'ValidationError']);
});

test('a sale is reversed with a reason by a counter-entry, and what it took can be sold again', async () => {
  await send([row(box(1), 700)]);
  const [sale] = await salesOf(box(1));
  const id = sale?.id ?? '';
  expect((await reverse(id, ' ')).statusCode).toBe(400);
  expect((await reverse(id)).json()).toMatchObject({ reversalReason: '金額の写し間違い' });
  expect(await bookedOf(`sale-reversed:${id}`)).toEqual([
    'sale-receipts -700',
    'proceeds 1000',
    'sale-difference -300',
  ]);
  const [note] = await db
    .select()
    .from(postingNotes)
    .where(eq(postingNotes.postingId, `sale-reversed:${id}`));
  expect(note).toMatchObject({ corrects: `sale:${id}`, reason: '金額の写し間違い' });
  expect((await reverse(id)).statusCode).toBe(409);
  // Uploading the old file again does not restore what was reversed.
  expect(await send([row(box(1), 700)])).toMatchObject({ known: 1, fresh: 0 });
  await send([row(box(1), 1_000, 'なし', '正しい額')]);
  const mended = (await salesOf(box(1))).find(({ reversedAt }) => reversedAt === null);
  expect(await bookedOf(`sale:${mended?.id}`)).toEqual(['sale-receipts 1000', 'proceeds -1000']);
});

test('a sale followed by a last one is not reversed before that one', async () => {
  await send([row(box(1), 400, 'あり'), row(box(1), 500)]);
  const all = await salesOf(box(1));
  const part = all.find(({ isLast }) => !isLast)?.id ?? '';
  const last = all.find(({ isLast }) => isLast)?.id ?? '';
  expect((await reverse(part)).json().message).toContain('先にそちら');
  expect((await reverse(last)).statusCode).toBe(200);
  expect((await reverse(part)).statusCode).toBe(200);
  const { rows } = await db.execute<{ yen: number }>(sql`
    select coalesce(sum(amount_yen), 0)::int as yen from ledger_lines
    where posting_id in (${`sale:${part}`}, ${`sale:${last}`}, ${`sale-reversed:${part}`}, ${`sale-reversed:${last}`})
      and account = 'proceeds'`);
  expect(rows).toEqual([{ yen: 0 }]);
});

test('of two concurrent reversals one succeeds, and a sale followed by a last one at that moment stays', async () => {
  await send([row(box(1), 400, 'あり')]);
  const [sale] = await salesOf(box(1));
  const id = sale?.id ?? '';
  const commit = await leaveUncommitted(
    urlOf(db),
    `select pg_advisory_xact_lock(${lockNumbers['goods-sales']});
    insert into goods_sales (id, appraisal_id, sold_on, amount_yen, is_last, row_hash, posting_id, created_by, created_at)
    values ('last', '${box(1)}', '2026-11-15', 1, true, '', 'sale:last', 'acc', now())`,
  );
  const early = reverse(id);
  await waitForLocks(db, 1);
  await commit();
  expect((await early).json().message).toContain('先にそちら');
  await db.execute(sql`delete from goods_sales where id = 'last'`);
  const both = await Promise.all([reverse(id), reverse(id)]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
});

test('goods are sold until today, and not tomorrow', async () => {
  expect(await send([row(box(1), 1, 'なし', '', '2026/11/20')], true)).toMatchObject({
    errors: [],
  });
  expect(await send([row(box(1), 1, 'なし', '', '2026/10/15')], true)).toMatchObject({
    errorTotal: 0,
  });
  const early = await send([row(`${box(1)} ${box(2)}`, 1, 'なし', '', '2026/10/14')]);
  expect(early).toMatchObject({ isDone: false, errorTotal: 2 });
  expect(early.errors[0]?.message).toContain('寄付が成立した日（2026/10/15）か、それより後の日');
  expect(await send([row(box(1), 1, 'なし', '', '2026/11/21')], true)).toMatchObject({
    errors: [{ column: '売却日' }],
  });
});

test('a sale of a closed month is booked into the open one, with its own day', async () => {
  await db.execute(sql`insert into closed_months (month, figures, asked_by, closed_by, closed_at)
    values ('2026-10-01', '{}', 'acc', 'op', now())`);
  await send([
    row(box(1), 900, 'なし', '', '2026/10/31'),
    row(box(2), 900, 'なし', '', '2026/11/02'),
  ]);
  const at = async (number: string) => {
    const [sale] = await salesOf(number);
    const [line] = await db
      .select()
      .from(ledgerLines)
      .where(eq(ledgerLines.postingId, `sale:${sale?.id}`));
    return [sale?.soldOn, line?.at];
  };
  expect(await at(box(1))).toEqual(['2026-10-31', new Date('2026-11-20T10:00:00+09:00')]);
  expect(await at(box(2))).toEqual(['2026-11-02', new Date('2026-11-02T00:00:00+09:00')]);
});

test('months say what was sold above and below the appraisal', async () => {
  const months = async () =>
    (await app.inject({ url: '/api/office/sales/months', headers: accountant })).json<{
      items: { month: string; aboveYen: number; belowYen: number }[];
    }>().items[0];
  const before = await months();
  await send([row(box(1), 1_300), row(box(2), 700)]);
  expect(await months()).toEqual({
    month: '2026-11',
    aboveYen: (before?.aboveYen ?? 0) + 300,
    belowYen: (before?.belowYen ?? 0) + 300,
  });
});

test('what was reversed was neither sold above nor below the appraisal', async () => {
  const months = async () =>
    (await app.inject({ url: '/api/office/sales/months', headers: accountant })).json().items[0];
  await send([row(box(3), 2_100)]);
  const before = await months();
  await send([row(box(1), 1_300), row(box(2), 700)]);
  for (const n of [1, 2]) {
    const [sale] = await salesOf(box(n));
    expect((await reverse(sale?.id ?? '')).statusCode).toBe(200);
  }
  expect(await months()).toEqual(before);
});

test('two files at once with the same row book it once', async () => {
  const lines = [row(box(1), 800)];
  const answers = await Promise.all([send(lines), send(lines), send(lines)]);
  expect(answers.map(({ fresh }) => fresh).sort()).toEqual([0, 0, 1]);
  expect(await salesOf(box(1))).toHaveLength(1);
});

test('the list goes on by key and its file has everything', async () => {
  const get = (url: string) => app.inject({ url, headers: accountant });
  const lines = Array.from({ length: 60 }, (_, n) => row(box(1), 1 + n, 'あり'));
  await send(lines);
  const pages = await pagesOf(get, '/api/office/sales');
  expect(pages.length).toBeGreaterThan(1);
  const csv = await get('/api/office/sales.csv');
  const ids = pages.flatMap((page) => page.json<GoodsSale[]>());
  expect(new Set(ids.map(({ id }) => id)).size).toBe(ids.length);
  expect(csv.body.trim().split('\r\n')).toHaveLength(ids.length + 1);
});
