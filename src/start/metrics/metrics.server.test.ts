import { createServer } from 'node:net';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '#kit/http/app.server.ts';
import { pageCache } from '#kit/http/pages/page-cache.server.ts';
import { poll } from '#kit/jobs/poll.server.ts';
import { readEnv } from '#start/env.server.ts';
import { mountRoutes } from '#start/routes.server.ts';
import { databaseName, runSql, databaseUrl as urlInServer } from '#test/database.ts';
import { testApp } from '#test/test-app.ts';
import { openMetrics } from './metrics.server.ts';

// Eyes (docs/operations.md): what Prometheus reads, and who may.

const token = 'a token for scrapes that is long enough';

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

/** A service with metrics by these settings, and what a scrape with the token reads. */
async function watched(settings: Record<string, string> = { METRICS_TOKEN: token }) {
  const house = await testApp();
  const { dependencies, services, pool } = house;
  const metrics = await openMetrics(readEnv(settings), {
    dependencies,
    pools: { requests: pool },
    cache: pageCache({ maxBytes: 1_000_000 }),
    isWorker: false,
  });
  const app = await buildApp(services, {
    logLevel: 'silent',
    publicUrl: dependencies.publicUrl,
    measure: metrics?.watch,
    async mount(scope) {
      await mountRoutes(scope, services);
      metrics?.mount(scope);
    },
  });
  const close = await metrics?.listen();
  onTestFinished(async () => {
    await app.close();
    await close?.();
  });
  const scrape = async (authorization = `Bearer ${token}`) => {
    const { statusCode, body, headers } = await app.inject({
      url: '/metrics',
      headers: { authorization },
    });
    return { statusCode, body, headers, value: valuesOf(body) };
  };
  return { ...house, app, metrics, scrape };
}

/** Reads a sample by its name and labels as Prometheus writes them. */
const valuesOf = (text: string) => (sample: string) => {
  const line = text.split('\n').find((one) => one.startsWith(`${sample} `));
  return line === undefined ? undefined : Number(line.slice(sample.length + 1));
};

test('nobody gets metrics without a setting, nor without its token', async () => {
  const without = await watched({});
  expect(without.metrics).toBeUndefined();
  expect((await without.scrape()).statusCode).toBe(404);

  const { app, scrape } = await watched();
  expect((await app.inject('/metrics')).statusCode).toBe(401);
  expect((await scrape('Bearer a token that somebody guessed')).statusCode).toBe(401);
  const { statusCode, headers } = await scrape();
  expect(statusCode).toBe(200);
  expect(headers['cache-control']).toBe('no-store');
});

test('METRICS_PORT answers on this machine alone, and knows no other path', async () => {
  const port = await freePort();
  const { app } = await watched({ METRICS_PORT: String(port) });
  expect((await app.inject('/metrics')).statusCode).toBe(404);
  const reply = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(valuesOf(await reply.text())('tasuki_processes')).toBe(1);
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(404);
});

test('requests are counted by route and status, never by what a visitor chose', async () => {
  const { app, metrics, scrape } = await watched();
  await app.inject('/api/associates/not-there-4711');
  await app.inject('/api/associates/not-there-4712');
  await app.inject({ method: 'POST', url: '/api/no-such-route-4713' });
  metrics?.noteHit(200);
  const { body, value } = await scrape();
  const associates = 'method="GET",route="/api/associates/:id",status="404"';
  expect(value(`tasuki_requests_total{${associates}}`)).toBe(2);
  expect(value('tasuki_requests_total{method="GET",route="cached page",status="200"}')).toBe(1);
  expect(value('tasuki_request_seconds_count{route="/api/associates/:id"}')).toBe(2);
  expect(body).toContain('route="none"');
  // Not the digits alone, which may occur in a measured value.
  expect(body).not.toMatch(/not-there|no-such-route/);
});

test('the process tells its event loop, connections and jobs', async () => {
  const { db, scrape } = await watched();
  await db.execute('select 1');
  const job = poll(async () => undefined, { job: 'watched', everyMs: 60_000, failing: 'nothing' });
  const broken = poll(() => Promise.reject(new Error('not today')), {
    ...{ job: 'broken', everyMs: 60_000, failing: 'a job of a test' },
  });
  for (const one of [job, broken]) one.start();
  onTestFinished(async () => void (await Promise.all([job.stop(), broken.stop()])));
  await new Promise(setImmediate);
  const { value } = await scrape();
  expect(value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  expect(value('tasuki_connections{pool="requests",state="idle"}')).toBeGreaterThan(0);
  expect(value('tasuki_job_end_timestamp_seconds{name="watched"}')).toBeGreaterThan(0);
  expect(value('tasuki_job_failures{name="broken"}')).toBe(1);
  expect(value('tasuki_job_end_timestamp_seconds{name="broken"}')).toBeUndefined();
});

test('the service tells its mails, requests, promises, disk and books', async () => {
  const { db, scrape } = await watched();
  const mail = (id: number, state: string, minutes: number, waits = 0) => sql`
    insert into outbox_mails (dedupe_key, message_id, kind, recipient, subject, text_body, state, created_at, waits_minutes)
    values (${`k${id}`}, ${`m${id}`}, 'welcome', 'a@example.jp', 's', 't', ${state}, now() - make_interval(mins => ${minutes}), ${waits})`;
  await db.execute(mail(1, 'waiting', 30, 10));
  await db.execute(mail(2, 'waiting', 5));
  await db.execute(mail(3, 'dead', 600));
  await db.execute(mail(4, 'held', 600));
  await db.execute(sql`insert into approvals (id, kind, subject_id, change, asked_by, asked_at)
    values ('a1', 'role', 'u1', '{}', 'u2', now() - interval '3 hours')`);
  const { value } = await scrape();
  expect(value('tasuki_facts_up')).toBe(1);
  expect(value('tasuki_mails{state="waiting"}')).toBe(2);
  expect(value('tasuki_mails{state="dead"}')).toBe(1);
  expect(value('tasuki_mails{state="held"}')).toBe(1);
  // Thirty minutes, less the ten that it was to wait.
  expect(value('tasuki_mail_oldest_seconds')).toBeCloseTo(20 * 60, -1.5);
  expect(value('tasuki_approvals_waiting')).toBe(1);
  expect(value('tasuki_approval_oldest_seconds')).toBeCloseTo(3 * 3600, -1.5);
  expect(value('tasuki_promises_broken{promise="boxes"}')).toBe(0);
  expect(value('tasuki_disk_free_bytes')).toBeGreaterThan(0);
  expect(value('tasuki_ledger_imbalance_yen')).toBe(0);
});

test('backups tell the last that succeeded, and the last that was proven', async () => {
  const { db, clock, scrape } = await watched();
  const began = (await scrape()).value;
  // No sample at all, which an alert on absence sees.
  expect(began('tasuki_backup_timestamp_seconds')).toBeUndefined();
  const row = (id: string, hours: number, state: string, proof: string | null) => sql`
    insert into backups (id, started_at, ended_at, state, destination, proven_at, proof)
    values (${id}, to_timestamp(${hours * 3600}), to_timestamp(${hours * 3600 + 60}), ${state}, 'folder',
      ${proof === null ? null : sql`to_timestamp(${hours * 3600 + 90})`}, ${proof})`;
  await db.execute(row('b1', 1, 'done', 'ok'));
  await db.execute(row('b2', 25, 'done', '件数が違います'));
  await db.execute(row('b3', 49, 'failed', null));
  clock.now = new Date(clock.now.getTime() + 11_000);
  const backups = async () => {
    const { value } = await scrape();
    return ['timestamp_seconds', 'proven_timestamp_seconds', 'failed'].map((name) =>
      value(`tasuki_backup_${name}`),
    );
  };
  await expect.poll(backups).toEqual([25 * 3600 + 60, 3600 + 90, 1]);
});

test('books that do not balance are told', async () => {
  const { db, scrape } = await watched();
  await db.execute(sql`insert into kept_sums (name, key, count, amount)
    select 'ledger-debit', code || ' 2026-11', 1, 700 from ledger_accounts order by code limit 1`);
  expect((await scrape()).value('tasuki_ledger_imbalance_yen')).toBe(700);
});

test('many scrapes cost one: the database is asked once in ten seconds', async () => {
  const { pool, clock, scrape } = await watched();
  await scrape();
  let statements = 0;
  const { query } = pool;
  pool.query = ((...asked: Parameters<typeof query>) => {
    statements += 1;
    return query.apply(pool, asked);
  }) as typeof query;
  await Promise.all(Array.from({ length: 20 }, () => scrape()));
  expect(statements).toBe(0);
  clock.now = new Date(clock.now.getTime() + 11_000);
  // The text is shared for a second of the machine's own clock.
  await expect.poll(async () => (await scrape()) && statements).toBeGreaterThan(0);
  // Queues, days of the promises, boxes past them, bank answers: one statement each.
  expect(statements).toBeLessThan(6);
});

test('while the database is away, a scrape still answers and says so', async () => {
  const { databaseUrl, scrape } = await watched();
  const name = databaseName(databaseUrl);
  const admin = urlInServer(databaseUrl, 'postgres');
  await runSql(admin, `alter database ${name} allow_connections false`);
  await runSql(
    admin,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  );
  const { statusCode, value } = await scrape();
  expect(statusCode).toBe(200);
  expect(value('tasuki_facts_up')).toBe(0);
  expect(value('tasuki_mails{state="waiting"}')).toBeUndefined();
  expect(value('tasuki_processes')).toBe(1);
  await runSql(admin, `alter database ${name} allow_connections true`);
});
