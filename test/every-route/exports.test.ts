import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { allItems } from '#kit/audit/audited-list.server.ts';
import { sampled } from '#test/form.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { addresses } from './audited-reads.ts';
import { filledHouse } from './whole-house.ts';

// Each file that the route table calls an export, over a real connection: it has no time limit
// while it flows, and a broken one is cleaned up.

const handlerMs = 1_500;
/** Behaviour of a request's stream after its first part, from the header `x-stream`, and what it has sent. */
const sent = new Map<string, string>();
const streamed = new Set<string>();

async function* slowed(payload: Readable, how: string, id: string) {
  const hash = createHash('sha256');
  for await (const part of payload) {
    hash.update(part);
    yield part;
  }
  // Makes the file take longer than the limit, without a large table.
  await wait(handlerMs + 300);
  if (how === 'fails') throw new Error('the database went away');
  yield '終';
  sent.set(id, hash.update('終').digest('hex'));
}

const house = await testApp({
  limits: { handlerMs },
  prepare: (scope) =>
    scope.addHook('onSend', async (request, _reply, payload) => {
      const failure = request.headers['x-stream'];
      if (!(payload instanceof Readable)) return payload;
      streamed.add(`${request.method} ${request.routeOptions.url}`);
      if (typeof failure !== 'string') return payload;
      return Readable.from(slowed(payload, failure, request.id), { objectMode: false });
    }),
});
const { app, db } = house;
const { owner, staff, ids } = await filledHouse(house);
const donor = await signedIn(house)('some-donor');
const origin = await app.listen({ port: 0, host: '127.0.0.1' });

const exports = app.policies
  .filter(({ notes }) => notes?.kind === 'export')
  .map(({ method, url }) => `${method} ${url}`);
const filled = (text: string) =>
  text.replace(/:([a-zA-Z]+)/g, (whole, name) => (ids as Record<string, string>)[name] ?? whole);
const callerOf = (url: string) =>
  url.startsWith('/api/staff') ? staff : url.startsWith('/api/users') ? donor : owner;
const bodyOf = (url: string) => (url.includes('/donors/:') ? { reason: 'ご本人のご請求' } : {});

function ask(route: string, how?: string) {
  const [method = '', url = ''] = route.split(' ');
  const headers = { ...callerOf(url), ...(how && { 'x-stream': how }) };
  const body = method === 'POST' ? JSON.stringify(bodyOf(url)) : null;
  return fetch(origin + encodeURI(filled(addresses[url] ?? url)), {
    method,
    body,
    headers: { ...headers, ...(body !== null && { 'content-type': 'application/json' }) },
  });
}

/** Streamed files; the others have a length. */
let streams: string[] = [];
beforeAll(async () => {
  for (const route of exports) {
    const reply = await ask(route);
    const bytes = (await reply.arrayBuffer()).byteLength;
    const isLong = reply.headers.get('content-length') !== null;
    if (isLong) expect([route, reply.headers.get('content-length')]).toEqual([route, `${bytes}`]);
    else expect([route, reply.status, streamed.has(route)]).toEqual([route, 200, true]);
  }
  streams = exports.filter((route) => streamed.has(route));
});

test('most exports are streams', () => {
  expect(streams.length).toBeGreaterThan(50);
});

test('a file that flows for longer than a handler may take is whole, whatever it holds', async () => {
  const results = await Promise.all(
    sampled(streams, { every: 4, salt: 'exports' }).map(async (route) => {
      const reply = await ask(route, 'flows');
      const content = Buffer.from(await reply.arrayBuffer());
      const hash = createHash('sha256').update(content).digest('hex');
      return [route, hash === sent.get(reply.headers.get('x-request-id') ?? '')];
    }),
  );
  expect(results.filter(([, isWhole]) => !isWhole)).toEqual([]);
});

test('a file whose source fails on the way is no whole file', async () => {
  const results = await Promise.all(
    sampled(streams, { every: 8, salt: 'broken exports' }).map(async (route) => {
      const reply = await ask(route, 'fails');
      const bytes = await reply.arrayBuffer().catch(() => undefined);
      return [route, reply.status, bytes?.byteLength];
    }),
  );
  expect(results.filter(([, , bytes]) => bytes !== undefined)).toEqual([]);
});

describe('of a table of many rows', () => {
  const rows = 20_000;
  beforeAll(async () => {
    await db.execute(sql`
      insert into audit_log (actor_uid, action, subject_type, subject_id, at)
      select 'owner-of-all', 'applications.read', 'application', 'many-' || n, now() from generate_series(1, ${rows}) n`);
  });

  test('every row is in the file, once', async () => {
    const text = await (await ask('GET /api/office/audit-log.csv')).text();
    const found = text.match(/many-\d+/g) ?? [];
    expect([found.length, new Set(found).size]).toEqual([rows, rows]);
  });

  test('only the rows that are written next are read ahead', async () => {
    let reads = 0;
    const list = {
      ...{ name: 'some', subjectType: 'some', subjectId: () => '', pageSize: 50 },
      keys: () => [{ by: sql`n`, direction: 'asc', type: 'integer' } as const],
      async read(_db: unknown, _selection: unknown, { limit }: { limit: number }) {
        reads += 1;
        return Array.from({ length: limit }, (_, n) => n);
      },
      total: async () => ({ count: 0, isMore: false }),
      valuesOf: (n: number) => [n],
      idOf: (n: number) => n,
      toItems: (_db: unknown, some: number[]) => some,
    };
    const items = allItems(db, list, undefined, new Date());
    for (let taken = 0; taken < 9; taken++) await items.next();
    await items.return(undefined);
    expect(reads).toBeLessThanOrEqual(4);
  });
});
