import { and, eq, gte, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import { donations } from '#giving/donations/donation-tables.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import { addDays, startOfJstDay } from '#kit/values/timestamp.ts';

type Audience = {
  appraisalId: string | null;
  periodFrom: string | null;
  periodTo: string | null;
  isStanding: boolean;
};

/** Condition for the donations that a message is for. Only standing thanks cover later donations. */
export const aimedDonations = (
  associateId: string,
  { appraisalId, periodFrom, periodTo, isStanding }: Audience,
  publishedAt: Date,
): SQL | undefined =>
  and(
    eq(donations.associateId, associateId),
    isNull(donations.reversedAt),
    appraisalId ? eq(donations.appraisalId, appraisalId) : undefined,
    periodFrom ? gte(donations.donatedAt, startOfJstDay(periodFrom)) : undefined,
    periodTo ? lt(donations.donatedAt, startOfJstDay(addDays(periodTo, 1))) : undefined,
    isStanding ? undefined : lte(donations.donatedAt, publishedAt),
  );

export async function countAimed(
  tx: Transaction,
  associateId: string,
  aim: Audience,
  publishedAt: Date,
): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(donations)
    .where(aimedDonations(associateId, aim, publishedAt));
  return row?.count ?? 0;
}
