import { expect, test } from 'vitest';
import { connect, migrate } from '#server/db/database.ts';
import { runSql } from '#test/database.ts';
import { databaseBefore } from '#test/database-before.ts';
import { openingOf } from './opening.ts';

/** Whether the service is open that a database of the version before holds. */
async function openingAfter(...statements: string[]) {
  const url = await databaseBefore('set_up_and_rooms');
  for (const statement of statements) await runSql(url, statement);
  await migrate(url);
  const { db, pool } = connect(url);
  return openingOf(db).finally(() => pool.end());
}

const associate = `insert into associates (id, name, summary, classification)
  values ('ao', 'あお', '', 'npo')`;

test('a service that is in use stays open, and goes on with its funds', async () => {
  expect(await openingAfter(associate)).toEqual({ isOpen: true, isFromBefore: true });
});

test('a database without anything begins closed', async () => {
  expect(await openingAfter()).toEqual({ isOpen: false, isFromBefore: false });
});

test('one with sample data is open as long as that is loaded', async () => {
  const sample = `insert into settings (key, value) values ('sample',
    '{"seed": 1, "associates": 1, "donors": 1, "donations": 1, "signIns": []}')`;
  expect(await openingAfter(associate, sample)).toEqual({ isOpen: true, isFromBefore: false });
});
