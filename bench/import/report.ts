import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { associatePaths, operatorOf } from '#bench/rates/loads.ts';
import { prepareApplications } from '#bench/rates/writers.ts';
import { startServer } from '#bench/server.ts';
import type { KeptSession } from '#bench/session.ts';
import { resultFile, resultHeader, resultLine } from '#test/factories/donating.ts';
import { databaseUrlOf } from '#test/server-process.ts';
import { forgetPeak, peakMb, startCounting } from './processor-time.ts';
import { startReaders, type Waits } from './readers.ts';

const restMs = 10_000;
/** Files of one row, for warming up and for measuring. */
const singles = { warmUps: 30, counted: 100 };

type Bench = {
  origin: string;
  pid: number;
  postmaster: number;
  client: pg.Client;
  operator: KeptSession;
  paths: readonly string[];
  /** Lines of a result file, for applications without a result. */
  nextLines(count: number): string[];
};

/**
 * `npm run bench -- import [--rows N] [--profile FOLDER]`: the cost of a result file of that size,
 * released at once and with waiting rows, compared with bare COPY of the same rows; how long
 * readers wait meanwhile; and the cost of a file of one row.
 */
export async function reportImport(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { rows: { type: 'string', default: '100000' }, profile: { type: 'string' } },
  });
  const rows = Number(values.rows);
  const dataDir = await mkdtemp(join(tmpdir(), 'tasuki-import-'));
  const nodeArgs = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : [];
  const env = { DATA_DIR: dataDir, WEB_CONCURRENCY: '1' };
  // A separate server fills the database, since it keeps memory that it no longer needs.
  const filling = await startServer(env);
  const needed = 2 * rows + singles.warmUps + singles.counted;
  const associateIdOf = await prepareApplications(dataDir, needed);
  await filling.stop();
  const server = await startServer(env, nodeArgs);
  const client = new pg.Client({ connectionString: await databaseUrlOf(dataDir) });
  await client.connect();
  try {
    await client.query('vacuum (analyze)');
    let used = 0;
    const bench: Bench = {
      ...server,
      client,
      operator: await operatorOf(server.origin, dataDir),
      paths: await associatePaths(dataDir),
      postmaster: Number(
        (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0],
      ),
      nextLines(count) {
        const from = used;
        used += count;
        return Array.from({ length: count }, (_, index) => {
          const n = from + index;
          return resultLine(n, { associate: associateIdOf(n), appraised: 1_000 + (n % 9_000) });
        });
      },
    };
    await reportAll(bench, rows);
  } finally {
    await client.end();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function reportAll(bench: Bench, rows: number): Promise<void> {
  console.log('\n## A file of one result, released at once\n');
  for (const line of bench.nextLines(singles.warmUps)) await upload(bench, resultFile(line), true);
  const each = await costOf(bench, async () => {
    for (const line of bench.nextLines(singles.counted)) {
      await upload(bench, resultFile(line), true);
    }
  });
  console.log(textOf(each, { per: singles.counted, unit: 'ms' }));

  if (rows === 0) return;
  console.log(`\n## Files of ${rows} results\n`);
  // The first reading is of pages that are not cached yet.
  await readersWaits(bench);
  const atRest = await readersWaits(bench);
  console.log(`readers at rest: ${waitsOf(atRest)}`);
  const lines = bench.nextLines(rows);
  const file = resultFile(...lines);
  const copied = await costOf(bench, () => bareCopy(bench, lines));
  console.log(`bare COPY of the same rows: ${textOf(copied)}`);
  await forgetPeak(bench.pid);
  console.log(`memory before: ${(await peakMb(bench.pid)).toFixed(0)} MB`);
  // Without readers, whose pages would be counted as well.
  const taken = await costOf(bench, async () => void (await upload(bench, file, true)));
  console.log(`released at once, until answered: ${textOf(taken)}`);
  const mailCost = await costOf(bench, () => allMailsWritten(bench));
  console.log(`and until all mails are in the outbox: ${textOf(mailCost)}`);
  console.log(`memory: at most ${(await peakMb(bench.pid)).toFixed(0)} MB`);
  const waiting = resultFile(...bench.nextLines(rows));
  let batchId = '';
  await reportStep(bench, 'rows that wait, until answered', atRest, async () => {
    batchId = await upload(bench, waiting, false);
  });
  await reportStep(bench, 'their release, until answered', atRest, () => release(bench, batchId));
  await reportStep(bench, 'and until all mails are in the outbox', atRest, () =>
    allMailsWritten(bench),
  );
}

async function readersWaits({ origin, paths }: Bench): Promise<Waits> {
  const readers = startReaders(origin, paths);
  await wait(restMs);
  return readers.stop();
}

async function reportStep(bench: Bench, name: string, atRest: Waits, work: () => Promise<void>) {
  const readers = startReaders(bench.origin, bench.paths);
  const cost = await costOf(bench, work);
  const waits = await readers.stop();
  const peak = (await peakMb(bench.pid)).toFixed(0);
  const ratio = (waits.p99Ms / atRest.p99Ms).toFixed(1);
  console.log(`${name}: ${textOf(cost)}, at most ${peak} MB
  readers: ${waitsOf(waits)}; p99 ${ratio} x that at rest`);
}

type Cost = Awaited<ReturnType<typeof costOf>>;

async function costOf({ pid, postmaster }: Bench, work: () => Promise<void>) {
  const count = await startCounting(pid, postmaster);
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1_000;
  return { seconds, ...(await count()) };
}

function textOf(cost: Cost, { per, unit } = { per: 1, unit: 's' }): string {
  const figure = (seconds: number) => {
    const value = unit === 'ms' ? (seconds * 1_000) / per : seconds / per;
    return `${value.toFixed(1)} ${unit}`;
  };
  const own = figure(cost.mainSeconds + cost.othersSeconds);
  const parts = `${figure(cost.mainSeconds)} main thread, ${figure(cost.othersSeconds)} others`;
  return `${own} of processor time (${parts}), ${figure(cost.databaseSeconds)} in the database, ${figure(cost.seconds)} in all`;
}

const waitsOf = ({ count, refused, p50Ms, p99Ms, longestMs }: Waits) =>
  `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, longest ${longestMs.toFixed(0)} ms (${count} pages, ${refused} refused)`;

/** Uploads a file like the operator's page; returns its batch. */
async function upload({ origin, operator }: Bench, csv: string, releasesNow: boolean) {
  const path = `/api/csv/appraisal-result${releasesNow ? '?release=now' : ''}`;
  const form = new FormData();
  form.append('overrideReason', '測定のためです。');
  form.append('csv', new Blob([csv], { type: 'text/csv' }), 'results.csv');
  const reply = await post(origin + path, operator, form);
  return (reply as { batchId: string }).batchId;
}

async function release({ origin, operator, client }: Bench, id: string): Promise<void> {
  const reason = `update waiting_results set override_reason = 'bench' where batch_id = $1 and flags <> '{}'`;
  await client.query(reason, [id]);
  await post(`${origin}/api/office/results/batches/${id}/release`, operator, { version: 1 });
}

async function post(url: string, operator: KeptSession, body: FormData | object): Promise<unknown> {
  const isForm = body instanceof FormData;
  const reply = await fetch(url, {
    method: 'POST',
    headers: {
      ...(!isForm && { 'content-type': 'application/json' }),
      authorization: `Bearer ${await operator.token()}`,
    },
    body: isForm ? body : JSON.stringify(body),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${url} was answered ${reply.status}: ${text.slice(0, 1_000)}`);
  return JSON.parse(text);
}

/** Waits until the mails of all batches are written. */
async function allMailsWritten({ client }: Bench): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select from result_batches where mails_due limit 1');
    if (rows.length === 0) return;
    await wait(100);
  }
}

/** The upper bound: the same rows into a plain table by one statement, without parsing or checks. */
async function bareCopy({ client }: Bench, lines: readonly string[]): Promise<void> {
  const columns = resultHeader.split(',').map((name) => `${pg.escapeIdentifier(name)} text`);
  await client.query(`create table bench_results (${columns.join(', ')})`);
  const copy = client.query(copyFrom('copy bench_results from stdin (format csv)'));
  await pipeline(Readable.from([lines.map((line) => `${line}\n`).join('')]), copy);
  await client.query('drop table bench_results');
}
