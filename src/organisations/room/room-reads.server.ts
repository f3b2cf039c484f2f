import { and, desc, eq, gt, inArray, isNull, notExists, sql } from 'drizzle-orm';
import { donations, donationThanks } from '#giving/donations/donation-tables.server.ts';
import { pledges } from '#giving/pledges/pledge-tables.server.ts';
import { type Database, transaction } from '#kit/db/database.server.ts';
import { contentVersions } from '#kit/versions/version-tables.server.ts';
import { currentAccount } from '#money/bank-accounts/bank-accounts.server.ts';
import { blockOf } from '#money/bank-accounts/blocked-accounts.server.ts';
import { associateCertifications } from '#organisations/associates/associate-tables.server.ts';
import { mostCountedInRoom } from './room.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Days. Later thanks are written to all donors together. */
const recentDays = 90;
export const roomKinds = ['associate', 'activity', 'thanks'] as const;

/** Open drafts of any kind, the latest first. */
export const openDrafts = (db: Database, associateId: string) =>
  db
    .select({
      kind: contentVersions.kind,
      key: contentVersions.key,
      state: contentVersions.state,
      note: contentVersions.note,
      title: sql<string | null>`${contentVersions.content} ->> 'title'`,
    })
    .from(contentVersions)
    .where(
      and(
        inArray(contentVersions.kind, [...roomKinds]),
        // Matches the expressions of the index.
        sql`split_part(${contentVersions.key}, ':', 1) = ${associateId}`,
        sql`${contentVersions.state} in ('draft', 'waiting')`,
      ),
    )
    .orderBy(desc(contentVersions.changedAt));

/** Counts recent donations without thanks. */
export async function countUnthanked(
  db: Database,
  associateId: string,
  now: Date,
): Promise<number> {
  const since = new Date(now.getTime() - recentDays * dayMs);
  const unthanked = db
    .select({ one: sql`1` })
    .from(donations)
    .where(
      and(
        eq(donations.associateId, associateId),
        isNull(donations.reversedAt),
        gt(donations.donatedAt, since),
        notExists(
          db
            .select({ one: sql`1` })
            .from(donationThanks)
            .where(eq(donationThanks.donationId, donations.id)),
        ),
      ),
    )
    .limit(mostCountedInRoom);
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${unthanked}) as unthanked`,
  );
  return rows[0]?.count ?? 0;
}

/** Counts the latest public pledges without a reply. */
export async function countUnanswered(db: Database, associateId: string): Promise<number> {
  const latest = db
    .select({ reply: pledges.reply })
    .from(pledges)
    // Matches the predicate of the index.
    .where(and(eq(pledges.associateId, associateId), sql`${pledges.state} = 'published'`))
    .orderBy(desc(pledges.pledgedAt))
    .limit(mostCountedInRoom);
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${latest}) as latest where reply = ''`,
  );
  return rows[0]?.count ?? 0;
}

/** Reason that nothing is sent to its account; null if nothing blocks it. */
export const readBlockedAccount = (db: Database, associateId: string) =>
  transaction(db, async (tx) => {
    const account = await currentAccount(tx, associateId);
    const block = account && (await blockOf(tx, account.id));
    return block ? { returnedOn: block.returnedOn, reason: block.reason } : null;
  });

/** Recorded certifications, the latest first. */
export const readCertifications = (db: Database, associateId: string) =>
  db
    .select({
      number: associateCertifications.number,
      authority: associateCertifications.authority,
      certifiedOn: associateCertifications.certifiedOn,
      expiresOn: associateCertifications.expiresOn,
    })
    .from(associateCertifications)
    .where(
      and(
        eq(associateCertifications.associateId, associateId),
        isNull(associateCertifications.withdrawnAt),
      ),
    )
    .orderBy(desc(associateCertifications.expiresOn), desc(associateCertifications.id))
    .limit(mostCountedInRoom);
