import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import { lock } from '#kit/db/locks/lock.server.ts';
import { notFound } from '#kit/errors/refusal.ts';
import { socialChallenges } from '#organisations/challenges/challenge-tables.server.ts';

export const absentFund = () => notFound('基金');

/** Serialises changes of a fund until the transaction ends; read the balance after this. */
export async function lockFund(tx: Transaction, socialChallengeId: string): Promise<void> {
  await lock(tx, 'fund', socialChallengeId);
  const found = await tx
    .select({ id: socialChallenges.id })
    .from(socialChallenges)
    .where(eq(socialChallenges.id, socialChallengeId));
  if (found.length === 0) throw absentFund();
}

/** Drops public pages that show funds. Call late in a transaction, since it locks a row that others need. */
export async function announceFunds(tx: Transaction): Promise<void> {
  await tx.execute(sql`update topic_versions set version = version + 1 where topic = 'sums'`);
  await tx.execute(sql`select pg_notify('topics', 'sums')`);
}
