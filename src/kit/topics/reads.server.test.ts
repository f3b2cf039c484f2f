import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { transaction } from '#kit/db/database.server.ts';
import { testApp } from '#test/test-app.ts';
import { cached } from './cached.server.ts';
import { collectReads, type Reads, readingRecord } from './reads.server.ts';
import { topicOfTable } from './table-topics.server.ts';

const { db, services, clock } = await testApp();

const told = ({ topics, records, values }: Reads) => ({
  topics: [...topics].sort(),
  records: [...records].sort(),
  values: values.size,
});

test('every table with a trigger is listed with its topic', async () => {
  const { rows } = await db.execute<{ table: string; definition: string }>(sql`
    select tgrelid::regclass::text as table, pg_get_triggerdef(oid) as definition from pg_trigger
    where pg_get_triggerdef(oid) ~ 'touch_(topic|records)'`);
  const touching = new Map(
    rows.map(({ table, definition }) => [table, /touch_\w+\('(\w+)'/.exec(definition)?.[1]]),
  );
  // Changed together with the rows above.
  for (const table of ['kept_sums', 'published_sums', 'public_lots', 'book_transfers']) {
    touching.set(table, 'sums');
  }
  expect(Object.fromEntries(touching)).toEqual(topicOfTable);
});

test('a statement reads the topics of its tables, in a transaction as well', async () => {
  const { reads } = await collectReads(() =>
    transaction(db, async (tx) => {
      await tx.execute(sql`select from pledges join users using (uid)`);
      await tx.execute(sql`select from applications`);
    }),
  );
  expect(told(reads)).toEqual({ topics: ['pledges'], records: [], values: 0 });
});

test('reading one record records only that record, and everything else that was read', async () => {
  const { made, reads } = await collectReads(async () => {
    await services.associates.find('nobody');
    return readingRecord(['associates'], 'a', () =>
      db.execute(sql`select from associates, campaigns`),
    );
  });
  expect(made.rows).toEqual([]);
  expect(told(reads)).toEqual({
    topics: ['campaigns'],
    records: ['associates a', 'associates nobody', 'sums nobody'],
    values: 0,
  });
});

test('a cached value is recorded as one read, and its revision changes with the value', async () => {
  const { topics } = services;
  await topics.start();
  let text = 'before';
  let made = 0;
  const value = cached({ topics, clock: () => clock.now }, ['content'], async () => {
    made += 1;
    await db.execute(sql`select from content_versions, associates`);
    return { text };
  });
  const read = async () => {
    const { reads } = await collectReads(value);
    expect({ ...told(reads), topics: [...reads.topics] }).toMatchObject({ topics: [], values: 1 });
    return [...reads.values.values()][0];
  };
  const first = await read();
  expect(await read()).toBe(first);
  const touch = () =>
    db.execute(sql`update topic_versions set version = version + 1 where topic = 'content'`);
  await touch();
  await topics.refresh();
  expect(await read()).toBe(first);
  expect(made).toBe(2);
  text = 'after';
  await touch();
  await topics.refresh();
  expect(await read()).not.toBe(first);
  await topics.stop();
});
