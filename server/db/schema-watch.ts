import type pg from 'pg';
import type { Database } from './database.ts';
import { laterDatabase } from './later-database.ts';
import { migrationState } from './migrate.ts';

/** Refusal of a connection while the schema is not that of this version. */
class ForeignSchema extends Error {
  readonly code = 'FOREIGN_SCHEMA';
}

/**
 * Watches whether the database still has the schema of this version: a later one may update it beneath a server that
 * runs, or somebody restore an older one. Until it has, pools that are `guard`ed give no connection, so that neither
 * requests nor background jobs touch tables that they do not know.
 */
export function schemaWatch(warn: (message: string) => void = console.warn) {
  let refusal: ForeignSchema | undefined;

  function note(message: string | undefined) {
    if (message === refusal?.message) return;
    refusal = message === undefined ? undefined : new ForeignSchema(message);
    warn(message ?? 'The schema of the database is that of this version again.');
  }

  return {
    /** Compares once; a database that does not answer leaves everything as it was. */
    async look(db: Pick<Database, 'execute'>): Promise<void> {
      const state = await migrationState(db).catch(() => undefined);
      if (!state) return;
      const { pending, unknown, writtenBy } = state;
      if (unknown.length > 0) note(laterDatabase(writtenBy).message);
      else if (pending.length > 0)
        note(`The database lacks ${pending.length} migrations of this version.`);
      else note(undefined);
    },

    /** As the last look found it. */
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
