import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { logFailure } from '#kit/observing/outages.server.ts';
import { BoundedPool } from './pool/bounded-pool.server.ts';
import { clientWithTimeout, TimeoutPool } from './pool/with-timeout.server.ts';

/** The database or a transaction on it: use cases take either. */
export type Database = NodePgDatabase;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** The database itself ends a request's statement after this. */
const statementTimeoutMs = 15_000;
/** For background jobs: only a lost connection takes this long. */
export const longestJobStatementMs = 600_000;

/**
 * An open connection pool for requests and the query builder on it. `url` is a PostgreSQL connection string. Refuses a
 * request that gets no connection within `connectMs`; after `statementMs` the driver abandons a statement and cancels
 * it.
 */
export function connect(
  url: string,
  {
    maxConnections = 20,
    connectMs = 1_000,
    statementMs = 1_700,
    maxUses = Number.POSITIVE_INFINITY,
    applicationName = 'tasuki',
  }: {
    maxConnections?: number | undefined;
    connectMs?: number;
    statementMs?: number;
    maxUses?: number;
    applicationName?: string;
  } = {},
) {
  return open({
    connectionString: url,
    max: maxConnections,
    maxUses,
    // Backpressure: a request without a connection or an answer gets 503 within three seconds
    // (src/kit/http/error-table.server.ts), whatever is wrong with the database.
    connectionTimeoutMillis: connectMs,
    query_timeout: statementMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 30_000,
    application_name: applicationName,
  });
}

/**
 * Connections opened for one piece of work and closed after it, with a request's timeouts, to test whether connecting
 * works. One at a time, even while the last one still closes.
 */
export function newConnections(url: string) {
  const { pool } = connect(url, {
    ...{ maxConnections: 1, maxUses: 1, applicationName: 'tasuki health' },
  });
  return async <T>(work: (fresh: Database) => Promise<T>): Promise<T> => {
    const timedClient = clientWithTimeout(await pool.connect(), pool.options.query_timeout ?? 0);
    try {
      return await work(drizzle(timedClient.client));
    } finally {
      timedClient.release();
    }
  };
}

/**
 * The same for work without a waiting browser: starts, commands, background jobs (docs/decisions/0002). Has none of a
 * request's timeouts; `statementMs` limits a statement or the wait for a connection.
 */
export function connectForWork(
  url: string,
  { maxConnections = 5, statementMs = 0 }: { maxConnections?: number; statementMs?: number } = {},
) {
  return open({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: statementMs,
    query_timeout: statementMs,
    statement_timeout: statementMs,
    application_name: 'tasuki work',
  });
}

function open(config: pg.PoolConfig) {
  const pool = new BoundedPool({
    ...config,
    idleTimeoutMillis: 30_000,
    // Detects a lost network within twenty seconds.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  // The pool replaces an idle connection that breaks; without a listener the error would end the process. A closed pool
  // stays silent while its last connections close.
  pool.on('error', (error) => {
    if (!pool.ending) logFailure('connection lost', error);
  });
  // The pool listens to idle connections only: a break within a transaction would also end the process. The failing
  // statement reports it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return { pool, db: drizzle(pool) };
}

type Connected = Database & { $client: BoundedPool | TimeoutPool };

const statementMsOf = ($client: BoundedPool | TimeoutPool) =>
  $client instanceof TimeoutPool
    ? $client.statementMs
    : ($client.options.query_timeout ?? statementTimeoutMs);

/** The same database for a request that needs slower statements. A database for work is returned unchanged. */
export function withTimeout(db: Database, statementMs = statementTimeoutMs + 1_000): Database {
  const { $client } = db as Connected;
  const ownMs = statementMsOf($client);
  if (ownMs === 0 || ownMs >= statementMs) return db;
  const pool = $client instanceof TimeoutPool ? $client.pool : $client;
  return drizzle(new TimeoutPool(pool, statementMs) as unknown as pg.Pool);
}

/** URL of `db`, for a separate connection beside the pool. */
export function urlOf(db: Database): string {
  return (db as Connected).$client.options.connectionString ?? '';
}

const isRetryable = (error: unknown) => ['40001', '40P01'].includes(sqlState(error) ?? '');

function sqlState(error: unknown): string | undefined {
  const { code, severity, cause } = (error ?? {}) as Record<string, unknown>;
  if (typeof code === 'string' && severity !== undefined) return code;
  return cause === undefined ? undefined : sqlState(cause);
}

/** Work within a transaction; `client` is its connection, for what drizzle lacks (COPY). */
type Work<T> = (tx: Transaction, client: pg.PoolClient) => Promise<T>;

/**
 * One try of a transaction on a connection of its own. Not by drizzle's pool, which loses the connection when `begin`
 * fails and keeps one that never answered. After any failure of `work`, a connection that could be rolled back is
 * reused.
 */
async function attempt<T>(db: Database, work: Work<T>): Promise<T> {
  const { $client } = db as Connected;
  const client = await $client.connect();
  const timedClient = clientWithTimeout(client, statementMsOf($client));
  try {
    return await drizzle(timedClient.client).transaction((tx) => work(tx, client));
  } finally {
    timedClient.release();
  }
}

/**
 * Runs `work` in one transaction and retries it twice on a deadlock or serialisation failure. `work` must have no
 * effect outside the database.
 */
export async function transaction<T>(db: Database, work: Work<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt(db, work);
    } catch (error) {
      if (tries >= 3 || !isRetryable(error)) throw error;
    }
  }
}

/** Runs `work` in the caller's transaction, or in one of its own. */
export const within = <T>(
  source: Database | Transaction,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> => (isTransaction(source) ? work(source) : transaction(source, work));

export const isTransaction = (source: Database | Transaction): source is Transaction =>
  'rollback' in source;

/** Name of the unique constraint or index that an error reports as violated, if any. */
export function violatedConstraint(error: unknown): string | undefined {
  const { code, constraint, cause } = (error ?? {}) as {
    code?: unknown;
    constraint?: string;
    cause?: unknown;
  };
  if (code === '23505' || code === '23503' || code === '23514') return constraint;
  return cause === undefined ? undefined : violatedConstraint(cause);
}
