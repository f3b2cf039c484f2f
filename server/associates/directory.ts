import { eq, sql } from 'drizzle-orm';
import type { Associate } from '#domain/associates/associate.ts';
import { type Classification, isDeductible } from '#domain/associates/classification.ts';
import { type PreparedDirectory, prepareDirectory } from '#domain/associates/directory.ts';
import type { SocialChallengeId } from '#domain/challenges/social-challenge.ts';
import { toTimestamp } from '#domain/values/timestamp.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import {
  associateCertifications,
  associateChallenges,
  associateMonths,
  associates,
} from '#server/db/schema/associates.ts';

/** All listed organisations, ready to be searched and found. */
export type Directory = {
  prepared: PreparedDirectory<Associate>;
  byId: ReadonlyMap<string, Associate>;
  /** Listed organisations by social challenge. */
  countByChallenge: ReadonlyMap<SocialChallengeId, number>;
};

/** Reads all listed organisations as they are on `today` (YYYY-MM-DD), in one statement. */
export async function loadDirectory(db: Database | Transaction, today: string): Promise<Directory> {
  const entries = await readListed(db, today);
  const countByChallenge = new Map<SocialChallengeId, number>();
  for (const { socialChallenges } of entries) {
    for (const id of socialChallenges) {
      countByChallenge.set(id, (countByChallenge.get(id) ?? 0) + 1);
    }
  }
  return {
    prepared: prepareDirectory(entries),
    byId: new Map(entries.map((entry) => [entry.id, entry])),
    countByChallenge,
  };
}

async function readListed(db: Database | Transaction, today: string): Promise<Associate[]> {
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
  const stats = db
    .select({
      associateId: associateMonths.associateId,
      total: sql<number>`sum(${associateMonths.donationCount})::int`.as('total'),
      monthly:
        sql<number>`coalesce(sum(${associateMonths.donationCount}) filter (where ${associateMonths.month} = date_trunc('month', ${today}::date)), 0)::int`.as(
          'monthly',
        ),
    })
    .from(associateMonths)
    .groupBy(associateMonths.associateId)
    .as('stats');
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
      monthly: stats.monthly,
      total: stats.total,
    })
    .from(associates)
    .leftJoin(challenges, eq(challenges.associateId, associates.id))
    .leftJoin(validUntil, eq(validUntil.associateId, associates.id))
    .leftJoin(stats, eq(stats.associateId, associates.id))
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
      stat: { monthlyCount: row.monthly ?? 0, totalCount: row.total ?? 0 },
    };
  });
}
