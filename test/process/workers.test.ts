import { readFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { connect } from '#kit/db/database.server.ts';
import { runSql } from '#test/database.ts';
import {
  application,
  insertApplications,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import {
  databaseUrlOf,
  freePort,
  removeDataDir,
  type ServerProcess,
  startServer,
} from '#test/server-process.ts';
import { signIn } from '#test/sign-in.ts';
import { dataFolder } from './data-folder.ts';

// Several processes behind one port, on the embedded database (docs/robustness.md).

const count = 3;
const metricsToken = 'a token for scrapes that is long enough';
const waiting = { timeout: 60_000, interval: 50 };
let dataDir: string;
let metricsPort: number;
let server: ServerProcess;
beforeAll(async () => {
  dataDir = await dataFolder('sample');
  metricsPort = await freePort();
  server = await startServer(dataDir, {
    ...{ WEB_CONCURRENCY: String(count), METRICS_TOKEN: metricsToken },
    METRICS_PORT: String(metricsPort),
  });
});
afterAll(async () => {
  await server?.stop();
  await removeDataDir(dataDir);
});

/** Serving processes: children of the server's process, without its database. */
async function workers(): Promise<number[]> {
  const { pid } = server.process;
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const pids = text.trim().split(' ').map(Number);
  const names = await Promise.all(
    pids.map((child) => readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')),
  );
  return pids.filter((_, index) => names[index]?.includes('build/server/index.js'));
}

/** Over a new connection, so that any of the processes may answer. */
const ask = (path: string) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    get(server.url + path, { agent: new Agent({ keepAlive: false }) }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
      );
    }).on('error', reject);
  });
const ofAll = (path: string) => Promise.all(Array.from({ length: count * 3 }, () => ask(path)));

test('as many processes serve as the setting says', async () => {
  expect(await workers()).toHaveLength(count);
  expect(new Set((await ofAll('/')).map(({ status }) => status))).toEqual(new Set([200]));
});

test('whichever of them a scrape reaches, it gets the sum of all, and so does the port of its own', async () => {
  const requests = (text: string) =>
    [...text.matchAll(/^tasuki_requests_total\{.*\} (\d+)$/gm)].reduce(
      (sum, [, n]) => sum + Number(n),
      0,
    );
  const scrapes = [
    () => fetch(`http://127.0.0.1:${metricsPort}/metrics`),
    () => fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } }),
  ];
  for (const scrape of scrapes) {
    await expect
      .poll(async () => (await scrape()).text(), waiting)
      .toContain(`tasuki_processes ${count}\n`);
    const before = requests(await (await scrape()).text());
    await Promise.all(Array.from({ length: 30 }, () => ask('/api/associates')));
    await expect
      .poll(async () => requests(await (await scrape()).text()), waiting)
      .toBeGreaterThanOrEqual(before + 30);
  }
});

test('what changes in the database is soon on the pages of each of them', async () => {
  const path = '/associate/sample-animal-2';
  await ofAll(path);
  await runSql(
    await databaseUrlOf(dataDir),
    `update associates set name = 'どのプロセスでも新しい名前の会' where id = 'sample-animal-2'`,
  );
  await vi.waitFor(async () => {
    const bodies = (await ofAll(path)).map(({ body }) => body);
    expect(bodies.filter((body) => !body.includes('どのプロセスでも新しい名前の会'))).toEqual([]);
  }, waiting);
});

test('what somebody writes to one of them is on the pages of all once it is answered', async () => {
  const associateId = 'sample-animal-3';
  const { db, pool } = connect(await databaseUrlOf(dataDir));
  onTestFinished(() => pool.end());
  const results = 5;
  await insertApplications(
    db,
    Array.from({ length: results }, (_, n) => application(n, { associateId })),
  );
  const password = /operator@mihon\.example\s+(\S+)/.exec(server.output())?.[1] ?? '';
  const token = await signIn(server.url, 'operator@mihon.example', password);
  const counts = async () => {
    const bodies = (await ofAll(`/associate/${associateId}`)).map(({ body }) => body);
    return new Set(
      bodies.map((body) => Number(/累計のご寄付\D+?>(\d+)<\/span>件/.exec(body)?.[1])),
    );
  };
  const [before = Number.NaN] = await counts();
  for (let n = 0; n < results; n++) {
    const reply = await fetch(`${server.url}/api/csv/appraisal-result?release=now`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({
        csv: resultFile(resultLine(n, { associate: associateId })),
        overrideReason: '試験のためです。',
      }),
    });
    expect(reply.status).toBe(200);
    expect(await counts()).toEqual(new Set([before + n + 1]));
  }
});

test('one that dies is replaced, and the others answer meanwhile', async () => {
  const [victim = 0, ...rest] = await workers();
  process.kill(victim, 'SIGKILL');
  // Connections of the killed process are reset; none may be left hanging.
  await Promise.allSettled(Array.from({ length: 10 }, () => ofAll('/readyz')));
  await vi.waitFor(async () => expect(await workers()).not.toContain(victim), waiting);
  expect((await ask('/readyz')).status).toBe(200);
  await vi.waitFor(async () => {
    const now = await workers();
    expect(now).toHaveLength(count);
    expect(now).toEqual(expect.arrayContaining(rest));
  }, waiting);
});

test('a stop ends all of them, and the database', async () => {
  const before = await workers();
  expect(await server.stop()).toBe(0);
  const left = await Promise.all(
    before.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => 'gone')),
  );
  expect(left).toEqual(before.map(() => 'gone'));
});
