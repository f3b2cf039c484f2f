import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { connect } from '#kit/db/database.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { directoryStore } from '#organisations/associates/directory.server.ts';
import { searchesOf } from './keywords.ts';

// Runs in a process of its own, so that memory and pauses are those of the directory alone.

const [url = '', samples = '3000'] = process.argv.slice(2);
const { db, pool } = connect(url, { statementMs: 60_000 });
// The server would answer readers with stale data meanwhile; here every change is awaited.
const directory = directoryStore((_, read) => read(db), {
  mostWaitedFor: Number.POSITIVE_INFINITY,
});
const follow = () => directory.follow(jstDay(new Date()));

const print = (name: string, ...figures: string[]) =>
  console.log(`${name.padEnd(44)}${figures.map((figure) => figure.padStart(14)).join('')}`);
const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;

function memory(): { heap: number; rss: number } {
  for (let n = 0; n < 4; n++) gc?.();
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  return { heap: (heapUsed + arrayBuffers) / 1e6, rss: rss / 1e6 };
}

const mb = ({ heap, rss }: { heap: number; rss: number }) => [
  `${heap.toFixed(0)} MB`,
  `${rss.toFixed(0)} MB`,
];

/** Longest pause of the event loop, in wall-clock time and in CPU time; the latter counts on a shared machine. */
function watchPauses() {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let longestCpuMs = 0;
  let [last, begun] = [process.threadCpuUsage(), performance.now()];
  const sample = () => {
    const { user, system } = process.threadCpuUsage(last);
    longestCpuMs = Math.max(
      longestCpuMs,
      Math.min((user + system) / 1_000, performance.now() - begun),
    );
    [last, begun] = [process.threadCpuUsage(), performance.now()];
  };
  const timer = setInterval(sample, 1);
  let longestGcMs = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestGcMs = Math.max(longestGcMs, duration);
  });
  observer.observe({ entryTypes: ['gc'] });
  delay.enable();
  delay.reset();
  return () => {
    clearInterval(timer);
    delay.disable();
    observer.disconnect();
    return { longestMs: delay.max / 1e6, longestCpuMs, longestGcMs };
  };
}

/**
 * Runs `work` and waits until the directory has applied it; measures wall-clock time, CPU time and
 * the longest pause.
 */
async function measure(name: string, work: () => Promise<unknown>): Promise<void> {
  const stopWatching = watchPauses();
  const began = performance.now();
  const before = process.cpuUsage();
  await work();
  await follow();
  const took = performance.now() - began;
  const { user, system } = process.cpuUsage(before);
  await wait(20);
  const { longestMs, longestCpuMs, longestGcMs } = stopWatching();
  print(
    name,
    ms(took),
    ms((user + system) / 1_000),
    ms(longestMs),
    ms(longestCpuMs),
    ms(longestGcMs),
  );
}

const rename = (where: ReturnType<typeof sql>, mark: string) =>
  db.execute(sql`update associates set summary = ${mark} || right(summary, -1) where ${where}`);
const numbered = (n: number) => sql`id = ${`bench-${n}`}`;

print('', 'in all', 'processor', 'longest pause', 'of processor', 'longest GC');
const empty = memory();
await measure('read at first', async () => undefined);
const full = memory();
await measure('20 changes a second, for 10 s', async () => {
  for (let n = 0; n < 200; n++) {
    const began = performance.now();
    await rename(numbered(n * 7), '新');
    await follow();
    await wait(Math.max(0, 50 - (performance.now() - began)));
  }
});
await measure('2,000 changed at once', () => rename(sql`right(id, 2) in ('12', '34')`, '森'));
await measure('all given to at once', () =>
  db.execute(sql`update associate_months set donation_count = donation_count + 1`),
);
await measure('all renamed at once', () => rename(sql`true`, '海'));
await measure('all renamed once more', () => rename(sql`true`, '川'));
const after = memory();

console.log('');
print('', 'heap', 'resident');
print('without the directory', ...mb(empty));
print('with it', ...mb(full));
print('after the changes', ...mb(after));

console.log('');
print('searches, by processor time', 'p50', 'p95', 'longest', 'p95, by clock');
type Time = { cpuMs: number; clockMs: number };
const percentile = (times: readonly number[], part: number) => {
  const sorted = times.toSorted((a, b) => a - b);
  return ms(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);
};
const row = (times: readonly Time[]) => {
  const cpu = times.map(({ cpuMs }) => cpuMs);
  const clock = times.map(({ clockMs }) => clockMs);
  return [...[0.5, 0.95, 1].map((part) => percentile(cpu, part)), percentile(clock, 0.95)];
};
function timed(work: () => unknown): Time {
  const before = process.threadCpuUsage();
  const began = performance.now();
  work();
  const clockMs = performance.now() - began;
  const { user, system } = process.threadCpuUsage(before);
  return { cpuMs: (user + system) / 1_000, clockMs };
}
const kinds = Object.entries(searchesOf(directory.first({}, 200).items.map(({ name }) => name)));
const each = Math.ceil(Number(samples) / kinds.length);
const all: Time[] = [];
for (const [kind, queries] of kinds) {
  const times: Time[] = [];
  for (let n = 0; n < each; n++) {
    times.push(timed(() => directory.search(queries[n % queries.length] ?? {}, 1)));
    if (n % 10 === 0) await wait(0);
  }
  all.push(...times);
  print(kind, ...row(times));
}
print('all of them', ...row(all));
await pool.end();
