import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

/** The database, or a transaction on it: use cases take either. */
export type Database = NodePgDatabase;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** An open connection pool and the query builder on it. `url` is a PostgreSQL connection string. */
export function connect(url: string, { maxConnections = 20 } = {}) {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    // Backpressure: a request that gets no connection in time is answered 503 (server/error-table.ts).
    connectionTimeoutMillis: 2_500,
    idleTimeoutMillis: 30_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    application_name: 'tasuki',
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => console.warn('database connection lost:', error.message));
  return { pool, db: drizzle(pool) };
}

/** The URL behind `db`: for a connection of one's own beside the pool. */
export function urlOf(db: Database): string {
  return (db as ReturnType<typeof connect>['db']).$client.options.connectionString ?? '';
}

// Any number that no other program takes as its advisory lock on this database.
const migrationLock = 7_461_001;

/** Brings the database up to date, once, whoever of several processes comes first. */
export async function migrate(url: string, migrationsFolder = 'server/db/migrations') {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await applyMigrations(drizzle(client), { migrationsFolder });
  } finally {
    await client.end();
  }
}

/** How many migrations this build knows and the database has; `/readyz` compares the two. */
export async function migrationState(db: Database, migrationsFolder = 'server/db/migrations') {
  const journal = JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8'));
  const result = await db.execute(
    'select count(*)::int as applied from drizzle.__drizzle_migrations',
  );
  return {
    known: (journal.entries as unknown[]).length,
    applied: Number(result.rows[0]?.applied ?? 0),
  };
}

const isRetryable = (error: unknown): boolean => {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  if (code === '40001' || code === '40P01') return true;
  return cause !== undefined && isRetryable(cause);
};

/**
 * Runs `work` in one transaction; a deadlock or a serialisation failure is tried again, twice.
 * `work` must have no effect outside the database.
 */
export async function transaction<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (attempt >= 3 || !isRetryable(error)) throw error;
    }
  }
}

/** The name of the unique constraint or index that an error reports as violated, if any. */
export function violatedConstraint(error: unknown): string | undefined {
  const { code, constraint, cause } = (error ?? {}) as {
    code?: unknown;
    constraint?: string;
    cause?: unknown;
  };
  if (code === '23505' || code === '23503' || code === '23514') return constraint;
  return cause === undefined ? undefined : violatedConstraint(cause);
}
