import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Cluster, openCluster } from '#kit/db/cluster.server.ts';
import { runSql } from '#test/database.ts';
import { applyBody, unknownGuest } from '#test/factories/apply-body.ts';
import { removeDataDir, type ServerProcess, startServer } from '#test/server-process.ts';
import { signIn } from '#test/sign-in.ts';
import { type Fault, type FaultProxy, faultProxy } from '#test/stand-ins/fault-proxy.ts';
import { watchSlowness } from '#test/stand-ins/slowness.ts';

// All kinds of failures of the database connection (docs/robustness.md). The request pool has 20 connections.

const operator = {
  OPERATOR_EMAIL: 'operator@example.com',
  OPERATOR_PASSWORD: 'a long password 123',
};
const timeoutMs = 3_000;
const recoveryMs = 10_000;
const atOnceMs = 500;
const crowd = 30;

let databaseDir: string;
let dataDir: string;
let cluster: Cluster;
let proxy: FaultProxy;
let server: ServerProcess;
let token: string;

beforeAll(async () => {
  databaseDir = await mkdtemp(join(tmpdir(), 'tasuki-trouble-'));
  dataDir = await mkdtemp(join(tmpdir(), 'tasuki-trouble-'));
  cluster = await openCluster({ dataDir: databaseDir });
  const socketFolder = new URL(cluster.url.replace('@/', '@x/')).searchParams.get('host') ?? '';
  proxy = await faultProxy(join(socketFolder, '.s.PGSQL.5432'));
  server = await startServer(dataDir, {
    TRUST_PROXY: '1',
    DATABASE_URL: proxy.url,
    SECRET: 'a secret of thirty-two letters or more',
    ...operator,
  });
  token = await signIn(server.url, operator.OPERATOR_EMAIL, operator.OPERATOR_PASSWORD);
  await runSql(
    cluster.url,
    `insert into associates (id, name, summary, classification)
     select id, '青い海の会', '海', 'approved-npo'
     from unnest(array['ao'] || array(select 'ao' || n from generate_series(1, 80) n)) id`,
  );
});
afterAll(async () => {
  await server?.stop();
  await proxy?.close();
  await cluster?.stop();
  await removeDataDir(dataDir);
  await removeDataDir(databaseDir);
});

/** Number of organisations' pages requested, each only once. */
let unseen = 0;

type Answer = { status: number; retryAfter: string | null; ms: number };

async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
  const began = performance.now();
  const reply = await fetch(server.url + path, init);
  await reply.arrayBuffer();
  const retryAfter = reply.headers.get('retry-after');
  return { status: reply.status, retryAfter, ms: performance.now() - began };
}
function apply() {
  const { email, headers } = unknownGuest();
  return ask('/api/appraisal/apply', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(applyBody({ applicant: { email } })),
  });
}

const questions = [
  apply,
  () => ask(`/associate/ao${++unseen}`),
  () => ask(`/associate/ao${++unseen}`),
  // Signed-in people stay signed in: neither 401 nor 403.
  () => ask('/api/office/applications', { headers: { authorization: `Bearer ${token}` } }),
];

const faults: Fault[] = ['refuse', 'reset', 'hang', 'slow'];
describe.each(faults)('while the database %ss', (fault) => {
  beforeAll(async () => {
    await untilChangesAreHeard();
    expect((await ask('/search')).status).toBe(200);
    await proxy.fail(fault);
  });

  test('a crowd is refused within three seconds with Retry-After', async () => {
    const slowness = watchSlowness(server.url);
    const asked = Array.from({ length: crowd }, (_, n) => questions[n % questions.length]?.());
    const answers = await Promise.all(asked);
    const slowMs = await slowness();
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) });
      expect((answer?.ms ?? 0) - slowMs).toBeLessThan(timeoutMs);
    }
  });

  test.each([
    ['a public page that was seen before is served', '/search'],
    ['a balancer is told that visitors may come', '/readyz'],
  ])('%s at once', async (_what, path) => {
    const slowness = watchSlowness(server.url);
    const { status, ms } = await ask(path);
    const isAtOnce = ms - (await slowness()) < atOnceMs;
    expect({ status, isAtOnce }).toEqual({ status: 200, isAtOnce: true });
  });

  test('/health reports it within four seconds', async () => {
    const slowness = watchSlowness(server.url);
    const { status, ms } = await ask('/health');
    expect(status).toBe(503);
    expect(ms - (await slowness())).toBeLessThan(4_000);
  });

  test('everything works again within ten seconds of its end, and no connection is lost', async () => {
    const slowness = watchSlowness(server.url);
    const began = performance.now();
    await proxy.mend();
    // Many requests wait for twenty connections; those that waited a second are refused with 503.
    await vi.waitFor(
      async () => {
        const answers = await Promise.all(Array.from({ length: crowd }, apply));
        expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
      },
      { timeout: 3 * recoveryMs, interval: 200 },
    );
    const tookMs = performance.now() - began;
    expect(tookMs - (await slowness())).toBeLessThan(recoveryMs);
    const { rows } = await query(
      `select application_name as name, count(*)::int as open from pg_stat_activity
       where application_name like 'tasuki%' group by 1`,
    );
    const open = Object.fromEntries(rows.map((row) => [row.name, row.open]));
    expect(open.tasuki ?? 0).toBeLessThanOrEqual(20);
    expect(open['tasuki work'] ?? 0).toBeLessThanOrEqual(5);
    expect(open['tasuki topics'] ?? 0).toBeLessThanOrEqual(1);
    expect(open['tasuki health'] ?? 0).toBeLessThanOrEqual(1);
  });
});

/**
 * Waits until the server has its listening connection back and has dropped its cached pages: each
 * second it polls for changes and then for the schema, and polls again only after reading the
 * answers.
 */
async function untilChangesAreHeard() {
  const askedAt = async () => {
    const { rows } = await query(
      `select extract(epoch from query_start) as at from pg_stat_activity
       where application_name = 'tasuki topics' and query like '%from drizzle.%'`,
    );
    return Number(rows[0]?.at ?? Number.NaN);
  };
  for (let times = 0, last = await askedAt(); times < 3; ) {
    await wait(50);
    const now = await askedAt();
    if (now !== last && !Number.isNaN(now)) times += 1;
    last = now;
  }
}

async function query(text: string) {
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  return client.query(text).finally(() => client.end());
}

test('none of it was a defect to the server', () => {
  expect(server.output()).not.toMatch(/"level":(50|60)/);
  expect(server.process.exitCode).toBeNull();
});

test('an outage is a line when it begins and one when it is over, and no line has a stack', () => {
  const linesWith = (text: string) => server.output().split(text).length - 1;
  const begun = linesWith('"msg":"the database is not available');
  // The connection may flap, but is not logged once per request: each fault has some fifty.
  expect(begun).toBeGreaterThanOrEqual(faults.length);
  expect(begun).toBeLessThanOrEqual(3 * faults.length);
  // The last one may still be going on.
  expect(begun - linesWith('"msg":"over after')).toBeLessThanOrEqual(1);
  expect(server.output()).not.toContain('stack');
});

test('a stop takes at most ten seconds while the database hangs and requests wait', async () => {
  // Repeated refusals are counted, and the counts are written at the stop.
  const lists = [
    'account',
    'applications',
    'donations',
    'mail-preferences',
    'my-pledges',
    'profile',
  ];
  for (const list of [...lists, 'receipts', 'receipts/possible', 'sessions', 'sign-in-methods']) {
    for (let time = 0; time < 2; time++) {
      expect((await ask(`/api/users/${list}`)).status).toBe(401);
    }
  }
  await proxy.fail('hang');
  const waiting = Array.from({ length: crowd }, () => apply().catch(() => undefined));
  const began = performance.now();
  expect(await server.stop()).toBe(0);
  // Five seconds for the requests, one for background work, one for the connections, and a margin.
  expect(performance.now() - began).toBeLessThan(9_000);
  await Promise.all(waiting);
});
