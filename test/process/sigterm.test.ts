import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { applyBody } from '#test/factories/apply-body.ts';
import { phonePicture, pictureForm } from '#test/factories/pictures.ts';
import { databaseUrlOf, removeDataDir, startServer } from '#test/server-process.ts';
import { signIn } from '#test/sign-in.ts';
import { dataFolder } from './data-folder.ts';
import { openSocket, readReply } from './raw-http.ts';
import { anyAssociateId, type Ledger, submitUntilRefused } from './writers.ts';

// A stop while requests are in progress (docs/robustness.md).

const writers = 12;
const longestStopMs = 10_000;
/** Without the setting, open requests would have been cut off by then. */
const longestOtherwiseMs = 5_500;
const env = { TRUST_PROXY: '1' };

async function applicationsIn(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query('select appraisal_id from applications');
  await client.end();
  return rows.map((row) => String(row.appraisal_id));
}

test('SIGTERM while writers are at work: every request that was begun gets its response', async () => {
  const dataDir = await dataFolder('sample');
  onTestFinished(() => removeDataDir(dataDir));
  const server = await startServer(dataDir, env);
  onTestFinished(() => server.kill());
  const where = { url: server.url, associateId: await anyAssociateId(server.url) };
  const before = new Set(await applicationsIn(await databaseUrlOf(dataDir)));

  // A request whose body is still being sent when the stop arrives.
  const late = applyBody({
    application: { associateId: where.associateId },
    applicant: { email: `${randomUUID()}@tasuki.example` },
  });
  const bytes = Buffer.from(JSON.stringify(late));
  const slow = await openSocket(server.url);
  slow.write(
    `POST /api/appraisal/apply HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n` +
      `X-Forwarded-For: 10.9.9.9\r\nContent-Type: application/json\r\nContent-Length: ${bytes.length}\r\n\r\n`,
  );
  slow.write(bytes.subarray(0, 100));
  const slowReply = readReply(slow);

  const ledger: Ledger = new Map();
  const acknowledged = () => [...ledger.values()].filter((id) => id !== undefined);
  const writing = Array.from({ length: writers }, () => submitUntilRefused(where, ledger));
  await vi.waitFor(() => expect(acknowledged().length).toBeGreaterThan(2 * writers), {
    timeout: 30_000,
    interval: 5,
  });

  const began = performance.now();
  const stopping = server.stop();
  await wait(300);
  slow.write(bytes.subarray(100));
  expect(await stopping).toBe(0);
  expect(performance.now() - began).toBeLessThan(longestStopMs);
  await Promise.all(writing);
  const { status, body } = await slowReply;
  expect({ status, body }).toEqual({ status: 201, body: expect.stringContaining('TS-') });

  const again = await startServer(dataDir, env);
  onTestFinished(async () => void (await again.stop()));
  const stored = await applicationsIn(await databaseUrlOf(dataDir));
  const confirmed = [...acknowledged(), JSON.parse(body).appraisalId];
  // Nothing acknowledged is missing, and nothing unacknowledged was stored.
  expect(stored.filter((id) => !before.has(id)).toSorted()).toEqual(confirmed.toSorted());
  expect(server.output()).not.toMatch(/"level":(50|60)/);
});

const operator = { OPERATOR_EMAIL: 'op@tasuki.example', OPERATOR_PASSWORD: 'a long password' };

/** A server without sample data, with a picture upload whose last byte is held back. */
async function uploadUnderWay(settings: Record<string, string> = {}) {
  const dataDir = await dataFolder('empty');
  onTestFinished(() => removeDataDir(dataDir));
  const server = await startServer(dataDir, { SAMPLE_DATA: 'off', ...operator, ...settings });
  onTestFinished(() => server.kill());
  const { OPERATOR_EMAIL, OPERATOR_PASSWORD } = operator;
  const authorization = `Bearer ${await signIn(server.url, OPERATOR_EMAIL, OPERATOR_PASSWORD)}`;
  const { payload, headers } = pictureForm(await phonePicture());
  const head = Object.entries({ ...headers, authorization, 'content-length': payload.length })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const socket = await openSocket(server.url);
  const begin = Buffer.from(
    `POST /api/upload/image/users/profile HTTP/1.1\r\nHost: localhost\r\n${head}\r\n`,
  );
  await new Promise((sent) => socket.write(Buffer.concat([begin, payload.subarray(0, -1)]), sent));
  return { server, reply: readReply(socket), finish: () => socket.write(payload.subarray(-1)) };
}

test('an upload that takes seconds after SIGTERM is finished, and what comes meanwhile is turned away', async () => {
  const { server, reply, finish } = await uploadUnderWay({ STOP_GRACE_SECONDS: '' });
  const other = await openSocket(server.url);
  const request = 'GET /api/associates HTTP/1.1\r\nHost: localhost\r\n\r\n';
  other.write(request);
  await once(other, 'data');
  // Idle connections are closed at a stop: this one is in the middle of a request.
  other.write(request.slice(0, -2));
  const otherReply = readReply(other);
  await wait(300);
  const stopping = server.stop();
  await wait(longestOtherwiseMs);
  other.write('\r\n');
  const turnedAway = await otherReply;
  expect([
    turnedAway.status,
    turnedAway.headers.get('connection'),
    turnedAway.headers.has('retry-after'),
  ]).toEqual([503, 'close', true]);
  finish();
  expect((await reply).status).toBe(200);
  expect(await stopping).toBe(0);
}, 60_000);

test('a request that does not end within STOP_GRACE_SECONDS gets its answer, too', async () => {
  const { server, reply } = await uploadUnderWay({ STOP_GRACE_SECONDS: '1' });
  const began = performance.now();
  expect(await server.stop()).toBe(0);
  expect(performance.now() - began).toBeLessThan(longestStopMs);
  const { status, headers, body } = await reply;
  expect([status, headers.get('connection'), JSON.parse(body).type]).toEqual([
    503,
    'close',
    'ServiceUnavailable',
  ]);
}, 60_000);
