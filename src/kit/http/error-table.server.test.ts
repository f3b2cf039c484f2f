import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connect } from '#kit/db/database.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { endOutage } from '#kit/observing/outages.server.ts';
import { testApp } from '#test/test-app.ts';
import { buildApp } from './app.server.ts';
import { forPages } from './pages/for-pages.server.ts';

const { services, dependencies } = await testApp();
const missing = join(tmpdir(), 'no such folder');
const readMissing = () => readFile(join(missing, 'file'));
const connectToNothing = async () => {
  const { db, pool } = connect(`postgresql:///tasuki?host=${encodeURIComponent(missing)}`);
  await db.execute('select 1').finally(() => pool.end());
};

/** The API's response to this failure, with what was reported and logged. */
async function answerTo(work: () => Promise<unknown>) {
  const report = vi.spyOn(dependencies.defects, 'report');
  const logged: unknown[] = [];
  // Ends outages left by other tests.
  endOutage('the database is not available');
  vi.spyOn(console, 'warn').mockImplementation((line) => void logged.push(['warn', line]));
  const app = await buildApp(services, {
    logLevel: 'silent',
    publicUrl: dependencies.publicUrl,
    mount: (scope) => {
      scope.addHook('onRequest', async ({ log }) => {
        vi.spyOn(log, 'error').mockImplementation((facts) => logged.push(['error', facts]));
      });
      scope.get('/api/failing', { config: { allow: 'anyone' } }, work);
    },
  });
  onTestFinished(() => app.close());
  const reply = await app.inject('/api/failing');
  const reports = report.mock.calls.map(([, where]) => where);
  return { status: reply.statusCode, body: reply.json(), reports, logged };
}

test('a file that is missing is a defect, and reported', async () => {
  const { status, body, reports, logged } = await answerTo(readMissing);
  expect(logged).toEqual([['error', { err: expect.objectContaining({ code: 'ENOENT' }) }]]);
  expect([status, body.type, reports]).toEqual([500, 'InternalError', ['GET /api/failing']]);
  expect(body.message).not.toContain('ENOENT');
});

test('a database whose socket is missing cannot be reached now, which is no defect', async () => {
  const { status, body, reports, logged } = await answerTo(connectToNothing);
  const line = 'the database is not available (refused): connect ENOENT ';
  expect(logged).toEqual([
    ['warn', expect.stringMatching(`^${line.replace(/[()]/g, '\\$&')}[^\n]+$`)],
  ]);
  expect([status, body.type, reports]).toEqual([503, 'ServiceUnavailable', []]);
});

test('what the caller did wrong is neither reported nor logged', async () => {
  const { status, reports, logged } = await answerTo(async () => {
    throw refuse('Conflict', 'すでにあります。');
  });
  expect([status, reports, logged]).toEqual([409, [], []]);
});

test('being too busy is a warning, and no defect', async () => {
  const { status, logged, reports } = await answerTo(async () => {
    throw refuse('ServiceUnavailable', '混み合っています。');
  });
  const line = 'refused: ServiceUnavailable: 混み合っています。';
  expect([status, logged, reports]).toEqual([503, [['warn', line]], []]);
});

test('pages distinguish the two as the API does', async () => {
  const failing = (facts: () => Promise<never>) =>
    forPages({ ...services, site: { ...services.site, facts } }).site.facts();
  await expect(failing(connectToNothing as () => Promise<never>)).rejects.toMatchObject({
    init: { status: 503 },
  });
  await expect(failing(readMissing as unknown as () => Promise<never>)).rejects.toMatchObject({
    code: 'ENOENT',
  });
});
