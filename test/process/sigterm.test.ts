import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { applyBody } from '#test/factories/apply-body.ts';
import { databaseUrlOf, removeDataDir, startServer } from '#test/server-process.ts';
import { dataFolder } from './data-folder.ts';
import { openSocket, readReply } from './raw-http.ts';
import { anyAssociateId, type Ledger, submitUntilRefused } from './writers.ts';

// A stop in the middle of work (docs/robustness.md).

const writers = 12;
const longestStopMs = 10_000;
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

  // One whose body is still being sent when the stop is requested.
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
  // Nothing that was acknowledged is missing, and nothing was done whose answer did not arrive.
  expect(stored.filter((id) => !before.has(id)).toSorted()).toEqual(confirmed.toSorted());
  expect(server.output()).not.toMatch(/"level":(50|60)/);
});
