import { eq } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { associates } from './associate-tables.server.ts';

/** Whether sample data is loaded. */
export async function hasSampleData(source: Database | Transaction): Promise<boolean> {
  const [sample] = await source
    .select({ id: associates.id })
    .from(associates)
    .where(eq(associates.isSample, true))
    .limit(1);
  return sample !== undefined;
}
