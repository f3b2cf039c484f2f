import { and, type SQL, sql } from 'drizzle-orm';
import { giftNumber } from '#giving/donations/gift-sums.server.ts';
import type { AuditedList } from '#kit/audit/audited-list.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { exactTotal, type Part } from '#kit/db/keyset.server.ts';
import { streetOf } from '#kit/values/postal/written-address.ts';
import { daysOf, type Period } from '#money/statements/period.ts';
import {
  type Giver,
  type GiverYear,
  type GivingPurpose,
  giversPageSize,
  givingPurposeLabels,
} from './giver-list.ts';

type Source = Database | Transaction;

/** A fiscal year of an organisation. */
export type GiverPeriod = { associateId: string; period: Period };
export type GiverSelection = GiverPeriod & { purpose: GivingPurpose };

type GiverRow = {
  appraisalId: string;
  giftNumber: string;
  receivedOn: string;
  amountYen: number;
  paperName: string | null;
  paperAddress: string | null;
  isWished: boolean;
  lastName: string;
  firstName: string;
  zipcode: string;
  prefecture: string;
  line1: string;
  line2: string;
  building: string;
};

/** Unreversed gifts received by the organisation: the same that its annual statement counts. */
const receivedBy = (associateId: string): SQL =>
  sql`d.associate_id = ${associateId} and d.reversed_at is null and d.amount_yen > 0
    and d.received_on is not null`;
const received = ({ associateId, period }: GiverPeriod): SQL => {
  const { from, to } = daysOf(period);
  return sql`${receivedBy(associateId)} and d.received_on between ${from} and ${to}`;
};

/**
 * Joins the latest receipt of the gift in this organisation's name — a receipt of another organisation is no consent
 * here — and what the donor last chose about its list.
 */
const withPapers = sql`donations d
  join applications a on a.appraisal_id = d.appraisal_id
  left join lateral (
    select r.donor_name, r.donor_address from receipt_gifts g join receipts r on r.number = g.receipt_number
    where g.appraisal_id = d.appraisal_id and r.associate_id = d.associate_id
    order by g.stands desc, r.issued_at desc, r.number desc limit 1
  ) paper on true
  left join lateral (
    select c.act from giver_consents c where c.uid = d.uid and c.associate_id = d.associate_id
    order by c.id desc limit 1
  ) consent on true`;

/** Donors who requested a receipt, got one or agree today; erased names are erased here as well. */
const isNamed = sql`(((d.need_receipt or consent.act = 'agreed') and a.last_name || a.first_name <> '')
  or paper.donor_name <> '')`;

const inOrder = ({ orderBy, limit }: Part): SQL =>
  sql`order by ${sql.join([...orderBy], sql`, `)} limit ${limit}`;

/** 寄附者名簿: the gifts of a fiscal year by name, in the order in which they were received. */
export const giverList: AuditedList<GiverSelection, GiverRow, Giver> = {
  name: 'giver-lists',
  subjectType: 'associate',
  subjectId: ({ associateId }) => associateId,
  details: ({ period, purpose }) => ({ period, purpose: givingPurposeLabels[purpose] }),
  pageSize: giversPageSize,
  keys: () => [
    { by: sql`d.received_on`, direction: 'asc', type: 'date' },
    { by: giftNumber(sql`d.id`), direction: 'asc', type: 'text' },
  ],
  valuesOf: ({ receivedOn, giftNumber: number }) => [receivedOn, number],
  idOf: ({ giftNumber: number }) => number,
  async read(db, selection, part) {
    const { rows } = await db.execute<GiverRow>(sql`
      select d.appraisal_id as "appraisalId", ${giftNumber(sql`d.id`)} as "giftNumber",
        d.received_on::text as "receivedOn", d.amount_yen as "amountYen",
        nullif(paper.donor_name, '') as "paperName", d.need_receipt as "isWished", paper.donor_address as "paperAddress",
        a.last_name as "lastName", a.first_name as "firstName", a.zipcode, a.prefecture, a.line1, a.line2, a.building
      from ${withPapers}
      where ${and(received(selection), isNamed, part.where)} ${inOrder(part)}`);
    return rows;
  },
  async total(db, selection) {
    return exactTotal((await readGiverYear(db, selection)).namedCount);
  },
  toItems: (_db, rows) => rows.map(toGiver),
};

/** Name and address of the receipt, else of the application. */
function toGiver({ paperName, paperAddress, ...row }: GiverRow): Giver {
  const { giftNumber: number, receivedOn, amountYen, zipcode, building } = row;
  const applied = [`〒${zipcode.slice(0, 3)}-${zipcode.slice(3)}`, streetOf(row), building];
  return {
    giftNumber: number,
    receivedOn,
    amountYen,
    name: paperName ?? `${row.lastName} ${row.firstName}`.trim(),
    address: paperName === null ? applied.filter(Boolean).join(' ') : (paperAddress ?? ''),
    ground: paperName !== null ? 'issued' : row.isWished ? 'wished' : 'agreed',
  };
}

/** Counts and sums of a fiscal year: named and unnamed gifts add up to the total. */
export async function readGiverYear(db: Source, which: GiverPeriod): Promise<GiverYear> {
  const { rows } = await db.execute<Omit<GiverYear, 'period'>>(sql`
    select count(*)::int as "giftCount", coalesce(sum(d.amount_yen), 0)::float8 as "giftYen",
      count(*) filter (where ${isNamed})::int as "namedCount",
      coalesce(sum(d.amount_yen) filter (where ${isNamed}), 0)::float8 as "namedYen"
    from ${withPapers} where ${received(which)}`);
  const [sums] = rows;
  if (!sums) throw new Error('a sum without a row');
  return { period: which.period, ...sums };
}

/** Days, YYYY-MM-DD, of the first and last gift received by the organisation; undefined without any. */
export async function daysReceived(
  db: Source,
  associateId: string,
): Promise<{ first: string; last: string } | undefined> {
  const { rows } = await db.execute<{ first: string | null; last: string | null }>(sql`
    select min(d.received_on)::text as first, max(d.received_on)::text as last
    from donations d where ${receivedBy(associateId)}`);
  const { first, last } = rows[0] ?? { first: null, last: null };
  return first === null || last === null ? undefined : { first, last };
}
