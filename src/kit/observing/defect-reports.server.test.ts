import { afterEach, describe, expect, test, vi } from 'vitest';
import { buildApp } from '#kit/http/app.server.ts';
import { type RecordingServer, recordingServer } from '#test/stand-ins/recording-server.ts';
import { testApp, testOrigin } from '#test/test-app.ts';
import { defectReports, masked, placeOf } from './defect-reports.server.ts';
import { parseDsn } from './sentry-dsn.server.ts';

const house = await testApp();
let collector: RecordingServer | undefined;
afterEach(() => collector?.close());

const clock = { now: new Date('2026-11-20T10:00:00+09:00') };

/** A collector of error reports, with those received. */
async function collecting(status = 200) {
  const server = await recordingServer(() => ({ status, body: '{}' }));
  collector = server;
  const reports = defectReports(parseDsn(`http://abc@${server.host}/42`), {
    clock: () => clock.now,
    environment: 'test',
  });
  return {
    reports,
    requests: server.requests,
    async events() {
      await reports.settled();
      return server.requests.map(({ body }) => JSON.parse(body.split('\n')[2] ?? ''));
    },
  };
}

describe('a defect of the server', () => {
  test('is reported by the Sentry protocol: type, message, stack and route', async () => {
    const { reports, requests, events } = await collecting();
    reports.report(new TypeError('Cannot read properties of undefined'), 'GET /api/associates/:id');
    const [event] = await events();
    expect(requests[0]).toMatchObject({
      method: 'POST',
      url: '/api/42/envelope/?sentry_key=abc&sentry_version=7',
    });
    const [head, item] = (requests[0]?.body ?? '').split('\n').map((line) => JSON.parse(line));
    expect(head).toEqual({ event_id: event.event_id, sent_at: '2026-11-20T01:00:00.000Z' });
    expect(item).toEqual({ type: 'event' });
    expect(event.event_id).toMatch(/^[0-9a-f]{32}$/);
    expect(event).toMatchObject({
      platform: 'node',
      level: 'error',
      environment: 'test',
      transaction: 'GET /api/associates/:id',
    });
    const [exception] = event.exception.values;
    expect(exception).toMatchObject({
      type: 'TypeError',
      value: 'Cannot read properties of undefined',
    });
    expect(exception.stacktrace.frames.at(-1)).toMatchObject({
      filename: 'src/kit/observing/defect-reports.server.test.ts',
      in_app: true,
    });
  });

  test('met by a request says nothing of who sent it', async () => {
    const { reports, requests } = await collecting();
    const services = { ...house.services, defects: reports };
    const app = await buildApp(services, {
      logLevel: 'silent',
      publicUrl: testOrigin,
      mount(scope) {
        scope.post('/api/broken/:email', { config: { allow: 'anyone' } }, async (request) => {
          const { email } = request.params as { email: string };
          throw new Error(`no "${email}" of 髙橋 花子, TS-1234-5678, 09012345678 <${email}>`);
        });
      },
    });
    const reply = await app.inject({
      method: 'POST',
      url: '/api/broken/hanako@tasuki.example?token=abcdefghijklmnopqrstuvwxyz',
      headers: { cookie: 'tasuki.session=s3cret-cookie' },
      payload: { password: 'p4ssword-of-hanako' },
    });
    expect(reply.statusCode).toBe(500);
    await reports.settled();
    const reported = JSON.stringify(requests);
    expect(reported).toContain('POST /api/broken/:email');
    for (const secret of [
      'hanako',
      '髙橋',
      '花子',
      '1234',
      '0901',
      'abcdefghij',
      's3cret',
      'p4ss',
    ]) {
      expect(reported).not.toContain(secret);
    }
    await app.close();
  });

  test('is reported once a minute, however many requests meet it, and few of many kinds', async () => {
    const { reports, requests } = await collecting();
    const error = new Error('the same');
    for (let n = 0; n < 100; n++) reports.report(error, '/');
    for (let n = 0; n < 100; n++) {
      reports.report(new Error(`${'ab'.repeat(n % 8)} ${'c'.repeat(n % 5)}`), '/');
    }
    await reports.settled();
    expect(requests).toHaveLength(30);
    clock.now = new Date(clock.now.getTime() + 60_000);
    reports.report(error, '/');
    await reports.settled();
    expect(requests).toHaveLength(31);
  });

  test('that cannot be reported disturbs no request', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { reports } = await collecting(503);
    reports.report(new Error('one'), '/');
    await reports.settled();
    await collector?.close();
    collector = undefined;
    reports.report(new Error('two'), '/');
    await reports.settled();
    expect(warned).toHaveBeenCalledTimes(2);
  });

  test('is sent to nobody while no SENTRY_DSN is set', async () => {
    const sent = vi.spyOn(globalThis, 'fetch');
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const reports = defectReports(undefined, { clock: () => clock.now, environment: 'test' });
    reports.report(new Error('quiet'), '/');
    reports.reportPage(new Error('quiet'), '/');
    await reports.settled();
    expect(sent).not.toHaveBeenCalled();
  });
});

test.each([
  ['/my-pledge/0192f3c4-aaaa', '/my-pledge/:id'],
  ['/admin/applications/TS-ABCD-EFGH', '/admin/applications/:id'],
  ['/search/2', '/search/:id'],
  ['/', '/'],
  ['GET /api/users/createByAppraisalId', 'GET /api/users/createByAppraisalId'],
])('the place %s is reported as %s', (path, place) => expect(placeOf(path)).toBe(place));

test.each([
  ["Cannot read properties of undefined (reading 'name')"],
  ['fetch failed (connect ECONNREFUSED)'],
])('the message %s is reported unchanged', (text) => expect(masked(text)).toBe(text));

test.each([
  ['Unexpected token, "{"mail":"a@b.jp"" is no JSON'],
  ["open '/home/hanako/data'"],
  ["Received 'hanako'"],
  ['duplicate key: a@b.jp'],
  ['see https://tasuki.example/x?token=1'],
  ['髙橋の申込番号はTS-1234-ABCD'],
])('of the message %s only what is not personal is reported', (text) =>
  expect(masked(text)).not.toMatch(/hanako|a@b|token=|髙橋|1234|ABCD/),
);
