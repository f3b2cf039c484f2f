import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { connect } from '#kit/db/database.server.ts';
import { associates } from '#organisations/associates/associates.server.ts';
import { achievements } from '#site/achievements/achievements.server.ts';
import { testDatabase } from '#test/database.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { createPublicReads } from './public-reads.server.ts';
import { topics } from './topics.server.ts';

// Two databases in place of main and replica: their different data shows which one was read.
const databases = [await testDatabase(), await testDatabase()] as const;
const main = connect(databases[0].url);
const replica = connect(databases[1].url);
const clock = () => new Date('2026-11-20T10:00:00+09:00');
const watched = topics({ workDb: main.db, clock });
await insertAssociate(main.db, 'ao', '本体');
await insertAssociate(replica.db, 'ao', '複製');
await watched.start();

afterAll(async () => {
  await watched.stop();
  await Promise.all([main.pool.end(), replica.pool.end()]);
  for (const database of databases) await database.drop();
});
beforeEach(async () => {
  await replica.db.execute(sql`update topic_versions set version = 1000`);
});

const read = createPublicReads({ db: main.db, readDb: replica.db, topics: watched });
const whoAnswers = (reads = read) =>
  reads(['associates', 'pledges'], async (from) => {
    const { rows } = await from.execute<{ name: string }>(sql`select name from associates`);
    return rows[0]?.name;
  });

test('a replica that has every known change is read', async () => {
  expect(await whoAnswers()).toBe('複製');
});

test('one that lags behind in one of the topics is not', async () => {
  const known = watched.versionOf('associates') ?? 0;
  const lag = sql`update topic_versions set version = ${known - 1} where topic = 'associates'`;
  await replica.db.execute(lag);
  expect(await whoAnswers()).toBe('本体');
  await replica.db.execute(
    sql`update topic_versions set version = ${known} where topic = 'associates'`,
  );
  expect(await whoAnswers()).toBe('複製');
});

test('after a change here it is not read until the change has reached it', async () => {
  const organisations = associates({
    ...{ db: main.db, workDb: main.db, readDb: replica.db },
    ...{ clock, topics: watched },
  });
  const name = async () => (await organisations.list()).items[0]?.name;
  await replica.db.execute(
    sql`update topic_versions set version = ${watched.versionOf('associates') ?? 0}`,
  );
  expect(await name()).toBe('複製');
  await main.db.execute(sql`update associates set name = '改名'`);
  await watched.refresh();
  expect(await name()).toBe('改名');
});

test('sums of achievements come from it, all from one snapshot', async () => {
  const from = { db: main.db, workDb: main.db, readDb: replica.db, clock, topics: watched };
  const sums = achievements({ ...from, associates: associates(from) });
  await insertAssociate(replica.db, 'second');
  expect((await sums.totals()).associateCount).toBe(2);
});

test('while nothing notifies of changes, the main database is read', async () => {
  const unwatched = topics({ workDb: main.db, clock });
  const reads = createPublicReads({ db: main.db, readDb: replica.db, topics: unwatched });
  expect(await whoAnswers(reads)).toBe('改名');
});

test('a replica that cannot be reached is left alone, and readers notice nothing', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  const nowhere = connect('postgresql://nobody@127.0.0.1:1/none');
  const reads = createPublicReads({ db: main.db, readDb: nowhere.db, topics: watched });
  expect([await whoAnswers(reads), await whoAnswers(reads)]).toEqual(['改名', '改名']);
  expect(warned).toHaveBeenCalledOnce();
  await nowhere.pool.end();
});

test('without a replica the main database is read', async () => {
  const reads = createPublicReads({ db: main.db, topics: watched });
  expect(await whoAnswers(reads)).toBe('改名');
});
