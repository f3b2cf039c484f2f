import { jstDay } from '#domain/values/timestamp.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Topic, Topics } from './topics.ts';

/**
 * A value computed from public data when it is first read, and cached until one of its topics
 * changes or the day turns in Asia/Tokyo. One computation at a time, however many read; one that began
 * before a change is not used for reads after it. `make` gets the day, YYYY-MM-DD, and what it made
 * before on the same day: where little has changed, that may save it most of the work.
 */
export function cached<Value>(
  { topics, clock }: { topics: Topics } & Pick<Dependencies, 'clock'>,
  madeOf: readonly Topic[],
  make: (today: string, before: Value | undefined) => Promise<Value>,
): () => Promise<Value> {
  let current: { today: string; value: Value } | undefined;
  let last: typeof current;
  let making: { today: string; value: Promise<Value> } | undefined;
  let next: Promise<Value> | undefined;

  topics.on((changed) => {
    if (!madeOf.some((topic) => changed.has(topic))) return;
    current = undefined;
    // Reads from now on must wait for a new computation, not for the one under way.
    making = making && { ...making, today: '' };
  });

  function get(): Promise<Value> {
    const today = jstDay(clock());
    if (current?.today === today) return Promise.resolve(current.value);
    if (making?.today === today) return making.value;
    if (making) {
      next ??= making.value
        .catch(() => undefined)
        .then(() => {
          next = undefined;
          return get();
        });
      return next;
    }
    const value = make(today, last?.today === today ? last.value : undefined)
      .then((made) => {
        last = { today, value: made };
        const isValid = making?.value === value && making.today === today;
        if (isValid && topics.isWatching()) current = { today, value: made };
        return made;
      })
      .finally(() => {
        if (making?.value === value) making = undefined;
      });
    // Without notifications of changes, a computation under way may be stale, so it is not shared.
    making = { today: topics.isWatching() ? today : '', value };
    return value;
  }

  return get;
}
