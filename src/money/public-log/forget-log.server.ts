import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import { lock } from '#kit/db/locks/lock.server.ts';
import { recordFileRemovals } from '#kit/files/file-removals.server.ts';
import { settings } from '#kit/settings/setting-tables.server.ts';
import { countEntries } from '#money/public-book/public-entries.server.ts';
import { latestCheckpoint } from './checkpoints.server.ts';
import { bundleFile, checkpointFile } from './published-log.server.ts';
import { stoppedKey } from './stopped-log.server.ts';
import { tileWidth } from './tiles.server.ts';

const appendOnly = ['log_hashes', 'log_checkpoints'];
const triggers = (what: 'enable' | 'disable') =>
  appendOnly.map((table) => sql.raw(`alter table ${table} ${what} trigger ${table}_append_only`));

/**
 * Ends the log of a sample whose entries were removed: signatures, key, commitments and the copy beside the papers, so
 * that a real service begins at 0 with a key of its own. Leaves a log whose book has entries. Returns the files of the
 * copy, to be removed once the transaction has ended.
 */
export async function forgetLog(tx: Transaction): Promise<string[]> {
  await lock(tx, 'public-log');
  await lock(tx, 'public-book');
  if ((await countEntries(tx)) > 0) return [];
  const size = (await latestCheckpoint(tx))?.size ?? 0;
  const all: SQL[] = [
    ...triggers('disable'),
    sql`delete from log_hashes`,
    sql`delete from log_checkpoints`,
    ...triggers('enable'),
    sql`delete from log_keys`,
    sql`delete from commitments`,
    sql`delete from ${settings} where ${settings.key} = ${stoppedKey}`,
  ];
  for (const statement of all) await tx.execute(statement);
  if (size === 0) return [];
  const bundles = Array.from({ length: Math.ceil(size / tileWidth) }, (_, index) =>
    bundleFile(index),
  );
  const names = [checkpointFile, ...bundles];
  await recordFileRemovals(tx, names);
  return names;
}
