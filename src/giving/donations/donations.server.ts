import { and, asc, count, desc, eq, gt, isNull, lt, or, type SQL } from 'drizzle-orm';
import { parseAppraisalId } from '#giving/applications/appraisal-number.ts';
import type { Person } from '#kit/actor.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { socialChallenges } from '#organisations/challenges/challenge-tables.server.ts';
import { type Donation, type DonationHistoryEntry, toHistoryEntry } from './donation.ts';
import { findDonation } from './donation-history.ts';
import { donations as donationsTable } from './donation-tables.server.ts';

export type HistorySelection = { limit?: number | undefined; cursor?: string | undefined };

/** Limit of a response; longer histories are read by `cursor` or as a file. */
const maxRows = 10_000;

/**
 * The person's donations, newest first (docs/product.md, Lists and orders): all, or `limit` of them after `cursor`,
 * the number of the last one seen. A fund's has associateId ''.
 */
export async function ownDonations(
  { db }: Context,
  { uid }: Pick<Person, 'uid'>,
  { limit, cursor }: HistorySelection = {},
): Promise<{ donations: Donation[]; total: number }> {
  const mine = and(eq(donationsTable.uid, uid), isNull(donationsTable.reversedAt));
  const [all] = await db.select({ total: count() }).from(donationsTable).where(mine);
  const total = all?.total ?? 0;
  let after: SQL | undefined;
  if (cursor !== undefined) {
    // Even if reversed meanwhile, the last one seen still gives the position.
    const [last] = await db
      .select({ donatedAt: donationsTable.donatedAt })
      .from(donationsTable)
      .where(and(eq(donationsTable.uid, uid), eq(donationsTable.appraisalId, cursor)))
      .orderBy(desc(donationsTable.donatedAt))
      .limit(1);
    if (!last) return { donations: [], total };
    const { donatedAt } = last;
    after = or(
      lt(donationsTable.donatedAt, donatedAt),
      and(eq(donationsTable.donatedAt, donatedAt), gt(donationsTable.appraisalId, cursor)),
    );
  }
  const rows = await selectDonations(db)
    .where(and(mine, after))
    .orderBy(desc(donationsTable.donatedAt), asc(donationsTable.appraisalId))
    .limit(limit ?? maxRows);
  return { donations: rows.map(toDonation), total };
}

/** The person's history entry of a donation, or an empty object. */
export async function ownDonation(
  { db }: Context,
  { uid }: Pick<Person, 'uid'>,
  donationId: string,
): Promise<DonationHistoryEntry | Record<string, never>> {
  const appraisalId = parseAppraisalId(donationId);
  if (appraisalId === undefined) return {};
  const rows = await selectDonations(db)
    .where(
      and(
        eq(donationsTable.uid, uid),
        eq(donationsTable.appraisalId, appraisalId),
        isNull(donationsTable.reversedAt),
      ),
    )
    .limit(1);
  return findDonation(
    rows.map((row) => toHistoryEntry(toDonation(row))),
    appraisalId,
  );
}

const selectDonations = (db: Database) =>
  db
    .select({
      appraisalId: donationsTable.appraisalId,
      associateId: donationsTable.associateId,
      associateName: associates.name,
      socialChallengeId: donationsTable.socialChallengeId,
      fundName: socialChallenges.fundName,
      amountYen: donationsTable.amountYen,
      donatedAt: donationsTable.donatedAt,
      receivedOn: donationsTable.receivedOn,
      needReceipt: donationsTable.needReceipt,
    })
    .from(donationsTable)
    .leftJoin(associates, eq(associates.id, donationsTable.associateId))
    .leftJoin(socialChallenges, eq(socialChallenges.id, donationsTable.socialChallengeId))
    .$dynamic();

const toDonation = (row: Awaited<ReturnType<typeof selectDonations>>[number]): Donation => ({
  appraisalId: row.appraisalId,
  associateId: row.associateId ?? '',
  socialChallengeId: row.socialChallengeId ?? '',
  associateName: row.associateName ?? row.fundName ?? '',
  amount: row.amountYen,
  donatedAt: toTimestamp(row.donatedAt),
  receivedOn: row.receivedOn ?? '',
  needReceipt: row.needReceipt,
});
