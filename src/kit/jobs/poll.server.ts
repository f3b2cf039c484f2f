import { setTimeout as wait } from 'node:timers/promises';
import { logFailure } from '#kit/observing/outages.server.ts';

/** Work that goes on behind the requests. */
export type Poll = {
  start(): void;
  /** Resolves once the round under way has ended. */
  stop(): Promise<void>;
};

/** Rounds of each job in this process: end of the last one that succeeded, and failures so far. */
export const jobRounds = new Map<string, { endedAtMs: number | undefined; failures: number }>();

/**
 * Repeats `work` until stopped, with a pause between two rounds. A round that fails is noted as `failing` and tried again;
 * one that is long stops at `signal`. Metrics know it as `job`.
 */
export function poll(
  work: (signal: AbortSignal) => Promise<unknown>,
  {
    job,
    everyMs,
    firstAfterMs = 0,
    failing,
  }: { job: string; everyMs: number | (() => number); firstAfterMs?: number; failing: string },
): Poll {
  const stopping = new AbortController();
  const { signal } = stopping;
  let loop: Promise<void> | undefined;

  const pause = (ms: number) => wait(ms, undefined, { signal, ref: false }).catch(() => {});
  async function repeat() {
    if (firstAfterMs > 0) await pause(firstAfterMs);
    const rounds = { endedAtMs: undefined as number | undefined, failures: 0 };
    jobRounds.set(job, rounds);
    while (!signal.aborted) {
      try {
        await work(signal);
        rounds.endedAtMs = Date.now();
      } catch (error) {
        rounds.failures += 1;
        logFailure(failing, error);
      }
      await pause(typeof everyMs === 'function' ? everyMs() : everyMs);
    }
  }
  return {
    start() {
      loop ??= repeat();
    },
    async stop() {
      stopping.abort();
      await loop;
    },
  };
}
