import { eq, sql } from 'drizzle-orm';
import type { Associate } from '#domain/associates/associate.ts';
import { type Classification, isDeductible } from '#domain/associates/classification.ts';
import {
  type FoldedEntry,
  foldDirectory,
  type PreparedDirectory,
  sortDirectory,
} from '#domain/associates/directory.ts';
import type { SocialChallengeId } from '#domain/challenges/social-challenge.ts';
import { toTimestamp } from '#domain/values/timestamp.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import {
  associateCertifications,
  associateChallenges,
  associateMonths,
  associates,
} from '#server/db/schema/associates.ts';
import { readSums } from '#server/sums/kept-sums.ts';

/** All listed organisations, ready to be searched and found. */
export type Directory = {
  prepared: PreparedDirectory<Associate>;
  byId: ReadonlyMap<string, Associate>;
  /** Listed organisations by social challenge. */
  countByChallenge: ReadonlyMap<SocialChallengeId, number>;
};

type Facts = Omit<Associate, 'stat'>;
type Source = Database | Transaction;

/** Reads all listed organisations as they are on `today` (YYYY-MM-DD), their texts folded, without counts. */
export const loadFacts = async (db: Source, today: string): Promise<FoldedEntry<Facts>[]> =>
  foldDirectory(await readListed(db, today));

/** Donations by organisation, in all and in the month of `today`. */
export async function loadCounts(
  db: Source,
  today: string,
): Promise<Map<string, Associate['stat']>> {
  const totals = await readSums(db, 'associate-donations');
  const monthly = await db
    .select({ id: associateMonths.associateId, count: associateMonths.donationCount })
    .from(associateMonths)
    .where(eq(associateMonths.month, `${today.slice(0, 7)}-01`));
  const monthlyOf = new Map(monthly.map(({ id, count }) => [id, count]));
  return new Map(
    [...totals].map(([id, { count }]) => [
      id,
      { monthlyCount: monthlyOf.get(id) ?? 0, totalCount: count },
    ]),
  );
}

const none = { monthlyCount: 0, totalCount: 0 };

/** The directory of these facts and counts. */
export function toDirectory(
  facts: readonly FoldedEntry<Facts>[],
  counts: ReadonlyMap<string, Associate['stat']>,
): Directory {
  const counted = facts.map(({ entry, folded }) => ({
    entry: { ...entry, stat: counts.get(entry.id) ?? none },
    folded,
  }));
  const countByChallenge = new Map<SocialChallengeId, number>();
  for (const { entry } of counted) {
    for (const id of entry.socialChallenges) {
      countByChallenge.set(id, (countByChallenge.get(id) ?? 0) + 1);
    }
  }
  return {
    prepared: sortDirectory(counted),
    byId: new Map(counted.map(({ entry }) => [entry.id, entry])),
    countByChallenge,
  };
}

async function readListed(db: Source, today: string): Promise<Facts[]> {
  const challenges = db
    .select({
      associateId: associateChallenges.associateId,
      ids: sql<
        SocialChallengeId[]
      >`array_agg(${associateChallenges.socialChallengeId} order by ${associateChallenges.position})`.as(
        'ids',
      ),
    })
    .from(associateChallenges)
    .groupBy(associateChallenges.associateId)
    .as('challenges');
  const validUntil = db
    .select({
      associateId: associateCertifications.associateId,
      expiresOn: sql<string>`max(${associateCertifications.expiresOn})::text`.as('valid_until'),
    })
    .from(associateCertifications)
    .where(sql`${today}::date between certified_on and expires_on`)
    .groupBy(associateCertifications.associateId)
    .as('valid_certifications');
  const rows = await db
    .select({
      id: associates.id,
      name: associates.name,
      summary: associates.summary,
      classification: associates.classification,
      locations: associates.locations,
      createdAt: associates.createdAt,
      socialChallenges: challenges.ids,
      expiresOn: validUntil.expiresOn,
    })
    .from(associates)
    .leftJoin(challenges, eq(challenges.associateId, associates.id))
    .leftJoin(validUntil, eq(validUntil.associateId, associates.id))
    .where(eq(associates.isListed, true));
  return rows.map((row) => {
    const classification = row.classification as Classification;
    const certification = row.expiresOn ? { expiresOn: row.expiresOn } : null;
    return {
      id: row.id,
      name: row.name,
      summary: row.summary,
      classification,
      isDeductible: isDeductible({ classification, certification }, today),
      socialChallenges: row.socialChallenges ?? [],
      locations: row.locations,
      createdAt: toTimestamp(row.createdAt),
    };
  });
}
