import pg from 'pg';
import { noteQuery } from './watch-queries.ts';

/** A statement as drizzle hands it to the driver. */
type Query = pg.QueryConfig & { query_timeout?: number };

const isGivenUp = (error: unknown) =>
  error instanceof Error && error.message === 'Query read timeout';

/**
 * A connection whose statements are given up after `statementMs`. What comes after one that was
 * given up fails at once: it would wait behind it (the driver keeps the order). It is sound for the
 * next one as long as the database has answered every statement, be it by a no.
 */
export function clientWithTimeout(client: pg.PoolClient, statementMs: number) {
  let isSound = true;
  const query = async (config: Query, values: unknown[]) => {
    noteQuery(config);
    try {
      const withLimit: Query = { ...config, query_timeout: statementMs };
      return await client.query(withLimit, values);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) isSound = false;
      // With a statement under way this cuts the connection; nobody waits for the end.
      if (isGivenUp(error)) client.end().catch(() => undefined);
      throw error;
    }
  };
  return { client: { query } as unknown as pg.PoolClient, isSound: () => isSound };
}

/** A pool by which a statement may take `statementMs` instead of what the pool was opened with. */
export class TimeoutPool {
  readonly pool: pg.Pool;
  readonly statementMs: number;
  readonly options: pg.PoolOptions;

  constructor(pool: pg.Pool, statementMs: number) {
    this.pool = pool;
    this.statementMs = statementMs;
    this.options = pool.options;
  }

  query(config: Query, values: unknown[]) {
    const withLimit: Query = { ...config, query_timeout: this.statementMs };
    return this.pool.query(withLimit, values);
  }

  connect(): Promise<pg.PoolClient> {
    return this.pool.connect();
  }
}
