import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import type { AuditedList } from '#kit/audit/audited-list.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import { countRows } from '#kit/db/keyset.server.ts';
import { lock } from '#kit/db/locks/lock.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { addMonths, jstMonth, toTimestamp } from '#kit/values/timestamp.ts';
import { goodsSales } from '#money/books/book-tables.server.ts';
import { post } from '#money/ledger/ledger.server.ts';
import { ledgerLines, postingNotes } from '#money/ledger/ledger-tables.server.ts';
import { personName } from '#people/accounts/person-name.server.ts';
import {
  type GoodsSale,
  type SaleMonth,
  type SaleReversal,
  salesPageSize,
  shownSaleMonths,
} from './sale.ts';

type Source = Database | Transaction;
type SaleSelection = { application?: string | undefined };

const selected = ({ application }: SaleSelection): SQL | undefined =>
  application === undefined ? undefined : eq(goodsSales.appraisalId, application);

/** Selects sales with their appraisal and the difference they booked; the caller orders and limits. */
const selectSales = (db: Source) =>
  db
    .select({
      row: goodsSales,
      appraisedYen: sql<number | null>`(
        select a.appraised_yen from donations d join appraisals a on a.id = d.appraisal_row_id
        where d.appraisal_id = goods_sales.appraisal_id and d.reversed_at is null)`,
      differenceYen: sql<number>`(
        select coalesce(-sum(l.amount_yen), 0)::float8 from ledger_lines l
        where l.posting_id = goods_sales.posting_id and l.account = 'sale-difference')`,
      createdByName: personName(sql`${goodsSales.createdBy}`),
      reversedByName: personName(sql`${goodsSales.reversedBy}`),
    })
    .from(goodsSales)
    .$dynamic();
type Row = Awaited<ReturnType<typeof selectSales>>[number];

const toSale = ({
  row,
  appraisedYen,
  differenceYen,
  createdByName,
  reversedByName,
}: Row): GoodsSale => ({
  id: row.id,
  appraisalId: row.appraisalId,
  soldOn: row.soldOn,
  amountYen: row.amountYen,
  appraisedYen,
  differenceYen,
  isLast: row.isLast,
  place: row.place,
  itemPosition: row.itemPosition,
  note: row.note,
  createdBy: createdByName,
  createdAt: toTimestamp(row.createdAt),
  reversedAt: row.reversedAt && toTimestamp(row.reversedAt),
  reversedBy: reversedByName,
  reversalReason: row.reversalReason,
});

/** Sales, the last received first. */
export const saleList: AuditedList<SaleSelection, Row, GoodsSale> = {
  name: 'sales',
  isPersonal: false,
  subjectType: 'sales',
  subjectId: ({ application }) => application ?? 'all',
  pageSize: salesPageSize,
  keys: () => [
    { by: goodsSales.createdAt, direction: 'desc', type: 'timestamptz' },
    { by: goodsSales.id, direction: 'asc', type: 'text' },
  ],
  valuesOf: ({ row }) => [row.createdAt.getTime(), row.id],
  idOf: ({ row }) => row.id,
  read: (db, selection, part) =>
    selectSales(db)
      .where(and(selected(selection), part.where))
      .orderBy(...part.orderBy)
      .limit(part.limit),
  total: (db, selection) => countRows(db, goodsSales, selected(selection)),
  toItems: (_db, rows) => rows.map(toSale),
};

/** Sums sold above and below appraisal, by month of booking, the newest first. */
export async function saleMonths({ db, clock }: Context): Promise<SaleMonth[]> {
  const now = jstMonth(clock());
  const months = Array.from({ length: shownSaleMonths }, (_, n) => addMonths(now, -n));
  const keys = JSON.stringify(months.map((month) => `sale-difference ${month}`));
  // A reversal is booked on the opposite side, so its amount is subtracted from both.
  const { rows } = await db.execute<SaleMonth>(sql`
    with reversed as (
      select to_char(l.at at time zone 'Asia/Tokyo', 'YYYY-MM') as month, sum(abs(l.amount_yen)) as yen
      from goods_sales g join ledger_lines l
        on l.posting_id = 'sale-reversed:' || g.id and l.account = 'sale-difference'
      where g.reversed_at is not null group by 1
    ), booked as (
      select right(key, 7) as month,
        coalesce(sum(amount) filter (where name = 'ledger-credit'), 0) as above,
        coalesce(sum(amount) filter (where name = 'ledger-debit'), 0) as below
      from kept_sums where name in ('ledger-debit', 'ledger-credit')
        and key in (select json_array_elements_text(${keys}::json))
      group by 1
    )
    select month, (above - coalesce(yen, 0))::float8 as "aboveYen", (below - coalesce(yen, 0))::float8 as "belowYen"
    from booked left join reversed using (month) order by month desc`);
  return rows;
}

/**
 * Reverses a sale by a counter-entry. Refuses one already reversed, and an earlier one while the box's last sale
 * stands.
 */
export async function reverseSale(
  { db, clock }: Context,
  operator: Person,
  id: string,
  { reason }: SaleReversal,
): Promise<GoodsSale> {
  return transaction(db, async (tx) => {
    await lock(tx, 'goods-sales');
    const [sale] = await tx.select().from(goodsSales).where(eq(goodsSales.id, id));
    if (!sale) throw notFound('売却');
    if (sale.reversedAt) throw refuse('Conflict', 'この売却は、すでに取り消されています。');
    const { rows: last } = await tx.execute(sql`
      select from goods_sales where appraisal_id = ${sale.appraisalId} and is_last and reversed_at is null
        and id <> ${id} limit 1`);
    if (last.length > 0) {
      throw refuse(
        'Conflict',
        'この箱には「残り」が「なし」の売却があります。先にそちらを取り消してください。',
      );
    }
    const at = clock();
    const lines = await tx
      .select()
      .from(ledgerLines)
      .where(eq(ledgerLines.postingId, sale.postingId));
    const postingId = `sale-reversed:${id}`;
    if (lines.length > 0) {
      await post(tx, [lines.map((one) => ({ ...one, postingId, amountYen: -one.amountYen, at }))]);
      await tx
        .insert(postingNotes)
        .values({ postingId, reason, corrects: sale.postingId, actorUid: operator.uid, at });
    }
    await tx
      .update(goodsSales)
      .set({ reversedAt: at, reversalReason: reason, reversedBy: operator.uid })
      .where(eq(goodsSales.id, id));
    await audit(tx, operator, 'sales.reverse', ['sale', id], { at });
    const [row] = await selectSales(tx).where(eq(goodsSales.id, id));
    if (!row) throw new Error('the sale is there');
    return toSale(row);
  });
}
