import { eq } from 'drizzle-orm';
import { jstMonth } from '#domain/values/timestamp.ts';
import type { Transaction } from '#server/db/database.ts';
import { closedMonths } from '#server/db/schema/money/books.ts';

/** When something is booked that belongs to `wanted`: then, or now where that Asia/Tokyo month is closed. */
export async function bookingTime(tx: Transaction, wanted: Date, now: Date): Promise<Date> {
  const rows = await tx
    .select({ month: closedMonths.month })
    .from(closedMonths)
    .where(eq(closedMonths.month, `${jstMonth(wanted)}-01`));
  return rows.length > 0 || wanted > now ? now : wanted;
}
