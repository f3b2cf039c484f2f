import { setTimeout as wait } from 'node:timers/promises';
import { refuse } from '#domain/errors/refusal.ts';
import { serviceUnavailableMessage } from '#server/http/error-table.ts';

/** Beyond its budget each try waits, longer with every five more, up to this. */
const shortestMs = 250;
const longestMs = 4_000;
const triesPerStep = 5;
/** A flood of guesses must not fill the memory with those that wait. */
const mostWaiting = 200;

let waiting = 0;

/** How long a try waits that is `excess` beyond a budget which slows, in ms. */
export const slowDownMs = (excess: number): number =>
  excess <= 0
    ? 0
    : Math.min(longestMs, shortestMs * 2 ** Math.min(10, Math.floor((excess - 1) / triesPerStep)));

/** Waits so long. Refuses as unavailable where too many wait already. */
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
