import { and, type SQL, sql } from 'drizzle-orm';
import type { AuditedList } from '#kit/audit/audited-list.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { exactTotal, type Part } from '#kit/db/keyset.server.ts';
import { jstDay, startOfJstDay, toTimestamp } from '#kit/values/timestamp.ts';
import { type GivingPurpose, givingPurposeLabels } from './giver-list.ts';
import {
  type CopyBasis,
  type CopyState,
  type CopyYear,
  copyBasisLabels,
  type ReceiptCopy,
  receiptCopiesPageSize,
} from './receipt-copy.ts';

type Source = Database | Transaction;

/** An organisation's receipts of a year, by day of the gifts or of issue. */
export type CopySelection = {
  associateId: string;
  year: number;
  basis: CopyBasis;
  purpose: GivingPurpose;
};

type CopyRow = {
  number: string;
  kind: 'donation' | 'year';
  year: number;
  issuedAtMs: number;
  donorName: string;
  donorAddress: string;
  amountYen: number;
  ending: 'replaced' | 'voided' | null;
  endedAtMs: number | null;
  reason: string | null;
  replacedBy: string | null;
};

const selected = ({ associateId, year, basis }: Omit<CopySelection, 'purpose'>): SQL =>
  basis === 'received'
    ? sql`r.associate_id = ${associateId} and r.year = ${year}`
    : sql`r.associate_id = ${associateId} and r.issued_at >= ${startOf(year)}::timestamptz
        and r.issued_at < ${startOf(year + 1)}::timestamptz`;
const startOf = (year: number): string => startOfJstDay(`${year}-01-01`).toISOString();

const withEndings = sql`receipts r
  left join receipt_events e on e.receipt_number = r.number and e.kind <> 'issued'`;

const inOrder = ({ orderBy, limit }: Part): SQL =>
  sql`order by ${sql.join([...orderBy], sql`, `)} limit ${limit}`;

/** Copies of the receipts in an organisation's name, in the order of their numbers. */
export const copyList: AuditedList<CopySelection, CopyRow, ReceiptCopy> = {
  name: 'receipt-copies',
  subjectType: 'associate',
  subjectId: ({ associateId }) => associateId,
  details: ({ year, basis, purpose }) => ({
    period: year,
    kind: copyBasisLabels[basis],
    purpose: givingPurposeLabels[purpose],
  }),
  pageSize: receiptCopiesPageSize,
  keys: () => [{ by: sql`r.number`, direction: 'asc', type: 'text' }],
  valuesOf: ({ number }) => [number],
  idOf: ({ number }) => number,
  async read(db, selection, part) {
    const { rows } = await db.execute<CopyRow>(sql`
      select r.number, r.kind, r.year, extract(epoch from r.issued_at)::float8 * 1000 as "issuedAtMs",
        r.donor_name as "donorName", r.donor_address as "donorAddress", r.amount_yen::float8 as "amountYen",
        e.kind as ending, extract(epoch from e.at)::float8 * 1000 as "endedAtMs", e.reason,
        e.replaced_by as "replacedBy"
      from ${withEndings} where ${and(selected(selection), part.where)} ${inOrder(part)}`);
    return rows;
  },
  async total(db, selection) {
    const { validCount, replacedCount, voidCount } = await readCopyYear(db, selection);
    return exactTotal(validCount + replacedCount + voidCount);
  },
  toItems: (_db, rows) => rows.map(toCopy),
};

const stateOf = (ending: CopyRow['ending']): CopyState =>
  ending === null ? 'valid' : ending === 'replaced' ? 'replaced' : 'void';

const toCopy = ({
  ending,
  issuedAtMs,
  endedAtMs,
  reason,
  replacedBy,
  ...row
}: CopyRow): ReceiptCopy => ({
  ...row,
  issuedAt: toTimestamp(new Date(issuedAtMs)),
  state: stateOf(ending),
  endedOn: endedAtMs === null ? '' : jstDay(new Date(endedAtMs)),
  reason: reason ?? '',
  replacedBy: replacedBy ?? '',
});

/** Receipts of a year by state. The sum covers valid ones: a gift has at most one, so none counts twice. */
export async function readCopyYear(
  db: Source,
  which: Omit<CopySelection, 'purpose'>,
): Promise<CopyYear> {
  const { rows } = await db.execute<Omit<CopyYear, 'year'>>(sql`
    select count(*) filter (where e.id is null)::int as "validCount",
      coalesce(sum(r.amount_yen) filter (where e.id is null), 0)::float8 as "validYen",
      count(*) filter (where e.kind = 'replaced')::int as "replacedCount",
      count(*) filter (where e.kind = 'voided')::int as "voidCount"
    from ${withEndings} where ${selected(which)}`);
  const [sums] = rows;
  if (!sums) throw new Error('a sum without a row');
  return { year: which.year, ...sums };
}

/** Years with receipts, newest first. */
export async function readCopyYears(
  db: Source,
  associateId: string,
  basis: CopyBasis,
): Promise<CopyYear[]> {
  const year =
    basis === 'received'
      ? sql`r.year`
      : sql`extract(year from r.issued_at at time zone 'Asia/Tokyo')::int`;
  const { rows } = await db.execute<CopyYear>(sql`
    select ${year} as year, count(*) filter (where e.id is null)::int as "validCount",
      coalesce(sum(r.amount_yen) filter (where e.id is null), 0)::float8 as "validYen",
      count(*) filter (where e.kind = 'replaced')::int as "replacedCount",
      count(*) filter (where e.kind = 'voided')::int as "voidCount"
    from ${withEndings} where r.associate_id = ${associateId} group by 1 order by 1 desc`);
  return rows;
}
