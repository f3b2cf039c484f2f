import { eq, sql } from 'drizzle-orm';
import type pg from 'pg';
import { connectForWork, type Database, transaction } from '#kit/db/database.server.ts';
import { migrate } from '#kit/db/migrate.server.ts';
import { isEmptyDatabase } from '#kit/db/sample-state.server.ts';
import { isRestoreUnfinished, restoreSettingKey } from '#kit/db/unfinished-restore.server.ts';
import type { FileStore } from '#kit/files/files.server.ts';
import type { Secrets } from '#kit/keys/secrets.server.ts';
import { settings } from '#kit/settings/setting-tables.server.ts';
import { owedDifferences } from '#money/sums/check-owed.server.ts';
import { differences } from '#money/sums/check-sums.server.ts';
import { backups } from './backup-tables.server.ts';
import { type CheckedBackup, eachListedFile, openFile, openTable } from './check-backup.server.ts';
import { aloneOn, isThere } from './connection.server.ts';
import type { Destination } from './destination.server.ts';
import { loadTables } from './load-tables.server.ts';
import type { Manifest } from './manifest.server.ts';
import { type LaterMark, startNewGeneration } from './new-generation.server.ts';
import type { Report } from './progress.server.ts';
import { newBackupId, stateOf, tablesOf } from './write-backup.server.ts';

/** What a restore found and began. */
export type Restored = {
  generation: number;
  /** Stored sums that differ from their rows, and accounts from their items: as they were when the backup was made. */
  differences: number;
};

/**
 * Restores a checked backup into an empty database and store. Until it has ended, no server starts on the database; one
 * that broke off is run again from the beginning.
 */
export function restoreBackup(
  url: string,
  checked: CheckedBackup,
  {
    files,
    clock,
    secrets,
    report,
    beforeUse,
  }: {
    files: FileStore;
    clock: () => Date;
    secrets: Secrets;
    report: Report;
    /** Runs once all is loaded, before the installation becomes usable. */
    beforeUse?: () => Promise<void>;
  },
): Promise<Restored> {
  return aloneOn(url, async (client) => {
    const { db, pool } = connectForWork(url, { maxConnections: 2 });
    try {
      await refuseUnlessEmpty(client, db);
      await migrate(url, { isRestoring: true });
      await mark(db, checked.manifest);
      await restoreFiles(checked, files, report);
      await inOne(client, async () => {
        await loadTables(client, checked.manifest, (table) => openTable(checked, table), report);
        await client.query(markStatement, [restoreSettingKey, markOf(checked.manifest)]);
      });
      await migrate(url, { isRestoring: true });
      report({ label: '集計と帳簿を確かめています', done: 0, total: 1 });
      const wrong = [...(await differences(db)), ...(await owedDifferences(db))];
      report({ label: '新しい世代を始めています', done: 0, total: 1 });
      await beforeUse?.();
      const { generation } = await finish(db, checked, { secrets, at: clock() });
      return { generation, differences: wrong.length };
    } finally {
      await pool.end();
    }
  });
}

/**
 * Starts a new generation on a database that another tool restored, as of `takenAt`. Refuses one that servers use, or
 * whose restore by this product has not finished.
 */
export function adoptDatabase(
  url: string,
  {
    takenAt,
    source,
    secrets,
    clock,
  }: { takenAt: Date; source: Destination; secrets: Secrets; clock: () => Date },
): Promise<{ generation: number }> {
  return aloneOn(url, async (client) => {
    await refuseUsed(client);
    await migrate(url);
    const { generation, floors } = await stateOf(client);
    const manifest = {
      id: newBackupId(takenAt),
      takenAt: takenAt.toISOString(),
      generation,
      floors,
    };
    const { db, pool } = connectForWork(url, { maxConnections: 1 });
    try {
      return await finish(db, { manifest, laterMarks: [], source }, { secrets, at: clock() });
    } finally {
      await pool.end();
    }
  });
}

type Finished = { manifest: LaterMark; laterMarks: readonly LaterMark[]; source: Destination };

/** Makes the installation usable. */
const finish = (
  db: Database,
  { manifest, laterMarks, source }: Finished,
  { secrets, at }: { secrets: Secrets; at: Date },
) =>
  transaction(db, async (tx) => {
    // In its own rows, a backup is still being made.
    await tx
      .update(backups)
      .set({ state: 'done', endedAt: new Date(manifest.takenAt) })
      .where(eq(backups.id, manifest.id));
    await tx
      .update(backups)
      .set({ state: 'failed', endedAt: at, error: 'restored while it was made' })
      .where(eq(backups.state, 'running'));
    const begun = await startNewGeneration(tx, { manifest, laterMarks, source, secrets, at });
    await tx.delete(settings).where(eq(settings.key, restoreSettingKey));
    return begun;
  });

async function inOne(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

const markStatement = `insert into settings (key, value) values ($1, $2)
  on conflict (key) do update set value = excluded.value`;
const markOf = ({ id }: Manifest) => JSON.stringify({ backup: id });

async function mark(db: Database, manifest: Manifest): Promise<void> {
  const value = sql`${markOf(manifest)}::jsonb`;
  await db
    .insert(settings)
    .values({ key: restoreSettingKey, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } });
}

/** Refuses a database that holds something, or that servers use; nothing is changed then. */
async function refuseUnlessEmpty(client: pg.Client, db: Database): Promise<void> {
  await refuseUsed(client);
  if (await isRestoreUnfinished(db)) return;
  const isOurs = await isThere(client, 'drizzle.__drizzle_migrations');
  if (isOurs ? !(await isEmptyDatabase(db)) : (await tablesOf(client)).length > 0) {
    throw new Error(notEmpty);
  }
}

async function refuseUsed(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name in ('tasuki', 'tasuki health')`,
  );
  if (rows.length > 0) throw new Error(inUse);
}

const inUse =
  'このデータベースは、起動中のたすきが使っています。先に終了してください（何も変更していません）。' +
  ' / A running Tasuki uses this database: stop it first. Nothing was changed.';
const notEmpty =
  'このデータベースは空ではありません（何も変更していません）。新しいDATA_DIRか、空のデータベースに戻してください。見本データは「npm run sample -- --remove」で取り除けます。' +
  ' / This database is not empty; nothing was changed. Restore into a new DATA_DIR or an empty database. Sample data is removed by "npm run sample -- --remove".';

async function restoreFiles(checked: CheckedBackup, files: FileStore, report: Report) {
  const { source, manifest } = checked;
  const total = manifest.files.count;
  let done = 0;
  const label = '写真と書類を戻しています';
  report({ label, done, total });
  await eachListedFile(source, manifest, async (file) => {
    await files.write(file.name, await openFile(checked, file));
    done += 1;
    report({ label, done, total });
  });
}
