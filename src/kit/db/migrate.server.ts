import { DrizzleQueryError } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { Database } from './database.server.ts';
import { earlierDatabase } from './earlier-database.server.ts';
import { laterDatabase } from './later-database.server.ts';
import { lockNumbers } from './locks/lock.server.ts';
import { isRestoreUnfinished, unfinishedRestore } from './unfinished-restore.server.ts';
import { version } from './version.server.ts';

export const migrationsFolder = 'src/kit/db/migrations';

/**
 * Migrates the database, once, even if several processes start together. Refuses one whose restore has not finished,
 * except for the restore itself.
 */
export async function migrate(url: string, { isRestoring = false } = {}) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockNumbers.migration]);
    const db = drizzle(client);
    const { pending, unknown, writtenBy } = await migrationState(db);
    if (unknown.some(isEarlier)) throw earlierDatabase();
    if (unknown.length > 0) throw laterDatabase(writtenBy);
    if (!isRestoring && (await isRestoreUnfinished(db))) throw unfinishedRestore();
    if (pending.length === 0) return;
    await signMigrations(db);
    await applyMigrations(db, { migrationsFolder });
    // Servers of an earlier version learn at once that the schema has changed (src/kit/topics).
    await db.execute(`notify topics, 'schema'`);
  } catch (error) {
    // Only the cause: a failed query's message is the whole SQL file.
    throw error instanceof DrizzleQueryError && error.cause ? error.cause : error;
  } finally {
    await client.end();
  }
}

/** `writtenBy` is the version that applied it; null if not recorded (0.9.0). */
type Migration = { hash: string; createdAt: number; writtenBy: string | null };

/** Drizzle's record of applied migrations. */
const journal = 'drizzle.__drizzle_migrations';

let own: Migration[] | undefined;
/** Migrations of this version, baseline first. They do not change while the process runs. */
function ownMigrations(): Migration[] {
  own ??= readMigrationFiles({ migrationsFolder }).map(({ hash, folderMillis }) => ({
    hash,
    createdAt: folderMillis,
    writtenBy: version,
  }));
  return own;
}

/** How many migrations this version has. */
export const ownMigrationCount = (): number => ownMigrations().length;

/** Migrations recorded in the database; none before its first start. */
async function recordedMigrations(db: Pick<Database, 'execute'>): Promise<Migration[]> {
  const { rows } = await db.execute(`select to_regclass('${journal}') is not null as "isThere"`);
  if (rows[0]?.isThere !== true) return [];
  return (
    await db.execute<Migration>(
      // Through jsonb, since databases of 0.9.0 lack the column.
      `select hash, created_at::float8 as "createdAt", to_jsonb(m) ->> 'written_by' as "writtenBy" from ${journal} m`,
    )
  ).rows;
}

/**
 * Compares the database with this version: migrations it lacks, migrations unknown to this version, and the version
 * that applied the last of these, if recorded. Both lists are empty while the schema is ours.
 */
export async function migrationState(db: Pick<Database, 'execute'>) {
  const recorded = await recordedMigrations(db);
  const difference = (some: readonly Migration[], others: readonly Migration[]) =>
    some
      .filter(({ hash }) => !others.some((other) => other.hash === hash))
      .toSorted((one, other) => one.createdAt - other.createdAt);
  const unknown = difference(recorded, ownMigrations());
  return {
    pending: difference(ownMigrations(), recorded),
    unknown,
    writtenBy: unknown.at(-1)?.writtenBy ?? undefined,
  };
}

/** A migration older than the baseline: no upgrade path leads from there. */
const isEarlier = ({ createdAt }: Migration): boolean =>
  createdAt < (ownMigrations()[0]?.createdAt ?? 0);

/** Migrations of a backup that this version does not know; none if it can load the backup. */
export const unknownMigrations = (of: readonly { hash: string }[]): string[] =>
  of.map(({ hash }) => hash).filter((hash) => !ownMigrations().some((own) => own.hash === hash));

/** Applies the first migrations to an empty schema, up to the state of a backup, within the client's transaction. */
export async function migrateTo(client: pg.ClientBase, state: readonly { hash: string }[]) {
  const hashes = new Set(state.map(({ hash }) => hash));
  await signMigrations(drizzle(client as pg.Client));
  for (const { hash, folderMillis, sql } of readMigrationFiles({ migrationsFolder })) {
    if (!hashes.has(hash)) continue;
    for (const statement of sql) await client.query(statement);
    await client.query(`insert into ${journal} (hash, created_at) values ($1, $2)`, [
      hash,
      folderMillis,
    ]);
  }
}

/** Records this version with each migration applied from now on, in the same transaction. */
async function signMigrations(db: Pick<Database, 'execute'>): Promise<void> {
  await db.execute('create schema if not exists drizzle');
  // The same table that drizzle would create.
  await db.execute(
    `create table if not exists ${journal} (id serial primary key, hash text not null, created_at bigint)`,
  );
  await db.execute(`alter table ${journal} add column if not exists written_by text`);
  await db.execute(`alter table ${journal} alter column written_by set default '${version}'`);
}
