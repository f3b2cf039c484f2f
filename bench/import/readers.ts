import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

/** `refused`: answered with 503, or not at all. */
export type Waits = {
  count: number;
  refused: number;
  p50Ms: number;
  p99Ms: number;
  longestMs: number;
};

const everyMs = 20;

/** Requests these pages in turn, fifty times a second without waiting for responses, until stopped. */
export async function ask(
  origin: string,
  paths: readonly string[],
  stopping: AbortSignal,
): Promise<Waits> {
  const underWay = new Set<Promise<void>>();
  const times: number[] = [];
  let refused = 0;
  const one = async (path: string) => {
    const began = performance.now();
    const reply = await fetch(origin + path);
    await reply.arrayBuffer();
    if (!reply.ok) refused += 1;
    times.push(performance.now() - began);
  };
  // The first request connects and is not counted.
  await one(paths[0] ?? '/');
  times.length = 0;
  const began = performance.now();
  for (let n = 0; !stopping.aborted; n++) {
    const each = one(paths[n % paths.length] ?? '/')
      .catch(() => {
        refused += 1;
      })
      .finally(() => underWay.delete(each));
    underWay.add(each);
    await wait(Math.max(0, began + (n + 1) * everyMs - performance.now()));
  }
  await Promise.all(underWay);
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { count: times.length, refused, p50Ms: at(0.5), p99Ms: at(0.99), longestMs: at(1) };
}

/** Runs the readers in a thread; `stop` resolves to their waiting times. */
export function startReaders(origin: string, paths: readonly string[]) {
  const thread = new Worker(new URL('./reading-thread.ts', import.meta.url), {
    workerData: { origin, paths },
  });
  const answer = once(thread, 'message') as Promise<[Waits]>;
  // Reported by `stop`.
  answer.catch(() => undefined);
  return {
    async stop(): Promise<Waits> {
      thread.postMessage('stop');
      const [waits] = await answer;
      return waits;
    },
  };
}
