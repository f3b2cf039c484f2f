import { eq } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { settings } from './setting-tables.server.ts';

/** Stored setting of this installation. */
export async function readSetting(
  source: Database | Transaction,
  key: string,
): Promise<unknown | undefined> {
  const [row] = await source.select().from(settings).where(eq(settings.key, key));
  return row?.value;
}

export async function writeSetting(
  tx: Database | Transaction,
  key: string,
  value: unknown,
): Promise<void> {
  await tx
    .insert(settings)
    .values({ key, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } });
}
