import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { settings } from '#kit/settings/setting-tables.server.ts';
import { SampleSignIn } from '#start/sample/sign-ins.server.ts';
import type { Database, Transaction } from './database.server.ts';

const settingKey = 'sample';

/** Record of a loading: its options, and the sign-ins that every start prints. */
export const SampleRecord = z.object({
  seed: z.number(),
  associates: z.number(),
  donors: z.number(),
  donations: z.number(),
  isWhole: z.optional(z.boolean()),
  signIns: z.array(SampleSignIn),
  /**
   * While parts are missing: the time (ms) they are generated for, the finished parts, and the definitions of the
   * indexes to create at the end.
   */
  unfinished: z.optional(
    z.object({
      at: z.number(),
      parts: z.array(z.string()),
      indexes: z.optional(z.array(z.string())),
    }),
  ),
});
export type SampleRecord = z.infer<typeof SampleRecord>;

/** Record of the loaded sample data, or undefined. */
export async function sampleRecord(db: Database | Transaction): Promise<SampleRecord | undefined> {
  const [row] = await db.select().from(settings).where(eq(settings.key, settingKey));
  return row && SampleRecord.parse(row.value);
}

/** Sign-ins of the sample; none unless it is loaded completely. */
export async function sampleSignIns(db: Database): Promise<SampleSignIn[]> {
  const record = await sampleRecord(db);
  return record && !record.unfinished ? record.signIns : [];
}

/** Records the sample as loaded or in progress. */
export async function noteSample(tx: Transaction, record: SampleRecord): Promise<void> {
  const value = record;
  await tx
    .insert(settings)
    .values({ key: settingKey, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } });
}

/** Records a part of an unfinished loading as written. */
export async function notePart(tx: Transaction, name: string): Promise<void> {
  await tx.execute(sql`
    update ${settings} set value = jsonb_set(
      value, '{unfinished,parts}', value #> '{unfinished,parts}' || to_jsonb(${name}::text))
    where key = ${settingKey}`);
}

/** Deletes the record of the sample. A service with other applications stays open. */
export async function forgetSample(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    insert into ${settings} (key, value)
    select 'opening', '{"isOpen": true, "isFromBefore": true}'
    where exists (select from applications) or exists (select from donations)
    on conflict do nothing`);
  await tx.delete(settings).where(eq(settings.key, settingKey));
}

/** Whether this database is unused: no organisation, no person, no application. */
export async function isEmptyDatabase(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ isEmpty: boolean }>(sql`
    select not exists (select from associates) and not exists (select from auth_users)
      and not exists (select from users) and not exists (select from applications) as "isEmpty"`);
  return rows[0]?.isEmpty ?? false;
}
