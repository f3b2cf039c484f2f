import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { AuditedList } from '#kit/audit/audited-list.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { countRows } from '#kit/db/keyset.server.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { goodsSales } from '#money/books/book-tables.server.ts';
import { personName } from '#people/accounts/person-name.server.ts';
import { type GoodsSale, salesPageSize } from './sale.ts';

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
