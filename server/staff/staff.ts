import { and, asc, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { ApplicationState } from '#domain/applications/application-state.ts';
import {
  type StaffAssociate,
  type StaffDonation,
  staffPageSize,
} from '#domain/staff/staff-associate.ts';
import { jstMonth, toTimestamp } from '#domain/values/timestamp.ts';
import type { Person } from '#server/actor.ts';
import type { Database } from '#server/db/database.ts';
import { applications } from '#server/db/schema/applications.ts';
import { associateMonths, associates } from '#server/db/schema/associates.ts';
import { donations } from '#server/db/schema/donations.ts';
import { pledges } from '#server/db/schema/pledges.ts';
import type { Dependencies } from '#server/dependencies.ts';

const isOnItsWay: ApplicationState = 'donated';

/** What the staff of an organisation sees of it. Another organisation's looks like none. */
export const staff = ({ db, clock }: Pick<Dependencies, 'db' | 'clock'>) => ({
  /** The organisations that the person works for, by name, delisted ones too. */
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
   * A page of the donations to an organisation of the person's, newest first; only those whose donors
   * wish for a receipt, if asked. Undefined for a foreign organisation and beyond the last page.
   */
  async donations(
    { associateIds }: Pick<Person, 'associateIds'>,
    associateId: string,
    { page, receiptOnly }: { page: number; receiptOnly: boolean },
  ): Promise<{ donations: StaffDonation[]; total: number } | undefined> {
    if (!associateIds.includes(associateId)) return undefined;
    const which = and(
      eq(donations.associateId, associateId),
      isNull(donations.reversedAt),
      receiptOnly ? eq(donations.needReceipt, true) : undefined,
    );
    const [all] = await db.select({ total: count() }).from(donations).where(which);
    const total = all?.total ?? 0;
    if (page > Math.max(1, Math.ceil(total / staffPageSize))) return undefined;
    const rows = await db
      .select({
        appraisalId: donations.appraisalId,
        amountYen: donations.amountYen,
        donatedAt: donations.donatedAt,
        needReceipt: donations.needReceipt,
        state: applications.state,
        pledgeId: pledges.id,
      })
      .from(donations)
      .innerJoin(applications, eq(applications.appraisalId, donations.appraisalId))
      .leftJoin(
        pledges,
        and(eq(pledges.appraisalId, donations.appraisalId), eq(pledges.state, 'published')),
      )
      .where(which)
      .orderBy(desc(donations.donatedAt), asc(donations.appraisalId))
      .limit(staffPageSize)
      .offset((page - 1) * staffPageSize);
    return {
      total,
      donations: rows.map((row) => ({
        appraisalId: row.appraisalId,
        amount: row.amountYen,
        donatedAt: toTimestamp(row.donatedAt),
        needReceipt: row.needReceipt,
        isRemitted: row.state !== isOnItsWay,
        pledgeId: row.pledgeId ?? '',
      })),
    };
  },
});

async function readAssociate(
  db: Database,
  associate: { id: string; name: string },
  thisMonth: string,
): Promise<StaffAssociate> {
  const [months, standing, pledged] = await Promise.all([
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
    db
      .select({
        receiptWishCount: sql<number>`count(*) filter (where ${donations.needReceipt})::int`,
        owedYen: sql<number>`coalesce(sum(${donations.amountYen})
          filter (where ${applications.state} = ${isOnItsWay}), 0)::float8`,
      })
      .from(donations)
      .innerJoin(applications, eq(applications.appraisalId, donations.appraisalId))
      .where(and(eq(donations.associateId, associate.id), isNull(donations.reversedAt))),
    db
      .select({ total: count() })
      .from(pledges)
      .innerJoin(applications, eq(applications.appraisalId, pledges.appraisalId))
      .where(and(eq(applications.associateId, associate.id), eq(pledges.state, 'published'))),
  ]);
  const current = months.find(({ month }) => month === thisMonth);
  return {
    ...associate,
    monthlyCount: current?.count ?? 0,
    monthlyYen: current?.yen ?? 0,
    totalCount: months.reduce((sum, one) => sum + one.count, 0),
    totalYen: months.reduce((sum, one) => sum + one.yen, 0),
    receiptWishCount: standing[0]?.receiptWishCount ?? 0,
    owedYen: standing[0]?.owedYen ?? 0,
    pledgeCount: pledged[0]?.total ?? 0,
    months,
  };
}
