import { setTimeout as wait } from 'node:timers/promises';

const probeEveryMs = 25;
/** /healthz takes some milliseconds; anything longer is due to the machine. */
const usualMs = 100;

/**
 * Measures how long this machine delays a trivial request, /healthz. The returned function stops
 * and resolves to the milliseconds in which no request could have been faster; subtract them from
 * measurements of that time.
 */
export function watchSlowness(url: string): () => Promise<number> {
  let isOver = false;
  let slowMs = 0;
  const watching = (async () => {
    while (!isOver) {
      const began = performance.now();
      await fetch(`${url}/healthz`).then(
        (reply) => reply.arrayBuffer(),
        () => undefined,
      );
      await wait(probeEveryMs);
      slowMs += Math.max(0, performance.now() - began - usualMs);
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return slowMs;
  };
}
