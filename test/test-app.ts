import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished, TestRunner } from 'vitest';
import { connect, connectForWork } from '#kit/db/database.server.ts';
import type { Dependencies, InboundMail } from '#kit/dependencies.server.ts';
import { diskOf } from '#kit/files/disk.server.ts';
import { folderStore } from '#kit/files/files.server.ts';
import { type App, type AppOptions, buildApp } from '#kit/http/app.server.ts';
import { parseTrustedProxies } from '#kit/http/trusted-proxies.server.ts';
import { drawings } from '#kit/images/drawings.server.ts';
import { defectReports } from '#kit/observing/defect-reports.server.ts';
import { observing } from '#kit/observing/observing.server.ts';
import type { OidcProvider } from '#people/sign-in/services/oidc-setting.server.ts';
import { openThreads, type Threads } from '#start/open-threads.server.ts';
import { mountRoutes } from '#start/routes.server.ts';
import { createServices } from '#start/services.server.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { changesHeldHere } from './every-route/hold-changes.ts';

export const testOrigin = 'http://localhost:3000';
export const testSecret = 'a secret for tests that is long enough';

/**
 * Shared by all applications of a worker: starting a thread takes a second of CPU time. Threads
 * stop when idle.
 */
let threads: Threads | undefined;

/**
 * The API on a fresh database, closed at the end of the test or file. `now` is the test's clock:
 * set `clock.now` to move it.
 */
export async function testApp({
  now = new Date('2026-11-20T10:00:00+09:00'),
  publicUrl = testOrigin,
  /** As TRUST_PROXY. */
  trustProxy = '',
  hasMailServer = false,
  /** As MAIL_DELAY_MINUTES: no delay except in tests of it. */
  mailDelayMinutes = 0,
  inboundMail = undefined as InboundMail | undefined,
  allowSampleSignIns = true,
  genericAccountMessages = false,
  oidcProviders = [] as readonly OidcProvider[],
  /** Collects log lines from LOG_LEVEL's default on; without it nothing is logged. */
  log = undefined as string[] | undefined,
  /**
   * Timeout of a statement and of waiting for a connection. Longer than in the product, since test
   * machines are busy; src/kit/db/database.server.test.ts tests the limits, `npm run bench` measures times.
   */
  statementMs = 14_000,
  /** Time zone of the database's sessions; years and months must not depend on it. */
  timeZone = 'UTC',
  /** Whether password hashing is nearly free instead of as costly as in the product. */
  hasCheapPasswords = true,
  /** The product's by default. */
  limits = {} as NonNullable<AppOptions['limits']>,
  /** Adds hooks before the routes. */
  prepare = undefined as ((scope: App) => void) | undefined,
  /** A fresh one by default. */
  database: given = undefined as TestDatabase | undefined,
} = {}) {
  const database = given ?? (await testDatabase());
  const databaseUrl = inTimeZone(database.url, timeZone);
  const { db, pool } = connect(databaseUrl, {
    ...{ maxConnections: 20, connectMs: statementMs, statementMs },
  });
  const { db: workDb, pool: workPool } = connectForWork(databaseUrl);
  const clock = { now };
  const folder = await mkdtemp(join(tmpdir(), 'tasuki-files-'));
  const files = folderStore(folder);
  threads ??= openThreads();
  const dependencies: Dependencies = {
    db,
    workDb,
    threads,
    files,
    disk: diskOf(folder),
    drawings: drawings({ folder: join(folder, 'drawings'), clock: () => clock.now }),
    clock: () => clock.now,
    secret: testSecret,
    passwordCost: hasCheapPasswords ? { memoryCost: 8, timeCost: 1, parallelism: 1 } : undefined,
    publicUrl,
    operatorEmail: 'operator-mail@tasuki.example',
    hasMailServer,
    mailDelayMinutes,
    inboundMail,
    allowSampleSignIns,
    genericAccountMessages,
    oidcProviders,
    observing: observing({ analytics: undefined, errorReporting: undefined }),
    defects: defectReports(undefined, { clock: () => clock.now, environment: 'test' }),
  };
  const services = createServices(dependencies);
  const held = changesHeldHere(pool);
  const app = await buildApp(services, {
    logLevel: log ? 'warn' : 'silent',
    logStream: log && { write: (line) => void log.push(line) },
    proxies: parseTrustedProxies(trustProxy),
    publicUrl,
    // Test machines are busy, and some tests send hundreds of requests at once.
    overload: { lateMs: 60_000 },
    limits,
    mount(scope) {
      held?.watch(scope);
      prepare?.(scope);
      return mountRoutes(scope, services);
    },
  });
  await app.ready();
  atEnd(async () => {
    await app.close();
    await services.security.flush();
    await Promise.all([pool.end(), workPool.end()]);
    await database.drop();
    await rm(folder, { recursive: true });
    held?.expectRows();
  });
  return { app, services, dependencies, db, pool, files, folder, clock, databaseUrl };
}

/**
 * Runs after the current test, or else after the file's tests. Vitest ignores an `afterAll`
 * registered in a test.
 */
export function atEnd(work: () => Promise<void>): void {
  if (TestRunner.getCurrentTest()) onTestFinished(work);
  else afterAll(work);
}

/** Database URL with this time zone for its sessions. */
export const inTimeZone = (url: string, timeZone: string) =>
  `${url}${url.includes('?') ? '&' : '?'}options=${encodeURIComponent(`-c TimeZone=${timeZone}`)}`;

export type TestApp = Awaited<ReturnType<typeof testApp>>;
