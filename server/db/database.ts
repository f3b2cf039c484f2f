import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { noteFailure } from '#server/observing/outages.ts';
import { BoundedPool } from './pool/bounded-pool.ts';
import { clientWithTimeout, TimeoutPool } from './pool/with-timeout.ts';

/** The database, or a transaction on it: use cases take either. */
export type Database = NodePgDatabase;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** The database itself ends a statement of a request then, whoever asked. */
const longestStatementMs = 15_000;
/** Of a server's background jobs: only a lost connection takes as long. */
export const longestJobStatementMs = 600_000;

/**
 * An open connection pool for requests and the query builder on it. `url` is a PostgreSQL connection string. Without
 * a free connection within `connectMs` a request is refused; after `statementMs` the driver gives a statement
 * up, and has it cancelled.
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
    // Backpressure: a request that gets no connection, or no answer by it, is told 503 within three
    // seconds (server/http/error-table.ts), however the database is in trouble.
    connectionTimeoutMillis: connectMs,
    query_timeout: statementMs,
    statement_timeout: longestStatementMs,
    idle_in_transaction_session_timeout: 30_000,
    application_name: applicationName,
  });
}

/**
 * Connections each made for one piece of work and closed after it, with the limits of a request: for asking whether any
 * can be made. One at a time, be it that the last is not yet through.
 */
export function newConnections(url: string) {
  const { pool } = connect(url, {
    ...{ maxConnections: 1, maxUses: 1, applicationName: 'tasuki health' },
  });
  return async <T>(work: (fresh: Database) => Promise<T>): Promise<T> => {
    const own = clientWithTimeout(await pool.connect(), pool.options.query_timeout ?? 0);
    try {
      return await work(drizzle(own.client));
    } finally {
      own.release();
    }
  };
}

/**
 * The same for work that no browser waits for: starts, commands, background jobs (docs/decisions/0053). No limit of
 * requests holds; `statementMs` is the longest that a statement, or the wait for a connection, may take.
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
    // A network that is gone is noticed within twenty seconds.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  // Of a pool that is closed it says nothing: its connections are given up, though not all are yet through.
  pool.on('error', (error) => {
    if (!pool.ending) noteFailure('connection lost', error);
  });
  // The pool listens to idle connections only: one that breaks within a transaction would end the
  // process as well. Whoever uses it hears of it by the statement that fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return { pool, db: drizzle(pool) };
}

type Connected = Database & { $client: BoundedPool | TimeoutPool };

const statementMsOf = ($client: BoundedPool | TimeoutPool) =>
  $client instanceof TimeoutPool
    ? $client.statementMs
    : ($client.options.query_timeout ?? longestStatementMs);

/**
 * The same database for a request whose statements may take longer than those of others. A database for work stays
 * as it is.
 */
export function withTimeout(db: Database, statementMs = longestStatementMs + 1_000): Database {
  const { $client } = db as Connected;
  const ownMs = statementMsOf($client);
  if (ownMs === 0 || ownMs >= statementMs) return db;
  const pool = $client instanceof TimeoutPool ? $client.pool : $client;
  return drizzle(new TimeoutPool(pool, statementMs) as unknown as pg.Pool);
}

/** The URL behind `db`: for a connection of one's own beside the pool. */
export function urlOf(db: Database): string {
  return (db as Connected).$client.options.connectionString ?? '';
}

const isRetryable = (error: unknown) => ['40001', '40P01'].includes(sqlState(error) ?? '');

function sqlState(error: unknown): string | undefined {
  const { code, severity, cause } = (error ?? {}) as Record<string, unknown>;
  if (typeof code === 'string' && severity !== undefined) return code;
  return cause === undefined ? undefined : sqlState(cause);
}

/** What is done in a transaction; `client` is its connection, for what drizzle cannot say (COPY). */
type Work<T> = (tx: Transaction, client: pg.PoolClient) => Promise<T>;

/**
 * One try of a transaction on a connection of its own. Not by drizzle's pool: that one loses the
 * connection for good when `begin` fails, and keeps one whose last answer never came. Whatever ends
 * `work`, a connection that could be rolled back serves the next one.
 */
async function attempt<T>(db: Database, work: Work<T>): Promise<T> {
  const { $client } = db as Connected;
  const client = await $client.connect();
  const own = clientWithTimeout(client, statementMsOf($client));
  try {
    return await drizzle(own.client).transaction((tx) => work(tx, client));
  } finally {
    own.release();
  }
}

/**
 * Runs `work` in one transaction; a deadlock or a serialisation failure is tried again, twice.
 * `work` must have no effect outside the database.
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
