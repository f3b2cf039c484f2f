import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { databaseUrlOf, removeDataDir, startServer } from '#test/server-process.ts';
import type { Running } from './trial.ts';

/** The organisation that gets the applications. */
export const associateId = 'ao';

/** Rows of one statement, on a connection of its own. */
export async function rowsOf<Row extends pg.QueryResultRow>(
  url: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query<Row>(statement, values)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

/** A data folder for one trial, with the processes that run on it. */
export async function trialFolder(atEnd: Running['atEnd']): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tasuki-torture-'));
  atEnd(() => removeDataDir(folder));
  return folder;
}

/** A server on an embedded database, with one organisation. */
export async function openSite(atEnd: Running['atEnd']) {
  const dataDir = await trialFolder(atEnd);
  const settings = { SAMPLE_DATA: 'off', TRUST_PROXY: '1' };
  const start = async () => {
    const server = await startServer(dataDir, settings);
    atEnd(() => server.stop());
    return server;
  };
  const server = await start();
  const databaseUrl = () => databaseUrlOf(dataDir);
  await rowsOf(
    await databaseUrl(),
    `insert into associates (id, name, summary, classification) values ($1, '青い海の会', '', 'npo')`,
    [associateId],
  );
  return { dataDir, server, start, databaseUrl };
}
