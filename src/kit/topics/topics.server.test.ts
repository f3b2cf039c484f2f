import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#kit/db/database.server.ts';
import type { App } from '#kit/http/app.server.ts';
import { associates, associateVisions } from '#organisations/associates/associate-tables.server.ts';
import { socialChallenges } from '#organisations/challenges/challenge-tables.server.ts';
import { type TestDatabase, testDatabase } from '#test/database.ts';
import { cached } from './cached.server.ts';
import { freshAnswers } from './fresh-answers.server.ts';
import { type Topic, topicNames } from './table-topics.server.ts';
import { topics } from './topics.server.ts';

let database: TestDatabase;
let here: ReturnType<typeof connect>;
/** Another process: its own pool on the same database. */
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
  const watched = topics({ workDb: here.db, clock: () => clock.now });
  const notified: Topic[] = [];
  await watched.start();
  watched.on((changed) => notified.push(...changed));
  return { watched, notified };
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

/** Ends all listening connections, like a broken network. */
const cutListeners = () =>
  elsewhere.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'tasuki topics' and datname = current_database()`);

test('a change of another process is notified without asking, with its topic only', async () => {
  const { watched, notified } = await watching();
  await rename('つぎ');
  await until(() => notified.length > 0);
  expect(notified).toEqual(['associates']);
  await elsewhere.db.update(socialChallenges).set({ orders: 10 });
  await until(() => notified.includes('challenges'));
  await watched.stop();
});

test('a change tells which records it touched, where that is known', async () => {
  const { watched } = await watching();
  const told: Record<string, readonly string[]>[] = [];
  watched.on((_, records) => told.push(Object.fromEntries(records)));
  await rename('ひとつ');
  await watched.refresh();
  await elsewhere.db.insert(associateVisions).values({ associateId: 'one', title: '', body: '' });
  await watched.refresh();
  await elsewhere.db.update(socialChallenges).set({ orders: 11 });
  await watched.refresh();
  await elsewhere.db.transaction(async (tx) => {
    await tx.update(associates).set({ name: 'ふたつ' });
    await tx.execute(sql`update users set profile_name = profile_name`);
    await tx.execute(sql`update pledges set state = state`);
  });
  await watched.refresh();
  // A change of a profile may concern any organisation's page.
  expect(told).toEqual([
    { associates: ['one'] },
    { associates: ['one'] },
    {},
    { associates: ['one'] },
  ]);
  await watched.stop();
});

test('a committed change is notified, one that is rolled back is not', async () => {
  const { watched, notified } = await watching();
  await elsewhere.db
    .transaction(async (tx) => {
      await tx.execute(sql`update associates set name = 'nie'`);
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  await watched.refresh();
  expect(notified).toEqual([]);
  await watched.stop();
});

test('a change whose notification is lost is found by asking', async () => {
  const { watched, notified } = await watching();
  // Bumped without a notification.
  await elsewhere.db.execute(
    sql`update topic_versions set version = version + 1 where topic = 'pledges'`,
  );
  await until(() => notified.includes('pledges'));
  expect(notified).toEqual(['pledges']);
  await watched.stop();
});

test('refresh notifies of everything that was committed before it was called', async () => {
  const { watched, notified } = await watching();
  await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      await rename(`名前${index}`);
      const before = notified.length;
      await watched.refresh();
      // Notified by this call or by an earlier one that began after the write.
      expect(notified.length).toBeGreaterThanOrEqual(Math.max(1, before));
    }),
  );
  const settled = notified.length;
  await watched.refresh();
  expect(notified.length).toBe(settled);
  await watched.stop();
});

test('a write is notified before its response is sent; reads and failures notify of nothing', async () => {
  const { watched, notified } = await watching();
  const app = fastify();
  freshAnswers(app as unknown as App, { topics: watched });
  app.post('/', async () => {
    // Bumped without a notification, so that only the hook can have notified.
    await elsewhere.db.execute(sql`update topic_versions set version = version + 1
      where topic = 'campaigns'`);
    return {};
  });
  let reads = 0;
  app.get('/', async () => ({ reads: ++reads }));
  await app.inject({ method: 'GET', url: '/' });
  expect(notified).toEqual([]);
  await app.inject({ method: 'POST', url: '/' });
  expect(notified).toEqual(['campaigns']);
  await app.close();
  await watched.stop();
});

test('after a lost listener everything is dropped, and changes are notified again', async () => {
  const { watched, notified } = await watching();
  await cutListeners();
  await until(() => topicNames.every((topic) => notified.includes(topic)));
  expect(new Set(notified)).toEqual(new Set(topicNames));
  notified.length = 0;
  await rename('なおった');
  await until(() => notified.length > 0);
  expect(new Set(notified)).toEqual(new Set(['associates']));
  await watched.stop();
});

test('while nothing can be known, refresh counts everything as changed', async () => {
  const { watched, notified } = await watching();
  await cutListeners();
  await until(async () => {
    notified.length = 0;
    await watched.refresh();
    return notified.length > 0;
  });
  expect(new Set(notified)).toEqual(new Set(topicNames));
  await watched.stop();
});

test('at midnight in Tokyo everything counts as changed', async () => {
  clock.now = new Date('2026-11-30T23:59:59+09:00');
  const { watched, notified } = await watching();
  clock.now = new Date('2026-12-01T00:00:01+09:00');
  await until(() => notified.length > 0);
  expect(new Set(notified)).toEqual(new Set(topicNames));
  await watched.stop();
});

test('a cached value is computed once for all who read it, and again after its topic changed', async () => {
  const { watched } = await watching();
  let made = 0;
  const value = cached({ topics: watched, clock: () => clock.now }, ['associates'], async () => {
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

test('a computation that began before a change is not used for reads after it', async () => {
  const { watched } = await watching();
  const name = async () => {
    const { rows } = await here.db.execute<{ name: string }>(sql`select name from associates`);
    read.resolve();
    await renamed.promise;
    return rows[0]?.name;
  };
  const [read, renamed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const value = cached({ topics: watched, clock: () => clock.now }, ['associates'], name);
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

test('what was made before is handed on within its day, and not to the next', async () => {
  const { watched } = await watching();
  clock.now = new Date('2026-12-02T10:00:00+09:00');
  const handed: unknown[] = [];
  const value = cached(
    { topics: watched, clock: () => clock.now },
    ['associates'],
    async (today, before) => {
      handed.push(before);
      return today;
    },
  );
  await value();
  await rename('おなじ日');
  await watched.refresh();
  await value();
  clock.now = new Date('2026-12-03T00:00:00+09:00');
  expect(await value()).toBe('2026-12-03');
  expect(handed).toEqual([undefined, '2026-12-02', undefined]);
  await watched.stop();
});

test('nothing is cached while changes are not watched, nor after a failure', async () => {
  const idle = topics({ workDb: here.db, clock: () => clock.now });
  let made = 0;
  const value = cached({ topics: idle, clock: () => clock.now }, ['associates'], async () => {
    made += 1;
    if (made === 1) throw new Error('not yet');
    return made;
  });
  await expect(value()).rejects.toThrow('not yet');
  expect(await value()).toBe(2);
  expect(await value()).toBe(3);
});
