import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { ApplicationState } from '#giving/applications/application-state.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import { donations } from '#giving/donations/donation-tables.server.ts';
import { giftNumber } from '#giving/donations/gift-sums.server.ts';
import type { Person } from '#kit/actor.server.ts';
import { type AuditedList, auditedList } from '#kit/audit/audited-list.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { exactTotal, type Page, type Position } from '#kit/db/keyset.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import type { CsvEncoding } from '#kit/http/csv/csv-bytes.server.ts';
import { jstMonth, toTimestamp } from '#kit/values/timestamp.ts';
import { readSum } from '#money/sums/kept-sums.server.ts';
import { associateMonths, associates } from '#organisations/associates/associate-tables.server.ts';
import {
  latestMonths,
  type StaffAssociate,
  type StaffDonation,
  staffPageSize,
} from './staff-associate.ts';

const isOnItsWay: ApplicationState = 'donated';

/** An organisation's data for its staff. Other organisations do not exist for them. */
export const staff = ({ db, clock }: Pick<Dependencies, 'db' | 'clock'>) => ({
  /** Organisations that the person works for, by name, including delisted ones. */
  async associates({ associateIds }: Pick<Person, 'associateIds'>): Promise<StaffAssociate[]> {
    const own = await db
      .select({ id: associates.id, name: associates.name })
      .from(associates)
      .where(inArray(associates.id, associateIds))
      .orderBy(asc(associates.name), asc(associates.id));
    const thisMonth = jstMonth(clock());
    return Promise.all(own.map((associate) => readAssociate(db, associate, thisMonth)));
  },

  /**
   * A page of donations to one of the person's organisations, the newest first, optionally only those with a request
   * for a receipt. Undefined for another organisation.
   */
  async donations(
    person: Person,
    selection: DonationSelection,
    position?: Position,
  ): Promise<Page<StaffDonation> | undefined> {
    if (!person.associateIds.includes(selection.associateId)) return undefined;
    return auditedList({ db, clock }, donationList).page(person, selection, position);
  },

  /** All of them, in batches. */
  async exportDonations(person: Person, selection: DonationSelection, encoding: CsvEncoding) {
    if (!person.associateIds.includes(selection.associateId)) return undefined;
    return auditedList({ db, clock }, donationList).rows(person, selection, encoding);
  },
});

type DonationSelection = { associateId: string; receiptOnly: boolean };

const selectDonations = (db: Database | Transaction) =>
  db
    .select({
      giftNumber: giftNumber(donations.id),
      amountYen: donations.amountYen,
      donatedAt: donations.donatedAt,
      needReceipt: donations.needReceipt,
      state: applications.state,
    })
    .from(donations)
    .innerJoin(applications, eq(applications.appraisalId, donations.appraisalId))
    .$dynamic();
type DonationRow = Awaited<ReturnType<typeof selectDonations>>[number];

const donationList: AuditedList<DonationSelection, DonationRow, StaffDonation> = {
  name: 'staff-donations',
  isPersonal: false,
  subjectType: 'associate',
  subjectId: ({ associateId }) => associateId,
  pageSize: staffPageSize,
  keys: () => [
    { by: donations.donatedAt, direction: 'desc', type: 'timestamptz' },
    { by: giftNumber(donations.id), direction: 'asc', type: 'text' },
  ],
  valuesOf: (row) => [row.donatedAt.getTime(), row.giftNumber],
  idOf: (row) => row.giftNumber,
  read: (db, { associateId, receiptOnly }, part) =>
    selectDonations(db)
      .where(
        and(
          eq(donations.associateId, associateId),
          isNull(donations.reversedAt),
          // Matches the predicate of the index, which `need_receipt = $1` would not.
          receiptOnly ? sql`${donations.needReceipt}` : undefined,
          part.where,
        ),
      )
      .orderBy(...part.orderBy)
      .limit(part.limit),
  async total(db, { associateId, receiptOnly }) {
    const name = receiptOnly ? 'receipt-wishes' : 'associate-donations';
    return exactTotal((await readSum(db, name, associateId)).count);
  },
  toItems: (_db, rows) =>
    rows.map((row) => ({
      giftNumber: row.giftNumber,
      amount: row.amountYen,
      donatedAt: toTimestamp(row.donatedAt),
      needReceipt: row.needReceipt,
      isRemitted: row.state !== isOnItsWay,
    })),
};

async function readAssociate(
  db: Database,
  associate: { id: string; name: string },
  thisMonth: string,
): Promise<StaffAssociate> {
  const [months, wishes, owed, pledged] = await Promise.all([
    db
      .select({
        month: sql<string>`to_char(${associateMonths.month}, 'YYYY-MM')`,
        count: associateMonths.donationCount,
        yen: associateMonths.amountYen,
      })
      .from(associateMonths)
      .where(
        and(
          eq(associateMonths.associateId, associate.id),
          sql`${associateMonths.donationCount} > 0`,
        ),
      )
      .orderBy(desc(associateMonths.month)),
    readSum(db, 'receipt-wishes', associate.id),
    readSum(db, 'owed', associate.id),
    readSum(db, 'public-pledges', associate.id),
  ]);
  const current = months.find(({ month }) => month === thisMonth);
  return {
    ...associate,
    monthlyCount: current?.count ?? 0,
    monthlyYen: current?.yen ?? 0,
    totalCount: months.reduce((sum, one) => sum + one.count, 0),
    totalYen: months.reduce((sum, one) => sum + one.yen, 0),
    receiptWishCount: wishes.count,
    owedYen: owed.amount,
    pledgeCount: pledged.count,
    months: latestMonths(months, thisMonth),
  };
}
