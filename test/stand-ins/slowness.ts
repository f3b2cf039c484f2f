import { setTimeout as wait } from 'node:timers/promises';

const probeEveryMs = 25;
/** An answer of /healthz takes some milliseconds; what is beyond this is the machine's doing. */
const usualMs = 100;

/**
 * Watches how long this machine keeps us and a server waiting for what costs nothing, /healthz. Call
 * the answer to end the watch: it tells for how many milliseconds nobody could have been quicker, which
 * are to be taken off what was measured meanwhile.
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
