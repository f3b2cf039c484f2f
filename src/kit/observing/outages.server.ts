import { refusalOf } from '#kit/errors/refusal.ts';
import { type Outage, outageOf } from '#kit/http/error-table.server.ts';
import { loggedError } from './logged-error.server.ts';

/** An outage is over when nothing failed for this long. */
const quietMs = 60_000;
const longestReason = 300;

type Ongoing = { beganMs: number; metMs: number; times: number; timer: NodeJS.Timeout };
const known = new Map<string, Ongoing>();

/**
 * Logs failures of requests and background jobs: one line when an outage begins and one when it ends, however many
 * failures it causes. `what` names a failure that is no known outage.
 */
export function logFailure(what: string, error: unknown): void {
  const outage = outageOf(error);
  // The schema watch has logged it.
  if (outage === 'foreign schema') return;
  const reason = reasonOf(error).slice(0, longestReason);
  const name = outage ?? `${what}: ${reason}`;
  const nowMs = performance.now();
  const one = known.get(name);
  if (one) {
    one.metMs = nowMs;
    one.times += 1;
    one.timer.refresh();
    return;
  }
  const timer = setTimeout(() => logEnd(name), quietMs).unref();
  known.set(name, { beganMs: nowMs, metMs: nowMs, times: 1, timer });
  console.warn(outage ? `${outage} (${what}): ${reason}` : name);
}

/** Forgets all known outages without logging: a new server starts with none. */
export function forgetOutages(): void {
  for (const { timer } of known.values()) clearTimeout(timer);
  known.clear();
}

/** Logs the end of an outage, if there is one. */
export function endOutage(outage: Outage): void {
  const one = known.get(outage);
  if (!one) return;
  one.metMs = performance.now();
  logEnd(outage);
}

function logEnd(name: string): void {
  const one = known.get(name);
  if (!one) return;
  clearTimeout(one.timer);
  known.delete(name);
  const seconds = Math.round((one.metMs - one.beganMs) / 1000);
  console.info(`over after ${seconds} s, met ${one.times} times: ${name}`);
}

/** First line of the root cause's message. The message of a failed query is the whole query. */
function reasonOf(error: unknown): string {
  let at = error;
  while (at instanceof Error && at.cause instanceof Error) at = at.cause;
  const message =
    refusalOf(at)?.because ?? (at instanceof Error ? loggedError(at).message : String(at));
  return message.split('\n')[0] ?? '';
}
