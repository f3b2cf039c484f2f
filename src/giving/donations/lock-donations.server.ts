import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { donations } from './donation-tables.server.ts';

// Pledges, receipts and reversals use the same rows. To be serialised without deadlocks, all lock them in one order:
// the person, applications, donations (both by number), then pledges and receipts.

/** Keeps a person's row from being deleted, like a foreign key reference. */
export async function lockPerson(tx: Transaction, uid: string): Promise<void> {
  await tx.select({ uid: users.uid }).from(users).where(eq(users.uid, uid)).for('key share');
}

/** Locks the unreversed donations that `which` selects, until the transaction ends; their applications first. */
export function lockDonations(tx: Transaction, which: SQL | undefined) {
  return tx
    .select({ id: donations.id, uid: donations.uid })
    .from(donations)
    .where(and(which, isNull(donations.reversedAt)))
    .orderBy(asc(donations.appraisalId))
    .for('update');
}

/** Locks an application's unreversed donation, or returns undefined. */
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
