import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { testApp } from '#test/test-app.ts';
import { idempotentCalls, type Sent } from './idempotent-calls.ts';

// Every call that takes an Idempotency-Key, retried in all problematic ways: by another person,
// with another body, at another URL, concurrently, after a failure, after the key expired.

const house = await testApp();
const { app, db, clock, services } = house;
const { calls, messageOf } = await idempotentCalls(house);

const send = async ({ url, headers, payload, remoteAddress }: Sent, key: string) => {
  await db.delete(attemptBudgets);
  const reply = await app.inject({
    method: 'POST',
    url,
    headers: { ...headers, 'idempotency-key': key },
    payload,
    ...(remoteAddress && { remoteAddress }),
  });
  return { status: reply.statusCode, body: reply.body };
};
const rowsIn = async (table: string) =>
  Number((await db.execute(sql.raw(`select count(*) as n from ${table}`))).rows[0]?.n);
const done = expect.toBeOneOf([200, 201]);
const otherContent = '別の内容が送られました';

beforeEach(() => {
  clock.now = new Date(clock.now.getTime() + 61 * 60_000);
});

test('every call that takes a key is in the table', async () => {
  const document = (await app.inject('/api/openapi.json')).json();
  type Described = { parameters?: { in: string; name: string }[] };
  const taking = Object.entries<Record<string, Described>>(document.paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods)
        .filter(([, { parameters = [] }]) =>
          parameters.some(({ name }) => name.toLowerCase() === 'idempotency-key'),
        )
        .map(([method]) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  expect(taking.toSorted()).toEqual(calls.map(({ route }) => route).toSorted());
});

describe.each(calls)('$route', ({ table, request, isForVisitors }) => {
  test('is done once for a key, its sender and its content', async () => {
    const key = randomUUID();
    const first = await request('one');
    const before = await rowsIn(table);
    const answer = await send(first, key);
    expect(answer, answer.body).toMatchObject({ status: done });
    const made = (await rowsIn(table)) - before;
    expect(made).toBeGreaterThan(0);
    expect(await send(first, key)).toEqual(answer);
    const changed = await send({ ...first, payload: first.changed }, key);
    expect([changed.status, changed.body]).toEqual([409, expect.stringContaining(otherContent)]);
    expect((await rowsIn(table)) - before).toBe(made);
    const foreign = await request('another');
    const known = await rowsIn(table);
    const otherPersonsReply = await send(foreign, key);
    if (isForVisitors) {
      expect([otherPersonsReply.status, otherPersonsReply.body]).toEqual([
        409,
        expect.stringContaining(otherContent),
      ]);
      expect(await rowsIn(table)).toBe(known);
    } else {
      expect(otherPersonsReply, otherPersonsReply.body).toMatchObject({ status: done });
      expect(otherPersonsReply.body).not.toBe(answer.body);
      expect((await rowsIn(table)) - known).toBe(made);
    }
  });

  test('is done once of two at the same moment, and again after a failure', async () => {
    const concurrentRequest = await request('one');
    const key = randomUUID();
    const before = await rowsIn(table);
    const [one, other] = await Promise.all([
      send(concurrentRequest, key),
      send(concurrentRequest, key),
    ]);
    expect(one, one.body).toMatchObject({ status: done });
    expect(other).toEqual(one);
    const made = (await rowsIn(table)) - before;
    const failing = await request('one');
    const late = randomUUID();
    const between = await rowsIn(table);
    await db.execute(sql.raw(`alter table ${table} add constraint fails check (false) not valid`));
    const failed = await send(failing, late);
    await db.execute(sql.raw(`alter table ${table} drop constraint fails`));
    expect(failed.status).toBe(500);
    expect(await send(failing, late)).toMatchObject({ status: done });
    expect((await rowsIn(table)) - between).toBe(made);
  });

  test('is refused with a key that is none, too long, of two headers or of odd letters', async () => {
    const asked = await request('one');
    const before = await rowsIn(table);
    for (const key of ['', 'k'.repeat(65), 'one, two', '\xe9', '鍵']) {
      const { status, body } = await send(asked, key);
      expect([key, status, body]).toEqual([key, 400, expect.stringContaining('Idempotency-Key')]);
    }
    expect(await rowsIn(table)).toBe(before);
  });
});

test('a key of one call is refused at every other of the same person', async () => {
  const key = randomUUID();
  const first = await calls.find(({ table }) => table === 'contact_messages')?.request('one');
  if (!first) throw new Error('no call');
  expect(await send(first, key)).toMatchObject({ status: 201 });
  const operatorKey = randomUUID();
  const entered = await calls
    .find(({ route }) => route === 'POST /api/office/applications')
    ?.request('one');
  if (!entered) throw new Error('no call');
  expect(await send(entered, operatorKey)).toMatchObject({ status: 201 });
  for (const { route, table, request } of calls) {
    // Those of an organisation's people, of whom this key is not.
    if (
      /contact|users|thread\/reply|api\/staff/.test(route) ||
      route === 'POST /api/office/applications'
    )
      continue;
    const asked = await request('one');
    const before = await rowsIn(table);
    const { status, body } = await send(asked, route.includes('/api/office/') ? operatorKey : key);
    expect([route, status, body]).toEqual([route, 409, expect.stringContaining(otherContent)]);
    expect(await rowsIn(table)).toBe(before);
  }
});

test('a key of one thread is refused at another, with the same words', async () => {
  const key = randomUUID();
  const reply = calls.find(({ route }) => route === 'POST /api/office/threads/:id/reply');
  const [one, other] = [await reply?.request('one'), await reply?.request('one')];
  if (!one || !other) throw new Error('no call');
  expect(await send(one, key)).toMatchObject({ status: done });
  expect(await send({ ...one, url: other.url }, key)).toMatchObject({
    status: 409,
    body: expect.stringContaining(otherContent),
  });
});

test('a key is forgotten after its week, and what was done under it is done again', async () => {
  const key = randomUUID();
  const { headers: _, ...asked } = messageOf('one', {});
  const sent = { ...asked, headers: {} };
  const first = await send(sent, key);
  const day = 24 * 60 * 60_000;
  clock.now = new Date(clock.now.getTime() + 7 * day - 60_000);
  await services.retention.sweep();
  expect(await send(sent, key)).toEqual(first);
  clock.now = new Date(clock.now.getTime() + 120_000);
  // The hourly sweep has already run, by the database's clock.
  await db.execute(sql`delete from settings where key = 'last-sweep'`);
  await services.retention.sweep();
  const again = await send(sent, key);
  expect(again.status).toBe(201);
  expect(again.body).not.toBe(first.body);
});
