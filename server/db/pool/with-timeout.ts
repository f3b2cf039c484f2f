import pg from 'pg';
import { noteQuery } from '#server/db/watch-queries.ts';
import { cancelStatement } from './cancel-statement.ts';

/** A statement as drizzle hands it to the driver. */
export type Query = pg.QueryConfig & { query_timeout?: number };

/** A cancelled statement is over at once; where it is not, the connection is closed. */
const longestCancellingMs = 2_000;

/**
 * A connection whose statements are given up after `statementMs`. What comes after one that was given up, or lost, fails
 * at once: it would wait behind it (the driver keeps the order).
 */
export function clientWithTimeout(client: pg.PoolClient, statementMs: number) {
  let failure: unknown;
  const query = async (config: Query, values: unknown[]) => {
    if (failure) throw failure;
    noteQuery(config);
    try {
      return await client.query({ ...config, query_timeout: statementMs } as Query, values);
    } catch (error) {
      // An answer of the database's, be it a no, leaves the connection sound.
      if (!(error instanceof pg.DatabaseError)) failure = error;
      throw error;
    }
  };
  return {
    client: { query } as unknown as pg.PoolClient,
    /** Gives the connection back to its pool, once the database is no longer busy with what was given up. */
    release: () => (failure ? void settle(client) : client.release()),
  };
}

/** What the driver has given up ends in the database, too. The connection counts and is not used meanwhile. */
async function settle(client: pg.PoolClient): Promise<void> {
  await cancelStatement(client);
  const last: Query = { text: 'rollback', query_timeout: longestCancellingMs };
  const isFree = await client.query(last).then(
    () => true,
    () => false,
  );
  client.release(!isFree);
}

/** What is needed of a pool here: server/db/pool/bounded-pool.ts. */
type PoolWithLimit = {
  options: pg.PoolOptions;
  connect(): Promise<pg.PoolClient>;
  queryWithin(statementMs: number, config: Query, values: unknown[]): Promise<pg.QueryResult>;
};

/** A pool by which a statement may take `statementMs` instead of what the pool was opened with. */
export class TimeoutPool {
  readonly pool: PoolWithLimit;
  readonly statementMs: number;
  readonly options: pg.PoolOptions;

  constructor(pool: PoolWithLimit, statementMs: number) {
    this.pool = pool;
    this.statementMs = statementMs;
    this.options = pool.options;
  }

  query(config: Query, values: unknown[]) {
    return this.pool.queryWithin(this.statementMs, config, values);
  }

  connect(): Promise<pg.PoolClient> {
    return this.pool.connect();
  }
}
