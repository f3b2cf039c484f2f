import { eq } from 'drizzle-orm';
import { donations } from '#giving/donations/donation-tables.server.ts';
import { giftNumber } from '#giving/donations/gift-sums.server.ts';
import type { Database } from '#kit/db/database.server.ts';

/** The organisation's number of an application's latest gift. */
export async function giftNumberOf(db: Database, appraisalId: string): Promise<string> {
  const rows = await db
    .select({ number: giftNumber(donations.id) })
    .from(donations)
    .where(eq(donations.appraisalId, appraisalId))
    .orderBy(donations.donatedAt);
  return rows.at(-1)?.number ?? '';
}
