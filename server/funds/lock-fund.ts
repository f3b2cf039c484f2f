import { eq, sql } from 'drizzle-orm';
import { notFound } from '#domain/errors/refusal.ts';
import type { Transaction } from '#server/db/database.ts';
import { lock } from '#server/db/locks/lock.ts';
import { socialChallenges } from '#server/db/schema/challenges.ts';

export const absentFund = () => notFound('基金');

/** One after another on a fund, until the transaction ends: what is read after it is what holds. */
export async function lockFund(tx: Transaction, socialChallengeId: string): Promise<void> {
  await lock(tx, 'fund', socialChallengeId);
  const found = await tx
    .select({ id: socialChallenges.id })
    .from(socialChallenges)
    .where(eq(socialChallenges.id, socialChallengeId));
  if (found.length === 0) throw absentFund();
}

/** Drops the public pages that tell of funds. Late in a transaction: others wait for the row from here on. */
export async function announceFunds(tx: Transaction): Promise<void> {
  await tx.execute(sql`update topic_versions set version = version + 1 where topic = 'sums'`);
  await tx.execute(sql`select pg_notify('topics', 'sums')`);
}
