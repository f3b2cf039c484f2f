import { DrizzleQueryError } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { Database } from './database.ts';
import { earlierDatabase } from './earlier-database.ts';

const migrationsFolder = 'server/db/migrations';
// Any number that no other program takes as its advisory lock on this database.
const migrationLock = 7_461_001;

/** Brings the database up to date, once, whoever of several processes comes first. */
export async function migrate(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    const db = drizzle(client);
    await refuseEarlierDatabase(db);
    await applyMigrations(db, { migrationsFolder });
  } catch (error) {
    // The cause alone: the message of a failed query is the whole SQL file.
    throw error instanceof DrizzleQueryError && error.cause ? error.cause : error;
  } finally {
    await client.end();
  }
}

type Migration = { hash: string; createdAt: number };

let own: Migration[] | undefined;
/** Migrations of this version, the baseline's first. They do not change while it runs. */
function ownMigrations(): Migration[] {
  own ??= readMigrationFiles({ migrationsFolder }).map(({ hash, folderMillis }) => ({
    hash,
    createdAt: folderMillis,
  }));
  return own;
}

/** Migrations that the database has recorded; none before its first start. */
async function recordedMigrations(db: Pick<Database, 'execute'>): Promise<Migration[]> {
  const table = 'drizzle.__drizzle_migrations';
  const { rows } = await db.execute(`select to_regclass('${table}') is not null as "isThere"`);
  if (rows[0]?.isThere !== true) return [];
  return (
    await db.execute<Migration>(`select hash, created_at::float8 as "createdAt" from ${table}`)
  ).rows;
}

/** Migrations of this version that the database lacks, and those it has that this version does not know. */
export async function migrationState(db: Pick<Database, 'execute'>) {
  const recorded = await recordedMigrations(db);
  const without = (some: readonly Migration[], others: readonly Migration[]) =>
    some.filter(({ hash }) => !others.some((other) => other.hash === hash));
  return {
    pending: without(ownMigrations(), recorded),
    unknown: without(recorded, ownMigrations()),
  };
}

/** Refuses a database of before the baseline: no migration leads from there to here. */
async function refuseEarlierDatabase(db: Pick<Database, 'execute'>): Promise<void> {
  const baselineAt = ownMigrations()[0]?.createdAt ?? 0;
  const { unknown } = await migrationState(db);
  if (unknown.every(({ createdAt }) => createdAt >= baselineAt)) return;
  throw earlierDatabase();
}
