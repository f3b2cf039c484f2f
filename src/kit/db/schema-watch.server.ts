import type pg from 'pg';
import type { Database } from './database.server.ts';
import { laterDatabase } from './later-database.server.ts';
import { migrationState } from './migrate.server.ts';

/** Refusal of a connection while the schema is not this version's. */
class ForeignSchema extends Error {
  readonly code = 'FOREIGN_SCHEMA';
}

/**
 * Watches whether the database still has this version's schema: a later version may migrate it under a running server,
 * or an older backup may be restored. Meanwhile `guard`ed pools refuse connections, so that neither requests nor
 * background jobs touch unknown tables.
 */
export function schemaWatch(warn: (message: string) => void = console.warn) {
  let refusal: ForeignSchema | undefined;

  function note(message: string | undefined) {
    if (message === refusal?.message) return;
    refusal = message === undefined ? undefined : new ForeignSchema(message);
    warn(message ?? 'The schema of the database is that of this version again.');
  }

  return {
    /** Compares once; if the database does not answer, the state stays as it was. */
    async look(db: Pick<Database, 'execute'>): Promise<void> {
      const state = await migrationState(db).catch(() => undefined);
      if (!state) return;
      const { pending, unknown, writtenBy } = state;
      if (unknown.length > 0) note(laterDatabase(writtenBy).message);
      else if (pending.length > 0)
        note(`The database lacks ${pending.length} migrations of this version.`);
      else note(undefined);
    },

    /** Result of the last comparison. */
    isOurs: (): boolean => refusal === undefined,

    guard(pool: pg.Pool): void {
      const connect = pool.connect.bind(pool);
      type Callback = (error: Error | undefined, client: undefined, done: () => void) => void;
      pool.connect = ((callback?: Callback) => {
        if (!refusal) return callback ? connect(callback as never) : connect();
        if (!callback) return Promise.reject(refusal);
        callback(refusal, undefined, () => undefined);
      }) as pg.Pool['connect'];
    },
  };
}
