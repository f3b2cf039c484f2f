import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#server/db/database.ts';
import { associates } from '#server/db/schema/associates.ts';
import { socialChallenges } from '#server/db/schema/challenges.ts';
import type { App } from '#server/http/app.ts';
import { type TestDatabase, testDatabase } from '#test/database.ts';
import { kept } from './cached.ts';
import { freshAnswers } from './fresh-answers.ts';
import { type Topic, topicNames, topics } from './topics.ts';

let database: TestDatabase;
let here: ReturnType<typeof connect>;
/** Another process: a pool of its own on the same database. */
let elsewhere: ReturnType<typeof connect>;
const clock = { now: new Date('2026-11-20T10:00:00+09:00') };

beforeAll(async () => {
  database = await testDatabase();
  here = connect(database.url);
  elsewhere = connect(database.url);
  await elsewhere.db
    .insert(associates)
    .values({ id: 'one', name: 'はじめ', summary: '', classification: 'npo' });
});
afterAll(async () => {
  await Promise.all([here.pool.end(), elsewhere.pool.end()]);
  await database.drop();
});

async function watching() {
  const watched = topics({ db: here.db, clock: () => clock.now });
  const told: Topic[] = [];
  await watched.start();
  watched.on((changed) => told.push(...changed));
  return { watched, told };
}

async function until(isSo: () => boolean | Promise<boolean>, withinMs = 10_000) {
  const began = performance.now();
  while (!(await isSo())) {
    if (performance.now() - began > withinMs) throw new Error('It did not come about in time.');
    await wait(5);
  }
}

const rename = (name: string) =>
  elsewhere.db.execute(sql`update associates set name = ${name} where id = 'one'`);

/** Ends every connection that listens, as a broken network does. */
const cutListeners = () =>
  elsewhere.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'tasuki topics' and datname = current_database()`);

test('a change of another process is told without being asked for, with its topic only', async () => {
  const { watched, told } = await watching();
  await rename('つぎ');
  await until(() => told.length > 0);
  expect(told).toEqual(['associates']);
  await elsewhere.db.update(socialChallenges).set({ orders: 10 });
  await until(() => told.includes('challenges'));
  await watched.stop();
});

test('what is only written is told, what is rolled back is not', async () => {
  const { watched, told } = await watching();
  await elsewhere.db
    .transaction(async (tx) => {
      await tx.execute(sql`update associates set name = 'nie'`);
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  await watched.refresh();
  expect(told).toEqual([]);
  await watched.stop();
});

test('a change whose notification is lost is found by asking', async () => {
  const { watched, told } = await watching();
  // Bumped without a notification.
  await elsewhere.db.execute(
    sql`update topic_versions set version = version + 1 where topic = 'pledges'`,
  );
  await until(() => told.includes('pledges'));
  expect(told).toEqual(['pledges']);
  await watched.stop();
});

test('refresh tells everything that was committed before it was called', async () => {
  const { watched, told } = await watching();
  await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      await rename(`名前${index}`);
      const before = told.length;
      await watched.refresh();
      // Told by this call or by an earlier one that began after the write.
      expect(told.length).toBeGreaterThanOrEqual(Math.max(1, before));
    }),
  );
  const settled = told.length;
  await watched.refresh();
  expect(told.length).toBe(settled);
  await watched.stop();
});

test('a write has been told before its answer leaves; reads and failures tell nothing', async () => {
  const { watched, told } = await watching();
  const app = fastify();
  freshAnswers(app as unknown as App, { topics: watched });
  app.post('/', async () => {
    // Without the notification, so that only the hook can have told.
    await elsewhere.db.execute(sql`update topic_versions set version = version + 1
      where topic = 'campaigns'`);
    return {};
  });
  let reads = 0;
  app.get('/', async () => ({ reads: ++reads }));
  await app.inject({ method: 'GET', url: '/' });
  expect(told).toEqual([]);
  await app.inject({ method: 'POST', url: '/' });
  expect(told).toEqual(['campaigns']);
  await app.close();
  await watched.stop();
});

test('after a lost listener everything is dropped, and changes are told again', async () => {
  const { watched, told } = await watching();
  await cutListeners();
  await until(() => topicNames.every((topic) => told.includes(topic)));
  expect(new Set(told)).toEqual(new Set(topicNames));
  told.length = 0;
  await rename('なおった');
  await until(() => told.length > 0);
  expect(new Set(told)).toEqual(new Set(['associates']));
  await watched.stop();
});

test('while nothing can be known, refresh counts everything as changed', async () => {
  const { watched, told } = await watching();
  await cutListeners();
  await until(async () => {
    told.length = 0;
    await watched.refresh();
    return told.length > 0;
  });
  expect(new Set(told)).toEqual(new Set(topicNames));
  await watched.stop();
});

test('at midnight in Tokyo what depends on the day is told to have changed', async () => {
  clock.now = new Date('2026-11-30T23:59:59+09:00');
  const { watched, told } = await watching();
  clock.now = new Date('2026-12-01T00:00:01+09:00');
  await until(() => told.length > 0);
  expect(new Set(told)).toEqual(new Set(['associates', 'campaigns', 'challenges', 'sums']));
  await watched.stop();
});

test('a kept value is made once for all who ask, and again after its topic changed', async () => {
  const { watched } = await watching();
  let made = 0;
  const value = kept({ topics: watched, clock: () => clock.now }, ['associates'], async () => {
    made += 1;
    await wait(20);
    return made;
  });
  expect(await Promise.all([value(), value(), value()])).toEqual([1, 1, 1]);
  expect(await value()).toBe(1);
  await rename('また');
  await watched.refresh();
  expect(await value()).toBe(2);
  await elsewhere.db.execute(
    sql`update topic_versions set version = version + 1 where topic = 'pledges'`,
  );
  await watched.refresh();
  expect(await value()).toBe(2);
  await watched.stop();
});

test('a making that began before a change serves nobody who asks after it', async () => {
  const { watched } = await watching();
  const name = async () => {
    const { rows } = await here.db.execute<{ name: string }>(sql`select name from associates`);
    read.resolve();
    await renamed.promise;
    return rows[0]?.name;
  };
  const [read, renamed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const value = kept({ topics: watched, clock: () => clock.now }, ['associates'], name);
  const early = value();
  await read.promise;
  await rename('新しい名前');
  renamed.resolve();
  await watched.refresh();
  const [one, other] = await Promise.all([value(), value()]);
  expect([one, other]).toEqual(['新しい名前', '新しい名前']);
  expect(await early).not.toBe('新しい名前');
  expect(await value()).toBe('新しい名前');
  await watched.stop();
});

test('nothing is kept while nobody watches, nor after a failure', async () => {
  const idle = topics({ db: here.db, clock: () => clock.now });
  let made = 0;
  const value = kept({ topics: idle, clock: () => clock.now }, ['associates'], async () => {
    made += 1;
    if (made === 1) throw new Error('not yet');
    return made;
  });
  await expect(value()).rejects.toThrow('not yet');
  expect(await value()).toBe(2);
  expect(await value()).toBe(3);
});
