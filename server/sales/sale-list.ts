import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type GoodsSale, salesPageSize } from '#domain/sales/sale.ts';
import { toTimestamp } from '#domain/values/timestamp.ts';
import { personName } from '#server/accounts/person-name.ts';
import type { AuditedList } from '#server/audit/audited-list.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { countRows } from '#server/db/keyset.ts';
import { goodsSales } from '#server/db/schema/money/books.ts';

type Source = Database | Transaction;
type SaleSelection = { application?: string | undefined };

const selected = ({ application }: SaleSelection): SQL | undefined =>
  application === undefined ? undefined : eq(goodsSales.appraisalId, application);

/** Selects sales with their appraisal and the difference they booked; the caller orders and limits. */
export const selectSales = (db: Source) =>
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

export const toSale = ({
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
