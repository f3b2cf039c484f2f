import type pg from 'pg';

/** Where a command dies: its n-th statement, before it reaches the database or after it was answered. */
export type Crash = { statement: number; when: 'before' | 'after' };

type Socketed = { connection: { stream: { destroy(): void } } };

/** Breaks the connection of a pool at a chosen statement, as the death of the process does. */
export function crashes(pool: pg.Pool) {
  let armed: Crash | undefined;
  let seen = 0;
  const known = new WeakSet<object>();

  function wrap(client: pg.PoolClient) {
    if (known.has(client)) return;
    known.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const die = () => (client as unknown as Socketed).connection.stream.destroy();
    const dead = () => new Error('the process died');
    client.query = ((...args: unknown[]) => {
      seen += 1;
      if (armed === undefined || seen < armed.statement) return query(...args);
      const { when } = armed;
      armed = undefined;
      const callback = args.at(-1);
      if (typeof callback === 'function') {
        if (when === 'before') {
          die();
          return void callback(dead());
        }
        return query(...args.slice(0, -1), () => {
          die();
          callback(dead());
        });
      }
      if (when === 'before') {
        die();
        return Promise.reject(dead());
      }
      const over = () => {
        die();
        throw dead();
      };
      return (query(...args) as Promise<unknown>).then(over, over);
    }) as typeof client.query;
  }
  pool.on('acquire', wrap);

  return {
    /** Lets what follows die there; answers how to end that, which says whether it did. */
    arm(crash: Crash): () => boolean {
      armed = crash;
      seen = 0;
      return () => {
        const fired = armed === undefined;
        armed = undefined;
        return fired;
      };
    },
    stop: () => void pool.off('acquire', wrap),
  };
}
