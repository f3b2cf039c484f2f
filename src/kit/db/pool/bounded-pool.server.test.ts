import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connect, transaction } from '#kit/db/database.server.ts';
import { isUnavailable } from '#kit/http/error-table.server.ts';
import { runSql, testDatabase } from '#test/database.ts';

// A pool's size limits its backends in the database: an abandoned connection counts until its backend is gone
// (docs/decisions/0007).

// Shorter than the interval at which the database checks for lost clients.
const waitOptions = { timeout: 4_000, interval: 20 };

async function oneTable() {
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  await runSql(database.url, 'create table coats (n int)');
  const { db, pool } = connect(database.url, { maxConnections: 2, statementMs: 300 });
  onTestFinished(() => pool.end());
  const { db: other, pool: others } = connect(database.url, { maxConnections: 2, statementMs: 0 });
  onTestFinished(() => others.end());
  const active = async () =>
    Number(
      (
        await other.execute(sql`select count(*) as n from pg_stat_activity
          where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`)
      ).rows[0]?.n,
    );
  return { db, other, active };
}

test.each(['a statement', 'a transaction'])(
  '%s that the driver gives up ends in the database, too, and its connection serves the next',
  async (what) => {
    const { db, active } = await oneTable();
    const sleep = sql`select pg_sleep(30)`;
    const work =
      what === 'a statement' ? db.execute(sleep) : transaction(db, (tx) => tx.execute(sleep));
    await expect(work).rejects.toSatisfy(isUnavailable);
    await vi.waitFor(async () => expect(await active()).toBe(0), waitOptions);
    expect((await db.execute('select 1 as one')).rows).toEqual([{ one: 1 }]);
  },
);

test('what was written before in the same transaction is undone, and is not committed later', async () => {
  const { db, other, active } = await oneTable();
  const work = transaction(db, async (tx) => {
    await tx.execute('insert into coats values (1)');
    await tx.execute('select pg_sleep(30)').catch(() => undefined);
  });
  await expect(work).rejects.toSatisfy(isUnavailable);
  await vi.waitFor(async () => expect(await active()).toBe(0), waitOptions);
  expect((await other.execute('select from coats')).rowCount).toBe(0);
});

test('starts of connections that nobody answers count as long as they are open there', async () => {
  const open = new Set<Socket>();
  // Never answers, like a database with a locked catalogue, and closes late.
  const silent = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket);
    socket.on('error', () => undefined).resume();
  }).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as { port: number };
  const { db, pool } = connect(`postgresql://tasuki@127.0.0.1:${port}/tasuki`, {
    maxConnections: 2,
    connectMs: 100,
  });
  for (let round = 0; round < 3; round++) {
    const asked = Array.from({ length: 4 }, () => db.execute('select 1'));
    for (const answer of await Promise.allSettled(asked)) {
      expect(answer).toMatchObject({ reason: expect.toSatisfy(isUnavailable) });
    }
    expect(open.size).toBe(2);
  }
  for (const socket of open) socket.destroy();
  open.clear();
  await expect(db.execute('select 1')).rejects.toSatisfy(isUnavailable);
  expect(open.size).toBe(1);
  for (const socket of open) socket.destroy();
  await pool.end();
});
