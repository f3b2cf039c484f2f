import { readFileSync } from 'node:fs';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { emptyDatabase, runSql } from '#test/database.ts';
import { recordLaterMigration } from '#test/fixtures/later-database.ts';
import { schemaOf } from '#test/fixtures/schema-of.ts';
import { migrate, migrationState } from './migrate.server.ts';

// Start on a new database, an up-to-date one, one before the baseline, and a later one.

/** URL of a database without tables, for one test. */
async function emptyUrl() {
  const { url, drop } = await emptyDatabase();
  onTestFinished(drop);
  return url;
}

async function rowsOf(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query(statement).finally(() => client.end())).rows;
}

const recorded = 'select id, hash, created_at from drizzle.__drizzle_migrations order by id';

test('processes that start at once on an empty database migrate it once', async () => {
  const url = await emptyUrl();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  const before = await migrationState(drizzle(client));
  expect(before).toMatchObject({ pending: expect.arrayContaining([expect.anything()]) });

  await Promise.all(Array.from({ length: 3 }, () => migrate(url)));

  expect(await rowsOf(url, recorded)).toHaveLength(before.pending.length);
  expect(await migrationState(drizzle(client))).toEqual({ pending: [], unknown: [] });
  // Another start changes nothing.
  const once = [await schemaOf(url), await rowsOf(url, recorded)];
  await migrate(url);
  expect([await schemaOf(url), await rowsOf(url, recorded)]).toEqual(once);
});

test('a database of 0.1.0 is refused in one line that says how to get its data out, and stays as it is', async () => {
  const url = await emptyUrl();
  // The first and the last migration of 0.1.0.
  await runSql(
    url,
    `create schema drizzle;
     create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
     insert into drizzle.__drizzle_migrations (hash, created_at) values ('first', 1795233015808), ('last', 1795661092634);
     create table associates (id text primary key, name text not null);
     insert into associates values ('ao', 'あおぞらの会')`,
  );
  const content = async () => [
    await schemaOf(url),
    await rowsOf(url, recorded),
    await rowsOf(url, 'select * from associates'),
  ];
  const before = await content();
  await expect(migrate(url)).rejects.toThrow(
    /^このデータベースは0\.9\.0より前の版[^\n]+CSV[^\n]+ \/ This database was made by a version before 0\.9\.0[^\n]+CSV[^\n]+$/,
  );
  expect(await content()).toEqual(before);
});

test('a migration that fails is told by its cause, without its SQL, and leaves nothing', async () => {
  const url = await emptyUrl();
  await runSql(url, 'create table associates (id text)');
  await expect(migrate(url)).rejects.toThrow(/^relation "associates" already exists$/);
  expect(await rowsOf(url, `select from pg_proc where proname = 'fold_search'`)).toEqual([]);
});

/** A database migrated by a later version: it has one migration more. */
async function laterUrl(writtenBy: string | undefined) {
  const url = await emptyUrl();
  await migrate(url);
  await recordLaterMigration(url, writtenBy);
  return url;
}

test.each([
  ['whose version is recorded', '9.9.9', 'たすき9\\.9\\.9', 'Tasuki 9\\.9\\.9'],
  ['whose version is not', undefined, 'より新しい版のたすき', 'a newer version of Tasuki'],
])(
  'a database of a later version, %s, is refused in one line and stays as it is',
  async (_what, writtenBy, ja, en) => {
    const url = await laterUrl(writtenBy);
    const content = async () => [
      await schemaOf(url),
      await rowsOf(url, 'select * from drizzle.__drizzle_migrations'),
    ];
    const before = await content();
    await expect(migrate(url)).rejects.toThrow(
      new RegExp(`^このデータベースは、${ja}が[^\\n]+ / This database [^\\n]+ ${en}[^\\n]+$`),
    );
    expect(await content()).toEqual(before);
  },
);

test('each migration is recorded with the version that applied it', async () => {
  const url = await emptyUrl();
  await migrate(url);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(
    await rowsOf(
      url,
      "select distinct to_jsonb(m) -> 'written_by' as by from drizzle.__drizzle_migrations m",
    ),
  ).toEqual([{ by: version }]);
});
