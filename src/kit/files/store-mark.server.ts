import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '#kit/db/database.server.ts';
import { lock } from '#kit/db/locks/lock.server.ts';
import { settings } from '#kit/settings/setting-tables.server.ts';
import { readSetting } from '#kit/settings/settings.server.ts';
import type { FileStore } from './files.server.ts';

/** File that tells stores apart, and the setting that names the installation's own. */
const markFile = 'store-mark';
export const storeSetting = 'file-store';

/**
 * Whether the store of pictures and papers is the one that the other servers of the database use; marks the first
 * one. A server with a folder of its own would answer 404 for what another one took.
 */
export async function isOwnStore(db: Database, files: FileStore): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Servers that start together for the first time would each write a mark of its own.
    await lock(tx, 'file-store');
    const known = z.string().safeParse(await readSetting(tx, storeSetting)).data;
    const mark = (await files.read(markFile))?.toString('utf8');
    if (known !== undefined) return mark === known;
    const id = mark ?? randomUUID();
    if (mark === undefined) await files.write(markFile, Buffer.from(id));
    await tx.insert(settings).values({ key: storeSetting, value: id });
    return true;
  });
}

/** Whether both name the same store, without marking any; true before the first start. */
export async function hasOwnMark(db: Database, files: FileStore): Promise<boolean> {
  const known = await readSetting(db, storeSetting);
  return known === undefined || (await files.read(markFile))?.toString('utf8') === known;
}

/** Declares this store the installation's own: a lost one was replaced. */
export async function adoptStore(db: Database, files: FileStore): Promise<void> {
  const id = (await files.read(markFile))?.toString('utf8') ?? randomUUID();
  await files.write(markFile, Buffer.from(id));
  await db
    .insert(settings)
    .values({ key: storeSetting, value: id })
    .onConflictDoUpdate({ target: settings.key, set: { value: id } });
}
