import { setTimeout as wait } from 'node:timers/promises';
import { logFailure } from '#kit/observing/outages.server.ts';

/** Work that goes on behind the requests. */
export type Poll = {
  start(): void;
  /** Resolves once the round under way has ended. */
  stop(): Promise<void>;
};

/**
 * Repeats `work` until stopped, with a pause between two rounds. A round that fails is noted as `failing` and tried again;
 * one that is long stops at `signal`.
 */
export function poll(
  work: (signal: AbortSignal) => Promise<unknown>,
  {
    everyMs,
    firstAfterMs = 0,
    failing,
  }: { everyMs: number | (() => number); firstAfterMs?: number; failing: string },
): Poll {
  const stopping = new AbortController();
  const { signal } = stopping;
  let loop: Promise<void> | undefined;

  const pause = (ms: number) => wait(ms, undefined, { signal, ref: false }).catch(() => {});
  async function repeat() {
    if (firstAfterMs > 0) await pause(firstAfterMs);
    while (!signal.aborted) {
      await work(signal).catch((error: unknown) => logFailure(failing, error));
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
