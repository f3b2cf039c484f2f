import { sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import type { Database } from '#kit/db/database.server.ts';
import { runSql, type TestDatabase, testDatabase } from './database.ts';

/**
 * Holds a statement's locks until released, so that others wait at a known point; released at the
 * test's end at the latest, so that a failing one does not affect the next.
 */
export async function holding(url: string, statement: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let released: Promise<void> | undefined;
  const release = () => (released ??= client.end());
  onTestFinished(release);
  await client.query('begin');
  await client.query(statement);
  return release;
}

/** Leaves a statement's effect uncommitted, so that others wait for it, until the returned function commits it. */
export async function leaveUncommitted(
  url: string,
  statement: string,
): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  await client.query(statement);
  return async () => void (await client.query('commit'));
}

/** Waits until `count` statements wait for a lock. */
export const waitForLocks = (db: Database, count: number) =>
  expect.poll(() => lockWaits(db)).toBe(count);

/** Number of statements waiting for a lock on this database. */
export async function lockWaits(db: Database): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return rows[0]?.count ?? 0;
}

/**
 * A fresh database that does not resolve deadlocks, which would be retried silently: deadlocked
 * statements wait there until they time out.
 */
export async function deadlockingDatabase(): Promise<TestDatabase> {
  const database = await testDatabase();
  await runSql(
    database.url,
    `do $$ begin
      execute format('alter database %I set deadlock_timeout = ''60s''', current_database());
    end $$`,
  );
  return database;
}
