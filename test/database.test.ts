import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#kit/db/database.server.ts';
import { migrationState } from '#kit/db/migrate.server.ts';
import { databaseUrl, runSql, type TestDatabase, testDatabase } from './database.ts';

let one: TestDatabase;
let other: TestDatabase;
beforeAll(async () => {
  [one, other] = await Promise.all([testDatabase(), testDatabase()]);
});
afterAll(async () => {
  await Promise.all([one.drop(), other.drop()]);
});

test('each test file has a database of its own', async () => {
  await runSql(one.url, 'CREATE TABLE only_here (id int)');
  await expect(runSql(other.url, 'SELECT * FROM only_here')).rejects.toThrow('does not exist');
});

test('a test database is migrated, whole', async () => {
  const { db, pool } = connect(one.url);
  const state = await migrationState(db).finally(() => pool.end());
  expect(state).toEqual({ pending: [], unknown: [] });
});

test.each([
  ['postgresql://tasuki@/tasuki?host=%2Ftmp%2Fx', 'postgresql://tasuki@/a?host=%2Ftmp%2Fx'],
  ['postgres://u:p@127.0.0.1:5433/postgres', 'postgres://u:p@127.0.0.1:5433/a'],
  ['postgres://localhost', 'postgres://localhost/a'],
])('the URL %s names another database', (url, expected) => {
  expect(databaseUrl(url, 'a')).toBe(expected);
});
