import type { Dependencies } from '#server/dependencies.ts';
import { loggedError } from '#server/observing/logged-error.ts';
import { auditEvent, logEvent, type SecurityLog, type TracedEvent } from './record-event.ts';

const everyMs = 60_000;
/** Of one kind and outcome within a minute; what differs beyond that is counted together. */
const mostDifferent = 200;

type Held = { event: TracedEvent; log: SecurityLog; more: number };

/**
 * Events that come in masses. The first of its like is recorded at once, though no answer waits for it; those that
 * follow within the minute are counted and become one more record. So neither the memory nor the audit log grows
 * with an attack, nor does who causes them see by the time whether one was recorded.
 */
export const mergedEvents = ({
  workDb,
  clock,
  secret,
}: Pick<Dependencies, 'workDb' | 'clock' | 'secret'>) => {
  let held = new Map<string, Held>();
  let different = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  /** The writing of rows, one after the other. */
  let written = Promise.resolve();

  /** The line at once; the row on a single connection, so that a mass takes none from those who wait for answers. */
  function record(event: TracedEvent, log: SecurityLog) {
    const at = clock();
    logEvent(event, { secret, log });
    written = written
      .then(() => auditEvent(workDb, event, { at }))
      .catch((error: Error) =>
        console.warn('a security event is lost:', loggedError(error).message),
      );
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const over = [...held.values()].filter(({ more }) => more > 0);
    held = new Map();
    different = new Map();
    for (const { event, log, more } of over) {
      record({ ...event, details: { ...event.details, count: more } }, log);
    }
    await written;
  }

  return {
    /** Records an event, or counts it where it is not the first of its like. */
    note(event: TracedEvent, log: SecurityLog): void {
      timer ??= setTimeout(flush, everyMs).unref();
      const { kind, outcome, uid, typed, from, details } = event;
      const key = JSON.stringify([kind, outcome, uid, typed, from, details]);
      const alike = held.get(key);
      if (alike) {
        alike.more += 1;
        return;
      }
      const sort = `${kind} ${outcome}`;
      const count = (different.get(sort) ?? 0) + 1;
      different.set(sort, count);
      if (count <= mostDifferent) {
        held.set(key, { event, log, more: 0 });
        record(event, log);
        return;
      }
      const rest = held.get(sort) ?? { event: restOf(event), log, more: 0 };
      held.set(sort, { ...rest, more: rest.more + 1 });
    },

    /** Records what was counted, and waits for all that is being recorded: each minute, and at the end. */
    flush,
  };
};
export type MergedEvents = ReturnType<typeof mergedEvents>;

const restOf = ({ kind, outcome }: TracedEvent): TracedEvent => ({
  kind,
  outcome,
  uid: undefined,
  typed: undefined,
  from: 'various',
  device: '',
  details: { merged: true },
});
