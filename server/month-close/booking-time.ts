import { sql } from 'drizzle-orm';
import { jstMonth } from '#domain/values/timestamp.ts';
import type { Transaction } from '#server/db/database.ts';
import { lockShared } from '#server/db/locks/lock.ts';

/**
 * The moment that a posting is booked at: `wanted` where its Asia/Tokyo month is open, else `now`. The answer holds
 * until the transaction ends: a close that comes meanwhile waits.
 */
export async function bookingTime(tx: Transaction, wanted: Date, now: Date): Promise<Date> {
  await lockShared(tx, 'books');
  // Months are closed in their order: what lies before a closed one is closed as well.
  const { rows } = await tx.execute<{ isClosed: boolean }>(sql`
    select exists (select from closed_months where month >= ${`${jstMonth(wanted)}-01`}::date) as "isClosed"`);
  return rows[0]?.isClosed || wanted > now ? now : wanted;
}
