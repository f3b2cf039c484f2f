import type { Socket } from 'node:net';
import pg from 'pg';
import { clientWithTimeout, type Query } from './with-timeout.server.ts';

/** A connection that does not close is dropped after this, as on a lost network. */
const closeTimeoutMs = 15_000;
/** Share of the pool's connect timeout, which also covers the wait for a free connection. */
const shareOfConnecting = 0.9;

/** State shared by the connections of a pool. */
type Shared = { backends: Set<pg.Client>; onGone: () => void };
type Config = pg.PoolConfig & Shared;
type OnConnect = (error: Error | null) => void;

/** Members that the driver's types leave out. */
type Driver = {
  connection: { stream: Socket; _ending: boolean; once(event: 'end', listener: () => void): void };
  readyForQuery?: boolean;
  _queryable: boolean;
  _ended: boolean;
  _ending: boolean;
};

/** A connection that counts among `backends` from its first packet until the database has closed it. */
class CountedClient extends pg.Client {
  readonly #connectMs: number;

  constructor(config: Config) {
    // The driver's own timeout would cut the connection and leave its backend uncounted.
    super({ ...config, connectionTimeoutMillis: 0 });
    this.#connectMs = shareOfConnecting * (config.connectionTimeoutMillis ?? 0);
    config.backends.add(this);
    this.#driver.connection.once('end', () => {
      config.backends.delete(this);
      // Runs after the pool has removed the client from its lists.
      setImmediate(config.onGone);
    });
  }

  get #driver(): Driver {
    return this as unknown as Driver;
  }

  override connect(): Promise<this>;
  override connect(callback: OnConnect): void;
  override connect(callback?: OnConnect): unknown {
    if (!callback || this.#connectMs === 0) return super.connect(callback as OnConnect);
    let isOver = false;
    const once = (error: Error | null) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(limit);
      callback(error);
    };
    const limit = setTimeout(() => {
      this.#sayGoodbye();
      once(new Error('timeout exceeded when trying to connect'));
    }, this.#connectMs);
    return super.connect(once);
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): unknown {
    const { readyForQuery, _queryable, _ended, connection } = this.#driver;
    // The driver would cut a connection with a statement in progress.
    if (readyForQuery || !_queryable || _ended) return super.end(callback as () => void);
    this.#driver._ending = true;
    this.#sayGoodbye();
    const gone = new Promise<void>((resolve) => connection.once('end', resolve));
    return callback ? void gone.then(callback as () => void) : gone;
  }

  /** The database reads the end of the stream after its current work, then closes. */
  #sayGoodbye(): void {
    const { connection } = this.#driver;
    const { stream } = connection;
    if (stream.connecting || stream.destroyed) return void stream.destroy();
    // From here on resets are not errors. Sends no Terminate message, which might never be read.
    connection._ending = true;
    stream.end();
    const limit = setTimeout(() => stream.destroy(), closeTimeoutMs).unref();
    connection.once('end', () => clearTimeout(limit));
  }
}

/**
 * A pool whose size limits its backends in the database: a connection abandoned while connecting or during a statement
 * counts until its backend is gone (docs/decisions/0007).
 */
export class BoundedPool extends pg.Pool {
  readonly #backends: Set<pg.Client>;

  constructor(config: pg.PoolConfig) {
    const shared: Shared = { backends: new Set(), onGone: () => this._pulseQueue() };
    super({ ...config, ...shared, Client: CountedClient } as unknown as pg.PoolConfig);
    this.#backends = shared.backends;
  }

  /** Overrides the driver's check, which counts only connections it still uses. */
  _isFull(): boolean {
    return this.#backends.size >= this.options.max;
  }

  declare _pulseQueue: () => void;

  override query = ((query: string | Query, values: unknown[]) => {
    const config = typeof query === 'string' ? { text: query } : query;
    return this.queryWithin(this.options.query_timeout ?? 0, config, values);
  }) as pg.Pool['query'];

  /** The same with a timeout of `statementMs`. */
  async queryWithin(statementMs: number, config: Query, values: unknown[]) {
    const timedClient = clientWithTimeout(await this.connect(), statementMs);
    try {
      return await timedClient.client.query(config, values);
    } finally {
      timedClient.release();
    }
  }
}
