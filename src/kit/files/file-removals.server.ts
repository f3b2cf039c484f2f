import { inArray } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { insertAll } from '#kit/db/insert-all.server.ts';
import { fileRemovals } from './file-tables.server.ts';
import type { FileStore } from './files.server.ts';

const filesAtOnce = 100;

/** Records files to remove, in the transaction that deletes their rows. */
export const recordFileRemovals = (tx: Transaction, names: readonly string[]): Promise<void> =>
  insertAll(
    tx,
    fileRemovals,
    names.map((name) => ({ name })),
  );

/**
 * Removes recorded files after the commit: the store is slow and cannot roll back. `removeRecordedFiles` retries what fails.
 */
export async function removeFiles(
  { db, files }: { db: Database; files: FileStore },
  names: readonly string[],
): Promise<void> {
  for (let from = 0; from < names.length; from += filesAtOnce) {
    const part = names.slice(from, from + filesAtOnce);
    for (const name of part) await files.remove(name);
    await db.delete(fileRemovals).where(inArray(fileRemovals.name, part));
  }
}

/** Removes all files still recorded, left by a crash or an unavailable store. */
export async function removeRecordedFiles(store: {
  db: Database;
  files: FileStore;
}): Promise<void> {
  for (;;) {
    const rows = await store.db
      .select({ name: fileRemovals.name })
      .from(fileRemovals)
      .limit(filesAtOnce);
    await removeFiles(
      store,
      rows.map(({ name }) => name),
    );
    if (rows.length < filesAtOnce) return;
  }
}
