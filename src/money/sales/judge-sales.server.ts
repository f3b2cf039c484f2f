import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { type CsvError, csvError } from '#kit/values/csv/csv-row.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import type { ReadSale, ReadSales } from './read-sales.server.ts';
import { saleAmounts, sharesOf, type Unsold } from './shares.ts';

type Source = Database | Transaction;

/** A box's share of a sale and its booking. Yen; `roundingYen` is the remainder of the division. */
export type BoxSale = {
  appraisalId: string;
  amountYen: number;
  proceeds: number;
  difference: number;
  roundingYen: number;
  sale: ReadSale;
};
export type JudgedSales = {
  fresh: BoxSale[];
  freshRows: number;
  known: number;
  errors: CsvError[];
};

/** `givenOn` is the day of the gift: the goods cannot have been sold before. */
type Box = Unsold & { appraisedYen: number; givenOn: string };

const inJson = (texts: readonly string[]) =>
  sql`(select json_array_elements_text(${JSON.stringify(texts)}::json))`;

/** Boxes with a standing donation, and the part of their appraisal not yet booked by sales. */
async function readBoxes(db: Source, appraisalIds: readonly string[]): Promise<Map<string, Box>> {
  const { rows } = await db.execute<Box & { appraisalId: string }>(sql`
    select d.appraisal_id as "appraisalId", a.appraised_yen as "appraisedYen",
      greatest(a.appraised_yen - coalesce(s.taken, 0), 0)::float8 as "leftYen",
      coalesce(s.is_over, false) as "isOver", (d.donated_at at time zone 'Asia/Tokyo')::date::text as "givenOn"
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

export const numbersIn = ({ rows }: ReadSales) => [
  ...new Set(rows.flatMap(({ appraisalIds }) => appraisalIds)),
];

/** Bookings of a file's rows, in order, and their errors. */
export async function judgeSales(db: Source, read: ReadSales, today: string): Promise<JudgedSales> {
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
  { row, appraisalIds, soldOn }: ReadSale,
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
    if (box.isOver) return ofNumber('「残り」が「なし」の売却が、すでに記録されています', number);
    return [];
  });
  const isAhead = soldOn > today;
  return isAhead
    ? [...ofBoxes, csvError(row, '売却日', '今日までの日を入力してください', soldOn)]
    : ofBoxes;
}

/** Each box's share of a row. Later rows of the file see what is left. */
function boxesOf(sale: ReadSale, boxes: Map<string, Box>): BoxSale[] {
  const found = sale.appraisalIds.flatMap((number) => boxes.get(number) ?? []);
  const { shares, leftYen } = sharesOf(
    sale.amountYen,
    found.map(({ appraisedYen }) => appraisedYen),
  );
  return sale.appraisalIds.map((appraisalId, index) => {
    const box = found[index] ?? { leftYen: 0, isOver: false, appraisedYen: 0, givenOn: '' };
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
