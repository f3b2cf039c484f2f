import { sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import { lockShared } from '#kit/db/locks/lock.server.ts';
import { jstMonth } from '#kit/values/timestamp.ts';

/**
 * Time to book a posting at: `wanted` if its month in Asia/Tokyo is open, else `now`. Valid until the transaction
 * ends, since a close waits for it.
 */
export async function bookingTime(tx: Transaction, wanted: Date, now: Date): Promise<Date> {
  await lockShared(tx, 'books');
  // Months are closed in order, so every month before a closed one is closed too.
  const { rows } = await tx.execute<{ isClosed: boolean }>(sql`
    select exists (select from closed_months where month >= ${`${jstMonth(wanted)}-01`}::date) as "isClosed"`);
  return rows[0]?.isClosed || wanted > now ? now : wanted;
}
