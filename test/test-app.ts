import { afterAll } from 'vitest';
import { buildApp } from '#server/app.ts';
import { connect } from '#server/db/database.ts';
import { mountRoutes } from '#server/routes.ts';
import { createServices } from '#server/services.ts';
import { testDatabase } from './database.ts';

export const testOrigin = 'http://localhost:3000';
export const testSecret = 'a secret for tests that is long enough';

/**
 * The API on a fresh database of its own, closed after the file's tests. `now` is the test's clock:
 * set `clock.now` to let time pass.
 */
export async function testApp({
  now = new Date('2026-11-20T10:00:00+09:00'),
  publicUrl = testOrigin,
  trustProxy = false,
  hasMailServer = false,
  allowSampleSignIns = true,
  genericAccountMessages = false,
} = {}) {
  const database = await testDatabase();
  const { db, pool } = connect(database.url, { maxConnections: 20 });
  const clock = { now };
  const services = createServices({
    db,
    clock: () => clock.now,
    secret: testSecret,
    publicUrl,
    hasMailServer,
    allowSampleSignIns,
    genericAccountMessages,
  });
  const app = await buildApp(services, {
    logLevel: 'silent',
    trustProxy,
    publicUrl,
    mount: (scope) => mountRoutes(scope, services),
  });
  await app.ready();
  afterAll(async () => {
    await app.close();
    await pool.end();
    await database.drop();
  });
  return { app, services, db, clock, databaseUrl: database.url };
}
export type TestApp = Awaited<ReturnType<typeof testApp>>;
