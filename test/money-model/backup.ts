import { once } from 'node:events';
import type pg from 'pg';
import { inject } from 'vitest';
import { databaseName, runSql, type TestDatabase, testDatabase } from '#test/database.ts';

/** Backups of a whole database, and their restoring under its name. */
export function backupsOf(url: string, pools: readonly pg.Pool[]) {
  const { adminUrl, dropUrl } = inject('testServer');
  const name = databaseName(url);

  /** Closes all connections, as when the product is stopped. */
  async function disconnect(): Promise<void> {
    for (const pool of pools) {
      while (pool.idleCount > 0) {
        const isClosed = once(pool, 'remove');
        (await pool.connect()).release(true);
        await isClosed;
      }
    }
    await runSql(
      adminUrl,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where datname = '${name}' and backend_type = 'client backend'`,
    );
  }

  return {
    async make(): Promise<TestDatabase> {
      await disconnect();
      return testDatabase({ url, drop: async () => undefined });
    },

    /** Puts the backup in the place of the database; it can be restored again. */
    async restore(backup: TestDatabase): Promise<void> {
      await disconnect();
      await runSql(dropUrl, `DROP DATABASE ${name}`);
      await runSql(
        adminUrl,
        `CREATE DATABASE ${name} TEMPLATE ${databaseName(backup.url)} STRATEGY file_copy`,
      );
    },
  };
}
