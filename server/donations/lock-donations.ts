import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/database.ts';
import { users } from '#server/db/schema/accounts.ts';
import { applications } from '#server/db/schema/applications.ts';
import { donations } from '#server/db/schema/donations.ts';

// Pledges, receipts and reversals use the same rows. Each locks them in one order, so that none
// decides on what another is changing and no two wait for each other: the person, applications,
// donations (both by number), and only then pledges and receipts.

/** Prevents that a person's row is erased, as a row that refers to it would. */
export async function lockPerson(tx: Transaction, uid: string): Promise<void> {
  await tx.select({ uid: users.uid }).from(users).where(eq(users.uid, uid)).for('key share');
}

/** Locks the donations that `which` selects, unless reversed, until the transaction ends; their applications first. */
export function lockDonations(tx: Transaction, which: SQL | undefined) {
  return tx
    .select({ id: donations.id, uid: donations.uid })
    .from(donations)
    .where(and(which, isNull(donations.reversedAt)))
    .orderBy(asc(donations.appraisalId))
    .for('update');
}

/** Locks an application's donation that is not reversed; undefined where there is none. */
export async function lockDonation(
  tx: Transaction,
  appraisalId: string,
): Promise<{ id: string; uid: string | null } | undefined> {
  await tx
    .select({ locked: sql`1` })
    .from(applications)
    .where(eq(applications.appraisalId, appraisalId))
    .for('key share');
  const [donation] = await lockDonations(tx, eq(donations.appraisalId, appraisalId));
  return donation;
}
