import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { monthInWords } from '#kit/values/days/month.ts';
import { addMonths, formatDate, startOfJstMonth } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { StatedBalance } from '#money/bank-lines/bank-line.ts';
import { type CloseCheck, type MonthFigures, maxShownItems } from './month-close.ts';

type Source = Database | Transaction;

/** The latest recorded statement balance within a month. */
export async function readStated(db: Source, month: string): Promise<StatedBalance | null> {
  const { rows } = await db.execute<StatedBalance>(sql`
    select day::text as day, balance_yen::float8 as "balanceYen", source from bank_balances
    where day >= ${`${month}-01`}::date and day < ${`${addMonths(month, 1)}-01`}::date
    order by day desc, id desc limit 1`);
  return rows[0] ?? null;
}

/** Whether a bank statement up to the end of this month is recorded. Without one there is nothing to compare. */
async function isStatedBy(db: Source, month: string): Promise<boolean> {
  const next = sql`${`${addMonths(month, 1)}-01`}::date`;
  const { rows } = await db.execute(sql`
    select from bank_balances where day < ${next}
    union all select from bank_answer_rows where kind = 'line' and day < ${next} limit 1`);
  return rows.length > 0;
}

type Unmatched = { name: string; day: string; yen: number };

/** Bank postings of the month without a statement line, and statement lines of the month booked later. */
async function readUnmatched(db: Source, month: string): Promise<Unmatched[]> {
  const [from, before] = [month, addMonths(month, 1)].map((one) =>
    startOfJstMonth(one).toISOString(),
  );
  const { rows } = await db.execute<Unmatched>(sql`
    with booked as (
      select l.remittance_id, min(l.posting_id) as posting_id, max(l.at) as at, sum(l.amount_yen) as yen
      from ledger_lines l
      where l.account = 'bank' and l.at >= ${from}::timestamptz and l.at < ${before}::timestamptz
        and l.posting_id not like 'bank-line%'
      group by l.remittance_id, case when l.remittance_id is null then l.posting_id end
    ), of_lines as (
      select b.answer_id, b.row, b.day, b.amount_yen, l.at from bank_answer_rows b
      join ledger_lines l on l.posting_id = 'bank-line-1:' || b.answer_id || ':' || b.row and l.account = 'bank'
      where b.kind = 'line' and b.taken_back_at is null
        and b.day >= ${`${month}-01`}::date and b.day < ${`${addMonths(month, 1)}-01`}::date
        and l.at >= ${before}::timestamptz
    )
    select coalesce('着金や組戻しの記録（' || a.name || '）', '記帳 ' || k.posting_id) as name,
      (k.at at time zone 'Asia/Tokyo')::date::text as day, k.yen::float8 as yen
    from booked k left join remittances r on r.id = k.remittance_id left join associates a on a.id = r.associate_id
    where k.yen <> 0 and not exists (select from bank_answer_rows b
        where b.remittance_id = k.remittance_id and b.kind in ('transfer', 'returned') and b.taken_back_at is null)
      and not exists (select from bank_answer_rows b where b.run_id = r.run_id and b.kind = 'total' and b.taken_back_at is null)
    union all
    select '次の月に記帳した明細の行', day::text, -amount_yen::float8 from of_lines
    order by day, name`);
  return rows;
}

async function readUnexplained(db: Source, month: string): Promise<{ count: number; yen: number }> {
  const { rows } = await db.execute<{ count: number; yen: number }>(sql`
    select count(*)::float8 as count, coalesce(sum(amount_yen), 0)::float8 as yen from bank_answer_rows
    where kind = 'line' and line_kind = 'unexplained' and taken_back_at is null
      and day < ${`${addMonths(month, 1)}-01`}::date`);
  return rows[0] ?? { count: 0, yen: 0 };
}

const signed = (yen: number) => `${yen < 0 ? '−' : ''}${formatYen(Math.abs(yen))}円`;

/** Compares the bank account at the month's end with the statement balance and lists what differs. */
export async function checkBank(
  db: Source,
  month: string,
  { balances }: MonthFigures,
  stated: StatedBalance | null,
): Promise<CloseCheck> {
  const bookedYen = balances.find(({ code }) => code === 'bank')?.balanceYen ?? 0;
  const check = { key: 'bank', path: '/admin/bank-lines' } as const;
  if (!stated && !(await isStatedBy(db, month))) {
    const message = `帳簿の残高は、月末で${signed(bookedYen)}です。銀行の明細を取り込むか残高を入力すると、一致を確かめられます。`;
    return { ...check, state: 'told', message, items: [] };
  }
  const { count, yen } = await readUnexplained(db, month);
  const unexplained =
    count > 0 ? [`不明入出金が${formatYen(count)}件あります（合計 ${signed(yen)}）`] : [];
  if (!stated) {
    const message = `${monthInWords(month)}の銀行の残高が記録されていません（帳簿 ${signed(bookedYen)}）。残高を入力するか、理由を書いてください。`;
    return { ...check, state: 'to-explain', message, items: unexplained };
  }
  const differenceYen = bookedYen - stated.balanceYen;
  const of = `${formatDate(stated.day)}の明細 ${signed(stated.balanceYen)}`;
  if (differenceYen === 0) {
    const message = `帳簿の残高は、${of}と一致しています。`;
    const state = count > 0 ? 'to-explain' : 'ok';
    return { ...check, state, message, items: unexplained };
  }
  const unmatched = await readUnmatched(db, month);
  const restYen = differenceYen - unmatched.reduce((sum, one) => sum + one.yen, 0);
  const listed = unmatched.map(
    ({ name, day, yen: lineYen }) => `${formatDate(day)} ${name} ${signed(lineYen)}`,
  );
  const items = [
    ...listed.slice(0, maxShownItems),
    ...(listed.length > maxShownItems ? [`ほか${listed.length - maxShownItems}件`] : []),
    ...(restYen === 0
      ? []
      : [`明細の行で説明できない差（前の月までの差を含む） ${signed(restYen)}`]),
    ...unexplained,
  ];
  const message = `帳簿の残高 ${signed(bookedYen)}は、${of}と${signed(Math.abs(differenceYen))}違っています。内容を確かめて、理由を書いてください。`;
  return { ...check, state: 'to-explain', message, items };
}
