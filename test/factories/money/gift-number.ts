import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';
import { donations } from '#server/db/schema/donations.ts';
import { giftNumber } from '#server/donations/gift-number.ts';

/** The organisation's number of an application's latest gift. */
export async function giftNumberOf(db: Database, appraisalId: string): Promise<string> {
  const rows = await db
    .select({ number: giftNumber(donations.id) })
    .from(donations)
    .where(eq(donations.appraisalId, appraisalId))
    .orderBy(donations.donatedAt);
  return rows.at(-1)?.number ?? '';
}
