import type { Dependencies } from '#kit/dependencies.server.ts';
import { loggedError } from '#kit/observing/logged-error.server.ts';
import { auditEvent, logEvent, type SecurityLog, type TracedEvent } from './record-event.server.ts';

const everyMs = 60_000;
/** Different events of one kind and outcome recorded per minute; further ones are counted together. */
const mostDifferent = 200;

type CountedEvent = { event: TracedEvent; log: SecurityLog; more: number };

/**
 * Merges events that come in bulk. The first of each is recorded at once, without delaying a response; repetitions
 * within the minute are counted and become one more record. An attack fills neither memory nor audit log, and
 * response times do not reveal whether an event was recorded.
 */
export const mergedEvents = ({
  workDb,
  clock,
  secret,
}: Pick<Dependencies, 'workDb' | 'clock' | 'secret'>) => {
  let held = new Map<string, CountedEvent>();
  let different = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  /** Serialises the writing of rows. */
  let written = Promise.resolve();

  /**
   * Logs the line at once. Rows are written one at a time on one connection, so that a flood takes none from
   * requests.
   */
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
    /** Records an event, or counts it if it is a repetition. */
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

    /** Records counted events and waits for all writes: each minute, and at the end. */
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
