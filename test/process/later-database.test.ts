import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { applyBody, unknownGuest } from '#test/factories/apply-body.ts';
import { forgetLaterMigration, recordLaterMigration } from '#test/fixtures/later-database.ts';
import {
  databaseUrlOf,
  freePort,
  removeDataDir,
  type ServerProcess,
  spawnServer,
  startServer,
} from '#test/server-process.ts';
import { watchSlowness } from '#test/stand-ins/slowness.ts';
import { dataFolder } from './data-folder.ts';

// A later version migrated the database, under a running server and before a start.

const noticedWithinMs = 1_000;

let dataDir: string;
let server: ServerProcess;
let databaseUrl: string;
beforeAll(async () => {
  dataDir = await dataFolder('empty');
  server = await startServer(dataDir, { SAMPLE_DATA: 'off' });
  databaseUrl = await databaseUrlOf(dataDir);
  await get('/faq');
});
afterAll(async () => {
  await server?.stop();
  await removeDataDir(dataDir);
});

async function get(path: string, init?: RequestInit) {
  const reply = await fetch(server.url + path, init);
  return { status: reply.status, body: await reply.text() };
}
const isReady = async () => (await get('/readyz')).status === 200;
const warnings = () => server.output().match(/"level":40/g)?.length ?? 0;

function apply() {
  const { email, headers } = unknownGuest();
  return get('/api/appraisal/apply', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(applyBody({ applicant: { email } })),
  });
}

test('a running server notices within a second, refuses what needs the database, and serves the pages that it has', async () => {
  const slowness = watchSlowness(server.url);
  const before = warnings();
  await recordLaterMigration(databaseUrl, '9.9.9');
  const began = performance.now();
  await vi.waitFor(async () => expect(await isReady()).toBe(false), {
    timeout: 30_000,
    interval: 10,
  });
  await vi.waitFor(async () => expect((await apply()).status).toBe(503), {
    timeout: 30_000,
    interval: 10,
  });
  expect(performance.now() - began - (await slowness())).toBeLessThan(2 * noticedWithinMs);

  expect(await get('/faq')).toMatchObject({ status: 200 });
  expect(await get('/healthz')).toMatchObject({ status: 200 });
  expect(server.output()).toMatch(/9\.9\.9が更新したもの/);

  await forgetLaterMigration(databaseUrl);
  await vi.waitFor(async () => expect(await isReady()).toBe(true), {
    timeout: 30_000,
    interval: 10,
  });
  await vi.waitFor(async () => expect((await apply()).status).toBe(400), {
    timeout: 30_000,
    interval: 10,
  });
  // One line at the beginning, one at the end, and one for all refusals.
  expect(warnings() - before).toBe(3);
  expect(server.output()).not.toContain('stack');
});

test('a start ends with one line that names the version', async () => {
  await recordLaterMigration(databaseUrl, '9.9.9');
  await server.stop();
  const child = spawnServer(dataDir, { PORT: String(await freePort()) });
  const [said, [code]] = await Promise.all([text(child.stderr as never), once(child, 'exit')]);
  expect(code).toBe(1);
  expect(said.trim()).toMatch(
    /^このデータベースは、たすき9\.9\.9が更新したものです。[^\n]+ \/ [^\n]+ by Tasuki 9\.9\.9; [^\n]+$/,
  );
});
