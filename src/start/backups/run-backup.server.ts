import { eq } from 'drizzle-orm';
import type pg from 'pg';
import { type Database, urlOf } from '#kit/db/database.server.ts';
import type { FileStore } from '#kit/files/files.server.ts';
import { loggedError } from '#kit/observing/logged-error.server.ts';
import { backups } from './backup-tables.server.ts';
import { aloneOn, isThere } from './connection.server.ts';
import type { Manifest } from './manifest.server.ts';
import { type BackupOptions, newBackupId, writeBackup } from './write-backup.server.ts';

type BackupDeps = { db: Database; files: FileStore; clock: () => Date };

const maxErrorLength = 500;

/**
 * Makes a backup, one at a time for an installation, and keeps a row of it. Undefined if it turns out not to be wanted
 * any more. Throws BackupUnderWay if another process makes one.
 */
export async function runBackup(
  { db, files, clock }: BackupDeps,
  options: BackupOptions,
  {
    isWanted = async () => true,
    whileAlone,
  }: {
    isWanted?: () => Promise<boolean>;
    /** Work at the destination after it, before another backup may begin. */
    whileAlone?: () => Promise<unknown>;
  } = {},
): Promise<Manifest | undefined> {
  return aloneOn(urlOf(db), makeBackup, options.signal);

  async function makeBackup(client: pg.Client): Promise<Manifest | undefined> {
    const hasTable = await isThere(client, 'backups');
    if (hasTable) await endLeftRows(db, clock());
    if (!(await isWanted())) return undefined;
    const id = newBackupId(clock());
    const write = () => writeBackup({ client, files, clock }, id, options);
    // A database of an earlier version is backed up without a row.
    const manifest = hasTable ? await recorded(id, write) : await write();
    await whileAlone?.();
    return manifest;
  }

  async function recorded(id: string, write: () => Promise<Manifest>): Promise<Manifest> {
    const destination = options.to.name;
    await db.insert(backups).values({ id, startedAt: clock(), state: 'running', destination });
    const manifest = await write().catch(async (cause: Error) => {
      const error = loggedError(cause).message.slice(0, maxErrorLength);
      const failed = { state: 'failed', endedAt: clock(), error } as const;
      await db.update(backups).set(failed).where(eq(backups.id, id));
      throw cause;
    });
    await db.update(backups).set(sizesOf(manifest)).where(eq(backups.id, id));
    return manifest;
  }
}

/** Rows of processes that ended before their backup. */
const endLeftRows = (db: Database, at: Date) =>
  db
    .update(backups)
    .set({ state: 'failed', endedAt: at, error: 'the process ended before the backup' })
    .where(eq(backups.state, 'running'));

const sizesOf = ({ endedAt, tables, files }: Manifest) => ({
  state: 'done' as const,
  endedAt: new Date(endedAt),
  bytes:
    files.totalBytes +
    files.storedBytes +
    tables.reduce((sum, { storedBytes }) => sum + storedBytes, 0),
  rows: tables.reduce((sum, { rows }) => sum + rows, 0),
  files: files.count,
});
