import { expect, onTestFinished, test } from 'vitest';
import { connect } from '#kit/db/database.server.ts';
import { runSql, testDatabase } from '#test/database.ts';
import { openingOf } from './opening.server.ts';

/** Whether the service is open on a new database after these statements. */
async function openingAfter(...statements: string[]) {
  const { url, drop } = await testDatabase();
  onTestFinished(drop);
  for (const statement of ['delete from settings', ...statements]) await runSql(url, statement);
  const { db, pool } = connect(url);
  return openingOf(db).finally(() => pool.end());
}

const associate = `insert into associates (id, name, summary, classification)
  values ('ao', 'あお', '', 'npo')`;

test('a database without anything begins closed', async () => {
  expect((await openingAfter()).isOpen).toBe(false);
});

test('one with an organisation of its own stays closed until it is opened', async () => {
  expect((await openingAfter(associate)).isOpen).toBe(false);
});

test('one with sample data is open as long as that is loaded', async () => {
  const sample = `insert into settings (key, value) values ('sample',
    '{"seed": 1, "associates": 1, "donors": 1, "donations": 1, "signIns": []}')`;
  expect((await openingAfter(associate, sample)).isOpen).toBe(true);
  expect((await openingAfter(associate, sample, 'delete from settings')).isOpen).toBe(false);
});
