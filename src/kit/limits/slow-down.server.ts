import { setTimeout as wait } from 'node:timers/promises';
import { refuse } from '#kit/errors/refusal.ts';
import { serviceUnavailableMessage } from '#kit/http/error-table.server.ts';

/** Delay of a try beyond its limit; it doubles every five tries, up to the longest. */
const shortestMs = 250;
const longestMs = 4_000;
const triesPerStep = 5;
/** Bounds the memory that a flood of guesses can take by waiting. */
const mostWaiting = 200;

let waiting = 0;

/** Delay in ms of a try `excess` tries beyond a limit that slows. */
export const slowDownMs = (excess: number): number =>
  excess <= 0
    ? 0
    : Math.min(longestMs, shortestMs * 2 ** Math.min(10, Math.floor((excess - 1) / triesPerStep)));

/** Waits for that delay. Refuses with 503 if too many are waiting. */
export async function slowDown(excess: number): Promise<void> {
  if (excess <= 0) return;
  if (waiting >= mostWaiting) {
    throw refuse('ServiceUnavailable', serviceUnavailableMessage, {
      retryAfterSeconds: 5,
      because: 'too many tries wait',
    });
  }
  waiting++;
  try {
    await wait(slowDownMs(excess));
  } finally {
    waiting--;
  }
}
