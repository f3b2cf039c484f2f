import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runSql } from '#test/database.ts';
import { databaseUrlOf, freePort, removeDataDir, startServer } from '#test/server-process.ts';
import { watchSlowness } from '#test/stand-ins/slowness.ts';
import {
  crashingMailServer,
  hangingMailServer,
  mailServer,
  messageIdOf,
} from '#test/stand-ins/smtp-server.ts';
import { dataFolder } from './data-folder.ts';
import { submit } from './writers.ts';

// Whatever the mail server does, applicants do not notice, and every mail is sent (docs/robustness.md).

const perPhase = 4;
const longestDelayMs = 60_000;
const waitOptions = { timeout: 120_000, interval: 50 };

test('a mail server that crashes, hangs and refuses delays no request; every mail is sent after it', async () => {
  const dataDir = await dataFolder('empty');
  onTestFinished(() => removeDataDir(dataDir));
  const port = await freePort();
  const env = { SAMPLE_DATA: 'off', TRUST_PROXY: '1', SMTP_URL: `smtp://127.0.0.1:${port}` };
  const server = await startServer(dataDir, env);
  onTestFinished(async () => void (await server.stop()));
  const databaseUrl = await databaseUrlOf(dataDir);
  await runSql(
    databaseUrl,
    `insert into associates (id, name, summary, classification) values ('ao', '青い海の会', '', 'npo')`,
  );
  async function applySome() {
    const keys = Array.from({ length: perPhase }, () => randomUUID());
    const where = { url: server.url, associateId: 'ao' };
    const numbers = await Promise.all(keys.map((key) => submit({ ...where, key })));
    expect(numbers).toEqual(keys.map(() => expect.stringMatching(/^TS-/)));
  }

  const crashing = await crashingMailServer({ port });
  await applySome();
  await vi.waitFor(() => expect(crashing.received.length).toBeGreaterThan(0), waitOptions);
  await crashing.close();

  const hanging = await hangingMailServer({ port });
  await applySome();
  await vi.waitFor(() => expect(hanging.connections()).toBeGreaterThan(0), waitOptions);
  await applySome();
  await hanging.close();

  // Nothing listens on the port any more.
  await applySome();

  const slowness = watchSlowness(server.url);
  const began = performance.now();
  const back = await mailServer({ port });
  onTestFinished(() => back.close());
  await vi.waitFor(() => expect(back.accepted.length).toBe(4 * perPhase), waitOptions);
  const tookMs = performance.now() - began;
  expect(tookMs - (await slowness())).toBeLessThan(longestDelayMs);

  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  const outbox = async () =>
    (await client.query('select message_id, state from outbox_mails')).rows;
  await vi.waitFor(async () => {
    expect((await outbox()).every(({ state }) => state === 'sent')).toBe(true);
  }, waitOptions);
  const written = (await outbox()).map((row) => String(row.message_id));
  expect(back.accepted.map(messageIdOf).toSorted()).toEqual(written.toSorted());
  // Mails that arrived before the crash were sent again with the same Message-ID.
  for (const mail of crashing.received) expect(written).toContain(messageIdOf(mail));
  expect(server.output()).not.toMatch(/"level":(50|60)/);
}, 240_000);
