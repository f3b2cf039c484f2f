import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connect, connectForWork, withTimeout } from '#kit/db/database.server.ts';
import { forWork } from '#kit/dependencies.server.ts';
import { mailSending } from '#people/mail/sending.server.ts';
import { testApp } from '#test/test-app.ts';
import { notifyDonors } from '#warehouse/results/notify-donors.server.ts';
import { releaseDue } from '#warehouse/results/waiting/release-due.server.ts';
import { createServices, type Services } from './services.server.ts';

// Work without a waiting browser uses no request connections, whose timeouts are short (docs/decisions/0002). Here
// those are closed, so that using one fails.

const house = await testApp();
const { dependencies, databaseUrl } = house;
const closed = connect(databaseUrl);
const behind = { ...dependencies, db: closed.db };
let services: Services;

beforeAll(async () => {
  await closed.pool.end();
  services = createServices(behind);
});
afterAll(() => services.topics.stop());

test('a request gets no connection here', async () => {
  await expect(services.legal.list()).rejects.toMatchObject({
    cause: { message: expect.stringContaining('after calling end') },
  });
});

test('mails, notifications, releases, confirmations, thanks and retention run', async () => {
  const warn = vi.spyOn(console, 'warn');
  await mailSending(forWork(behind), async () => undefined).sendWaiting();
  await notifyDonors(forWork(services.ctx));
  await releaseDue(forWork(services.ctx));
  await services.waitingConfirmations.confirmWaiting();
  await services.thanksDelivery.deliverWaiting();
  expect(await services.retention.sweep()).toBe(true);
  expect(warn).not.toHaveBeenCalled();
});

test('so does a start: listening, reading the organisations, creating the owner', async () => {
  await services.topics.start();
  await services.associates.readAtStart();
  const owner = { email: 'boss@example.jp', password: 'a long password of the boss' };
  expect(await services.auth.ensureOperator(owner)).toBe('created');
});

test('no statement of such work has a timeout, and nothing sets one', async () => {
  const { db, pool } = connectForWork(databaseUrl);
  const { rows } = await db.execute(`select current_setting('statement_timeout') as statement,
    current_setting('idle_in_transaction_session_timeout') as idle`);
  await pool.end();
  expect(rows).toEqual([{ statement: '0', idle: '0' }]);
  expect(pool.options).toMatchObject({ query_timeout: 0, connectionTimeoutMillis: 0 });
  expect(withTimeout(db, 60_000)).toBe(db);
});
