import { randomUUID } from 'node:crypto';
import { inArray, sql } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import { lockApplications } from '#giving/applications/steps/take-step.server.ts';
import { noteSold } from '#giving/trace/sold-mails.server.ts';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import { insertAll } from '#kit/db/insert-all.server.ts';
import { lock } from '#kit/db/locks/lock.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { type CsvError, csvError } from '#kit/values/csv/csv-row.ts';
import { formatDate, jstDay, startOfJstDay } from '#kit/values/timestamp.ts';
import { goodsSales } from '#money/books/book-tables.server.ts';
import { type Posting, post } from '#money/ledger/ledger.server.ts';
import { postingNotes } from '#money/ledger/ledger-tables.server.ts';
import { bookingTime } from '#money/month-close/month-close.server.ts';
import type { ReadSale, ReadSales } from './read-sales.server.ts';
import { maxShownErrors, type SaleImport } from './sale.ts';
import { saleAmounts, sharesOf, type Unsold } from './shares.ts';

type Source = Database | Transaction;

/** A box's share of a sale and its booking. Yen; `roundingYen` is the remainder of the division. */
type BoxSale = {
  appraisalId: string;
  amountYen: number;
  proceeds: number;
  difference: number;
  roundingYen: number;
  sale: ReadSale;
};
type JudgedSales = {
  fresh: BoxSale[];
  freshRows: number;
  known: number;
  errors: CsvError[];
};

/** `givenOn` is the day of the gift: the goods cannot have been sold before. `items` counts the lines of its result. */
type Box = Unsold & { appraisedYen: number; givenOn: string; items: number };

const inJson = (texts: readonly string[]) =>
  sql`(select json_array_elements_text(${JSON.stringify(texts)}::json))`;

/** Boxes with a standing donation, and the part of their appraisal not yet booked by sales. */
async function readBoxes(db: Source, appraisalIds: readonly string[]): Promise<Map<string, Box>> {
  const { rows } = await db.execute<Box & { appraisalId: string }>(sql`
    select d.appraisal_id as "appraisalId", a.appraised_yen as "appraisedYen",
      greatest(a.appraised_yen - coalesce(s.taken, 0), 0)::float8 as "leftYen",
      coalesce(s.is_over, false) as "isOver", (d.donated_at at time zone 'Asia/Tokyo')::date::text as "givenOn",
      (select count(*)::int from appraisal_items i where i.appraisal_row_id = d.appraisal_row_id) as items
    from donations d join appraisals a on a.id = d.appraisal_row_id
    left join lateral (
      select -sum(l.yen) as taken, bool_or(g.is_last) as is_over from goods_sales g
      left join lateral (
        select sum(amount_yen) as yen from ledger_lines
        where posting_id = g.posting_id and account = 'proceeds'
      ) l on true
      where g.appraisal_id = d.appraisal_id and g.reversed_at is null
    ) s on true
    where d.reversed_at is null and d.appraisal_id in ${inJson(appraisalIds)}`);
  return new Map(rows.map(({ appraisalId, ...box }) => [appraisalId, box]));
}

async function readKnown(db: Source, rows: readonly ReadSale[]): Promise<Set<string>> {
  const found = await db.execute<{ hash: string }>(sql`
    select distinct row_hash as hash from goods_sales
    where row_hash in ${inJson(rows.map(({ rowHash }) => rowHash))}`);
  return new Set(found.rows.map(({ hash }) => hash));
}

const numbersIn = ({ rows }: ReadSales) => [
  ...new Set(rows.flatMap(({ appraisalIds }) => appraisalIds)),
];

/** Bookings of a file's rows, in order, and their errors. */
async function judgeSales(db: Source, read: ReadSales, today: string): Promise<JudgedSales> {
  const boxes = await readBoxes(db, numbersIn(read));
  const known = await readKnown(db, read.rows);
  const errors = [...read.errors];
  const fresh: BoxSale[] = [];
  const rows = read.rows.filter(({ rowHash }) => !known.has(rowHash));
  for (const sale of rows) {
    const wrong = problemsOf(sale, boxes, today);
    if (wrong.length > 0) errors.push(...wrong);
    else fresh.push(...boxesOf(sale, boxes));
  }
  errors.sort((a, b) => a.row - b.row);
  return { fresh, freshRows: rows.length, known: known.size, errors };
}

function problemsOf(
  { row, appraisalIds, soldOn, itemPosition = 0 }: ReadSale,
  boxes: ReadonlyMap<string, Box>,
  today: string,
): CsvError[] {
  const ofNumber = (problem: string, number: string) => [
    csvError(row, '申込番号', problem, number),
  ];
  const ofBoxes = appraisalIds.flatMap((number) => {
    const box = boxes.get(number);
    if (!box) return ofNumber('寄付が成立したお申し込みではありません', number);
    if (soldOn < box.givenOn) {
      const problem = `寄付が成立した日（${formatDate(box.givenOn)}）か、それより後の日を入力してください`;
      return [csvError(row, '売却日', problem, soldOn)];
    }
    if (itemPosition > box.items) {
      const problem = `この箱の明細は${box.items}行です`;
      return [csvError(row, '品目の番号', problem, String(itemPosition))];
    }
    if (box.isOver) return ofNumber('「残り」が「なし」の売却が、すでに記録されています', number);
    return [];
  });
  const isAhead = soldOn > today;
  return isAhead
    ? [...ofBoxes, csvError(row, '売却日', '今日までの日を入力してください', soldOn)]
    : ofBoxes;
}

const noBox: Box = { leftYen: 0, isOver: false, appraisedYen: 0, givenOn: '', items: 0 };

/** Each box's share of a row. Later rows of the file see what is left. */
function boxesOf(sale: ReadSale, boxes: Map<string, Box>): BoxSale[] {
  const found = sale.appraisalIds.flatMap((number) => boxes.get(number) ?? []);
  const { shares, leftYen } = sharesOf(
    sale.amountYen,
    found.map(({ appraisedYen }) => appraisedYen),
  );
  return sale.appraisalIds.map((appraisalId, index) => {
    const box = found[index] ?? noBox;
    const amountYen = shares[index] ?? 0;
    const booked = saleAmounts(box, { amountYen, isLast: sale.isLast });
    boxes.set(appraisalId, {
      ...box,
      leftYen: box.leftYen - booked.proceeds,
      isOver: sale.isLast,
    });
    return { appraisalId, amountYen, ...booked, roundingYen: index === 0 ? leftYen : 0, sale };
  });
}

const readingLimitMs = 60_000;
const importReason = '売却の実績の取り込み';

const readSales = ({ threads }: Context, content: Uint8Array) =>
  threads.run('readSales', content, { limitMs: readingLimitMs, handsOver: true });

/** Dry run of a file (docs/decisions/0023). Consumes its bytes. */
export async function tryImport(ctx: Context, content: Uint8Array): Promise<SaleImport> {
  const sales = await readSales(ctx, content);
  return toImport(sales, await judgeSales(ctx.db, sales, jstDay(ctx.clock())), false);
}

/** Books a whole file in one transaction, or nothing if there is an error. Consumes its bytes. */
export async function importSales(
  ctx: Context,
  operator: Person,
  content: Uint8Array,
): Promise<SaleImport> {
  const { db, clock } = ctx;
  const sales = await readSales(ctx, content);
  return transaction(db, async (tx) => {
    await lock(tx, 'goods-sales');
    // Blocks corrections of results meanwhile.
    if (sales.rows.length > 0) {
      await lockApplications(tx, inArray(applications.appraisalId, numbersIn(sales)));
    }
    const at = clock();
    const judged = await judgeSales(tx, sales, jstDay(at));
    const isDone = judged.errors.length === 0;
    if (isDone && judged.fresh.length > 0) {
      await writeSales(tx, operator, judged.fresh, at);
      await audit(tx, operator, 'sales.import', ['sales', 'all'], {
        at,
        rows: sales.rowCount,
        accepted: judged.freshRows,
      });
    }
    return toImport(sales, judged, isDone);
  });
}

async function writeSales(
  tx: Transaction,
  operator: Person,
  fresh: readonly BoxSale[],
  now: Date,
): Promise<void> {
  const times = new Map<string, Date>();
  for (const { sale } of fresh) {
    if (times.has(sale.soldOn)) continue;
    times.set(sale.soldOn, await bookingTime(tx, startOfJstDay(sale.soldOn), now));
  }
  const written = fresh.map((one) => {
    const id: string = randomUUID();
    return { one, id, postingId: `sale:${id}`, at: times.get(one.sale.soldOn) ?? now };
  });
  await insertAll(
    tx,
    goodsSales,
    written.map(({ one: { sale, ...box }, id, postingId }) => ({
      id,
      postingId,
      appraisalId: box.appraisalId,
      soldOn: sale.soldOn,
      amountYen: box.amountYen,
      isLast: sale.isLast,
      place: sale.place ?? '',
      itemPosition: sale.itemPosition ?? null,
      note: sale.note,
      rowHash: sale.rowHash,
      createdBy: operator.uid,
      createdAt: now,
    })),
  );
  await noteSold(
    tx,
    fresh.flatMap(({ appraisalId, sale }) => (sale.isLast ? [appraisalId] : [])),
    now,
  );
  const postings = written.map(({ one, postingId, at }) => linesOf(one, postingId, at));
  await post(tx, postings);
  await insertAll(
    tx,
    postingNotes,
    written
      .filter((_, index) => postings[index]?.length)
      .map(({ postingId }) => ({
        postingId,
        reason: importReason,
        actorUid: operator.uid,
        at: now,
      })),
  );
}

/** Posting for a box's sale: the amount received against the rest of the appraisal and the difference. */
const linesOf = (
  { amountYen, proceeds, difference, roundingYen }: BoxSale,
  postingId: string,
  at: Date,
): Posting =>
  [
    { account: 'sale-receipts', amountYen: amountYen + roundingYen },
    { account: 'proceeds', amountYen: -proceeds },
    { account: 'sale-difference', amountYen: -difference },
    { account: 'rounding', amountYen: -roundingYen },
  ]
    .filter((line) => line.amountYen !== 0)
    .map((line, index) => ({ ...line, postingId, line: index + 1, at }));

function toImport(
  { encoding, ignoredColumns, rowCount }: ReadSales,
  { fresh, freshRows, known, errors }: JudgedSales,
  isDone: boolean,
): SaleImport {
  const sumOf = (read: (box: BoxSale) => number) => fresh.reduce((sum, box) => sum + read(box), 0);
  return {
    isDone,
    encoding,
    ignoredColumns,
    rows: rowCount,
    fresh: freshRows,
    boxes: new Set(fresh.map(({ appraisalId }) => appraisalId)).size,
    known,
    amountYen: sumOf(({ amountYen, roundingYen }) => amountYen + roundingYen),
    differenceYen: sumOf(({ difference }) => difference),
    roundingYen: sumOf(({ roundingYen }) => roundingYen),
    errorTotal: errors.length,
    errors: errors.slice(0, maxShownErrors),
  };
}
