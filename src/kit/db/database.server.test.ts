import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { refuse } from '#kit/errors/refusal.ts';
import { isUnavailable } from '#kit/http/error-table.server.ts';
import { runSql, testDatabase } from '#test/database.ts';
import { connect, type Database, transaction, withTimeout } from './database.server.ts';

const database = await testDatabase();
const statementMs = 1_000;
const { db, pool } = connect(database.url, { maxConnections: 2, statementMs });
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Whether `work` failed because the database was unavailable, and how long it took. */
async function failureOf(work: () => Promise<unknown>) {
  const began = performance.now();
  const error = await work().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { isUnavailable: isUnavailable(error), ms: performance.now() - began };
}

const backendOf = async (any: Pick<Database, 'execute'>) =>
  Number((await any.execute('select pg_backend_pid() as pid')).rows[0]?.pid);

/** Ends a connection from the database's side, like a crash. */
const end = (pid: number) => runSql(database.url, `select pg_terminate_backend(${pid})`);

/** Every connection is usable again: as many concurrent transactions as the pool has. */
async function expectNothingLeaked() {
  const met = Promise.withResolvers<void>();
  let begun = 0;
  const both = [1, 2].map(() =>
    transaction(db, async (tx) => {
      const backend = await backendOf(tx);
      begun += 1;
      if (begun === 2) met.resolve();
      await met.promise;
      return backend;
    }),
  );
  expect(new Set(await Promise.all(both)).size).toBe(2);
  expect(pool.waitingCount).toBe(0);
}

test('a connection that is lost within a transaction ends neither the process nor the pool', async () => {
  const lost = await failureOf(() =>
    transaction(db, async (tx) => {
      await end(await backendOf(tx));
      await tx.execute('select 1');
    }),
  );
  expect(lost.isUnavailable).toBe(true);
  await expectNothingLeaked();
});

test('a transaction that cannot even begin gives its connection back', async () => {
  for (let round = 0; round < 3; round++) {
    // Breaks at checkout, before the pool can notice.
    pool.once('acquire', (client) => void client.end());
    const unbegun = await failureOf(() => transaction(db, (tx) => tx.execute('select 1')));
    expect(unbegun.isUnavailable).toBe(true);
  }
  await expectNothingLeaked();
});

test('with the limits of the product, a wait for a connection and its answer end in three seconds', async () => {
  const { pool: own } = connect(database.url);
  const { connectionTimeoutMillis = 0, query_timeout = 0 } = own.options;
  expect(connectionTimeoutMillis).toBeGreaterThan(0);
  expect(query_timeout).toBeGreaterThan(0);
  expect(connectionTimeoutMillis + query_timeout).toBeLessThanOrEqual(3_000);
  await own.end();
});

test.each([
  ['a statement', () => db.execute('select pg_sleep(30)')],
  ['a transaction', () => transaction(db, (tx) => tx.execute('select pg_sleep(30)'))],
])('%s without an answer of the database times out', async (_what, work) => {
  const given = await failureOf(work);
  expect(given.isUnavailable).toBe(true);
  // Half of the sleep: without a timeout it takes all of it, however busy the machine.
  expect(given.ms).toBeLessThan(15_000);
  await expectNothingLeaked();
});

test('a request without a connection is refused', async () => {
  const busy = [1, 2].map(() => pool.connect());
  const late = await failureOf(() => db.execute('select 1'));
  expect(late.isUnavailable).toBe(true);
  for (const client of await Promise.all(busy)) client.release();
  await expectNothingLeaked();
});

test('an import may take longer', async () => {
  const long = withTimeout(db);
  const takesLonger = sql`select 'done' as state from pg_sleep(${(statementMs * 1.5) / 1000})`;
  // The other requests are refused; otherwise this would prove nothing.
  const [impatient, ...answers] = await Promise.all([
    failureOf(() => db.execute(takesLonger)),
    long.execute(takesLonger),
  ]);
  answers.push(await transaction(long, (tx) => tx.execute(takesLonger)));
  expect(impatient.isUnavailable).toBe(true);
  expect(answers.map(({ rows }) => rows)).toEqual(Array(2).fill([{ state: 'done' }]));
});

test('a refusal costs no connection', async () => {
  const pid = await backendOf(db);
  await expect(
    transaction(db, async (tx) => {
      expect(await backendOf(tx)).toBe(pid);
      throw refuse('Conflict', 'もう一度お試しください。');
    }),
  ).rejects.toThrow('Conflict');
  await expect(transaction(db, (tx) => tx.execute('select 1/0'))).rejects.toThrow();
  expect(await transaction(db, (tx) => backendOf(tx))).toBe(pid);
});

test('work that ends in any other way costs none either, and is undone', async () => {
  await db.execute('create table undone (n int)');
  const pid = await backendOf(db);
  await expect(
    transaction(db, async (tx) => {
      expect(await backendOf(tx)).toBe(pid);
      await tx.execute('insert into undone values (1)');
      throw new Error('not what was wished for');
    }),
  ).rejects.toThrow('not what was wished for');
  expect(await transaction(db, (tx) => backendOf(tx))).toBe(pid);
  expect((await db.execute('select from undone')).rowCount).toBe(0);
});

test('a deadlock is tried again until both have passed', async () => {
  await db.execute('create table pair (id int primary key, n int)');
  await db.execute('insert into pair values (1, 0), (2, 0)');
  let met = 0;
  const add = (first: number, second: number) =>
    transaction(db, async (tx) => {
      await tx.execute(`set local deadlock_timeout = '20ms'`);
      await tx.execute(sql`update pair set n = n + 1 where id = ${first}`);
      met += 1;
      // Both hold a row before either asks for the other's, on the first try only.
      while (met < 2) await new Promise((resolve) => setImmediate(resolve));
      await tx.execute(sql`update pair set n = n + 1 where id = ${second}`);
    });
  await Promise.all([add(1, 2), add(2, 1)]);
  const { rows } = await db.execute('select sum(n)::int as sum from pair');
  expect(rows[0]?.sum).toBe(4);
});
