import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Transaction } from '#server/db/database.ts';
import { settings } from '#server/db/schema/settings.ts';
import { SampleSignIn } from './sign-ins.ts';

const settingKey = 'sample';

/** What is kept of a loading: how it can be repeated, and the sign-ins that every start prints. */
export const SampleRecord = z.object({
  seed: z.number(),
  associates: z.number(),
  donors: z.number(),
  donations: z.number(),
  signIns: z.array(SampleSignIn),
});
export type SampleRecord = z.infer<typeof SampleRecord>;

/** The record of the sample data that is loaded, or undefined. */
export async function sampleRecord(db: Database | Transaction): Promise<SampleRecord | undefined> {
  const [row] = await db.select().from(settings).where(eq(settings.key, settingKey));
  return row && SampleRecord.parse(row.value);
}

/** The sign-ins of the sample: none while it is not loaded. */
export async function sampleSignIns(db: Database): Promise<SampleSignIn[]> {
  return (await sampleRecord(db))?.signIns ?? [];
}

/** Notes that sample data is loaded; false when it was already. Of two loadings at once one waits. */
export async function noteSample(tx: Transaction, record: SampleRecord): Promise<boolean> {
  const noted = await tx
    .insert(settings)
    .values({ key: settingKey, value: record })
    .onConflictDoNothing()
    .returning({ key: settings.key });
  return noted.length > 0;
}

export async function forgetSample(tx: Transaction): Promise<void> {
  await tx.delete(settings).where(eq(settings.key, settingKey));
}

/** Whether nobody has used this database yet: no organisation, no person, no application. */
export async function isEmptyDatabase(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ isEmpty: boolean }>(sql`
    select not exists (select from associates) and not exists (select from auth_users)
      and not exists (select from users) and not exists (select from applications) as "isEmpty"`);
  return rows[0]?.isEmpty ?? false;
}
