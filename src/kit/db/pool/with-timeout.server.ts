import pg from 'pg';
import { noteQuery } from '#kit/db/watch-queries.server.ts';
import { cancelStatement } from './cancel-statement.server.ts';

/** A statement as drizzle hands it to the driver. */
export type Query = pg.QueryConfig & { query_timeout?: number };

/** A cancelled statement ends at once; after this the connection is closed. */
const cancelTimeoutMs = 2_000;

/**
 * A connection whose statements time out after `statementMs`. After a timeout or a lost connection every later
 * statement fails at once: it would queue behind the first (the driver keeps the order).
 */
export function clientWithTimeout(client: pg.PoolClient, statementMs: number) {
  let failure: unknown;
  const query = async (config: Query, values: unknown[]) => {
    if (failure) throw failure;
    noteQuery(config);
    try {
      return await client.query({ ...config, query_timeout: statementMs } as Query, values);
    } catch (error) {
      // A database error leaves the connection usable.
      if (!(error instanceof pg.DatabaseError)) failure = error;
      throw error;
    }
  };
  return {
    client: { query } as unknown as pg.PoolClient,
    /** Returns the connection to its pool, once the database has ended any abandoned statement. */
    release: () => (failure ? void endStatement(client) : client.release()),
  };
}

/** Ends the abandoned statement in the database. Meanwhile the connection counts but is not used. */
async function endStatement(client: pg.PoolClient): Promise<void> {
  await cancelStatement(client);
  const last: Query = { text: 'rollback', query_timeout: cancelTimeoutMs };
  const isFree = await client.query(last).then(
    () => true,
    () => false,
  );
  client.release(!isFree);
}

/** What this needs of a pool: src/kit/db/pool/bounded-pool.server.ts. */
type PoolWithLimit = {
  options: pg.PoolOptions;
  connect(): Promise<pg.PoolClient>;
  queryWithin(statementMs: number, config: Query, values: unknown[]): Promise<pg.QueryResult>;
};

/** A pool with a statement timeout of its own instead of the one it was opened with. */
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
