import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { submit } from '#test/process/writers.ts';
import { databaseUrlOf, removeDataDir } from '#test/server-process.ts';
import { startLightWriter } from './light-writer.ts';
import { type Measured, measuredRequests } from './list-requests.ts';
import { dataFolder, fillOtherLists, sizeOf } from './million.ts';
import { startServer } from './server.ts';
import { type KeptSession, keepSession } from './session.ts';

/** With fewer, the 95th percentile would depend on a single hiccup of the machine. */
const requestsEach = 60;
/** Not counted: the first requests after a start compile code. */
const warmUps = 5;
/** Very slow requests are repeated less often. */
const maxTotalMs = 9_000;
const minRequests = 5;
/** Cursors to follow to a page far behind. */
const pagesBehind = 200;

type Times = { p50: number; p95: number; max: number; count: number; failed: Map<number, number> };

type Bench = { origin: string; client: pg.Client; sessions: Record<string, KeptSession> };

/**
 * `npm run bench -- lists [--keep] [--donations N] [--only WORD]`: durations of lists, searches,
 * counts and first renders over a million donations, at rest and during writes. `--keep` leaves the
 * data for the next run; `--only` selects by name.
 */
export async function reportLists(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      keep: { type: 'boolean' },
      donations: { type: 'string', default: '1000000' },
      only: { type: 'string', default: '' },
    },
  });
  const size = sizeOf(Number(values.donations));
  const folder = await dataFolder(size);
  const server = await startServer({ DATA_DIR: folder, TRUST_PROXY: '1', SAMPLE_DATA: 'off' });
  const client = new pg.Client({ connectionString: await databaseUrlOf(folder) });
  await client.connect();
  try {
    await fillOtherLists(client, size);
    const sessions = await signedIn(server.origin, client);
    const bench = { origin: server.origin, client, sessions };
    const associateId = await staffsAssociate(client);
    const measured = (await measuredRequests(client)).filter(({ name }) =>
      name.includes(values.only),
    );
    console.log(`\n## ${size.donations} donations, load of the machine ${loads()}\n`);
    const atRest = await timesOf(bench, measured);
    const token = () => (sessions.operator as KeptSession).token();
    await submit({ url: server.origin, associateId, key: 'warm-up' });
    const writer = startLightWriter({ origin: server.origin, associateId, token });
    const began = performance.now();
    const whileWriting = await timesOf(bench, measured);
    const written = await writer.stop();
    const perSecond = (written / ((performance.now() - began) / 1_000)).toFixed(1);
    printTable(measured, atRest, whileWriting);
    console.log(`\n${perSecond} writes a second meanwhile; load at the end ${loads()}`);
  } finally {
    await client.end();
    await server.stop();
    if (!values.keep) await removeDataDir(folder);
  }
}

const loads = () =>
  loadavg()
    .map((load) => load.toFixed(1))
    .join(', ');

async function staffsAssociate(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `select associate_id as id from staff_memberships where uid = 'sample-staff'`,
  );
  return rows[0]?.id ?? '';
}

async function signedIn(origin: string, client: pg.Client): Promise<Record<string, KeptSession>> {
  const { rows } = await client.query<{
    value: { signIns: { role: string; email: string; password: string }[] };
  }>(`select value from settings where key = 'sample'`);
  const sessions: Record<string, KeptSession> = {};
  for (const { role, email, password } of rows[0]?.value.signIns ?? []) {
    sessions[role] = await keepSession(origin, email, password);
  }
  return sessions;
}

async function timesOf(bench: Bench, measured: readonly Measured[]): Promise<Times[]> {
  const all: Times[] = [];
  for (const one of measured) {
    const times = await timesOfOne(bench, one);
    // The table comes at the end; this shows the progress.
    const line = [`${figuresOf(times).join(' / ')} ms`, one.name, ...failuresOf(times)].join('  ');
    process.stderr.write(`${line}\n`);
    all.push(times);
  }
  return all;
}

async function timesOfOne(bench: Bench, measured: Measured): Promise<Times> {
  const { paths, write } = measured;
  const failed = new Map<number, number>();
  const times: number[] = [];
  const began = performance.now();
  let path = measured.isFarBehind ? await farBehind(bench, measured) : undefined;
  for (let asked = 0; asked < warmUps + requestsEach; asked++) {
    if (asked >= warmUps + minRequests && performance.now() - began > maxTotalMs) break;
    if (write) await change(bench, write);
    const { status, ms, next } = await ask(
      bench,
      measured.as,
      path ?? paths[asked % paths.length] ?? '',
    );
    if (status !== 200) failed.set(status, (failed.get(status) ?? 0) + 1);
    if (asked >= warmUps) times.push(ms);
    if (measured.isFarBehind && next) path = next;
  }
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), max: at(1), count: times.length, failed };
}

/** Responses stay compressed: decompressing would take CPU time from the server. */
const agent = new Agent({ keepAlive: true });

/** Sends one request; `next` is the path of the next page, from the cursor in the response. */
async function ask({ origin, sessions }: Bench, as: Measured['as'], path: string) {
  const headers: Record<string, string> = { 'accept-encoding': 'br' };
  const session = sessions[as];
  if (session) headers.authorization = `Bearer ${await session.token()}`;
  const { url, body } = typedInBody(path);
  if (body) headers['content-type'] = 'application/json';
  const began = performance.now();
  const clientRequest = request(origin + url, { method: body ? 'POST' : 'GET', headers, agent });
  const [reply] = (await once(clientRequest.end(body), 'response')) as [IncomingMessage];
  reply.resume();
  await once(reply, 'end');
  const ms = performance.now() - began;
  const cursor = reply.headers['x-next-cursor'];
  const next = typeof cursor === 'string' ? withParameter(path, 'cursor', cursor) : undefined;
  return { status: reply.statusCode ?? 0, ms, next };
}

/** Search terms for people go in the body. */
function typedInBody(path: string): { url: string; body?: string } {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  if (!pathname.startsWith('/api/office/') || !searchParams.has('keyword')) return { url: path };
  return { url: `${pathname}/search`, body: JSON.stringify(Object.fromEntries(searchParams)) };
}

/** Path of a page far behind, by following cursors; the first if there is only one. */
async function farBehind(bench: Bench, { as, paths: [path = ''] }: Measured): Promise<string> {
  let behind = path;
  for (let page = 0; page < pagesBehind; page++) {
    const { next } = await ask(bench, as, behind);
    if (next === undefined) break;
    behind = next;
  }
  return behind;
}

function withParameter(path: string, name: string, value: string): string {
  const url = new URL(path, 'http://localhost');
  url.searchParams.set(name, value);
  return url.pathname + url.search;
}

/** Writes, and waits until the server must have been notified. */
async function change({ client }: Bench, write: string): Promise<void> {
  await client.query(write);
  await wait(50);
}

const figuresOf = ({ p50, p95, max }: Times) => [p50, p95, max].map((ms) => ms.toFixed(0));

const failuresOf = ({ failed, count }: Times) =>
  [...failed].map(([status, times]) => `${status} ${times} of ${count} times`);

function printTable(measured: readonly Measured[], ...columns: Times[][]): void {
  console.log('| | at rest p50 | p95 | max | others writing p50 | p95 | max | |');
  console.log('|---|---:|---:|---:|---:|---:|---:|---|');
  let over = 0;
  for (const [index, { name, limitMs }] of measured.entries()) {
    const each = columns.flatMap((column) => column[index] ?? []);
    const isOver = each.some(({ p95, failed }) => p95 > limitMs || failed.size > 0);
    if (isOver) over += 1;
    const figures = each.flatMap(figuresOf);
    const notes = each.flatMap(failuresOf);
    const verdict = isOver ? `**over ${limitMs} ms**` : '';
    console.log(`| ${name} | ${figures.join(' | ')} | ${[verdict, ...notes].join(' ').trim()} |`);
  }
  console.log(`\n${over} of ${measured.length} over their limit`);
}
