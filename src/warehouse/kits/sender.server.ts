import { eq, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { stale } from '#kit/http/versions.server.ts';
import { settings } from '#kit/settings/setting-tables.server.ts';
import { readSetting } from '#kit/settings/settings.server.ts';
import { emptyKitSender, type KitSender, type StoredKitSender } from './kit-sender.ts';
import { refuseUnprintable } from './slip-letters.server.ts';

const key = 'kit-sender';

/** Sender of the kits as stored; empty at first. */
export async function storedSender(source: Database | Transaction): Promise<StoredKitSender> {
  const stored = (await readSetting(source, key)) as StoredKitSender | undefined;
  return { ...emptyKitSender, version: 1, ...stored };
}

/** Changes the sender profile, of which there is one per installation, at the version seen. */
export async function changeSender(
  { db, clock }: Context,
  operator: Person,
  version: number | undefined,
  sender: KitSender,
): Promise<StoredKitSender> {
  const { name, kana, address, building, goods } = sender;
  refuseUnprintable({ name, kana, address, building, goods });
  return transaction(db, async (tx) => {
    await tx
      .insert(settings)
      .values({ key, value: { ...emptyKitSender, version: 1 } })
      .onConflictDoNothing();
    const changed = { ...sender, version: (version ?? 0) + 1 };
    const [row] = await tx
      .update(settings)
      .set({ value: changed })
      .where(sql`${eq(settings.key, key)} and ${settings.value}->>'version' = ${String(version)}`)
      .returning({ key: settings.key });
    if (!row) throw stale();
    await audit(tx, operator, 'kit-sender.change', ['kit-sender', 'all'], { at: clock() });
    return changed;
  });
}
