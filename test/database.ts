import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** A migrated, empty database of a test. `drop` removes it, open connections included. */
export type TestDatabase = { url: string; drop(): Promise<void> };

/**
 * Creates a database for a test file: a copy of the run's template in some 40 ms, or of another
 * test database without connections.
 */
export function testDatabase(like?: TestDatabase): Promise<TestDatabase> {
  const copied = like ? databaseName(like.url) : inject('testServer').template;
  // Copying files is three times as fast as logging for a template of this size.
  return createDatabase(`TEMPLATE ${copied} STRATEGY file_copy`);
}

/** A database without tables, as at a first start. */
export const emptyDatabase = () => createDatabase();

async function createDatabase(options = ''): Promise<TestDatabase> {
  const { adminUrl, dropUrl, template } = inject('testServer');
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  await runSql(adminUrl, `CREATE DATABASE ${name} ${options}`);
  return {
    url: databaseUrl(adminUrl, name),
    drop: () => runSql(dropUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** The same server with another database. Also handles URLs without a host, which `URL` cannot parse. */
export function databaseUrl(serverUrl: string, name: string): string {
  return serverUrl.replace(/^([a-z]+:\/\/[^/?]*)(\/[^?]*)?/, `$1/${name}`);
}

export const databaseName = (url: string): string =>
  /^[a-z]+:\/\/[^/?]*\/([^?]+)/.exec(url)?.[1] ?? '';

/** Runs one statement on a connection of its own. */
export async function runSql(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
