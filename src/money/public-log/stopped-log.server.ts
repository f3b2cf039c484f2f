import { eq } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { settings } from '#kit/settings/setting-tables.server.ts';
import { readSetting, writeSetting } from '#kit/settings/settings.server.ts';

/** Setting that keeps why the log is stopped. */
export const stoppedKey = 'public-log-stopped';

/** Why a log is not signed: what was published is longer, differs, or is signed by an unknown key. */
export type StopReason = 'behind' | 'fork' | 'unknown-key';

/** Why the log is not signed any more, since when, and how many entries were published. */
export type StoppedLog = { reason: StopReason; publishedSize: number; since: string };

export async function noteStopped(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  stopped: Omit<StoppedLog, 'since'>,
): Promise<void> {
  const before = await stoppedLog(db);
  if (before?.reason === stopped.reason) return;
  await writeSetting(db, stoppedKey, { ...stopped, since: clock().toISOString() });
  console.error(
    `the public log is not signed (${stopped.reason}, ${stopped.publishedSize} entries were published): npm run doctor -- --only public-log`,
  );
}

/** Forgets an earlier stop. */
export async function noteSealed({ db }: Pick<Context, 'db'>): Promise<void> {
  await db.delete(settings).where(eq(settings.key, stoppedKey));
}

export const stoppedLog = async (db: Database | Transaction): Promise<StoppedLog | undefined> =>
  (await readSetting(db, stoppedKey)) as StoppedLog | undefined;
