import { jstDay } from '#domain/values/timestamp.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Topic, Topics } from './topics.ts';

/**
 * A value made from public data: made when it is first asked for, kept until one of its topics
 * changes or the day turns in Asia/Tokyo. One making at a time, however many ask; one that began
 * before a change serves nobody who asks after it. `make` gets the day, YYYY-MM-DD.
 */
export function kept<Value>(
  { topics, clock }: { topics: Topics } & Pick<Dependencies, 'clock'>,
  madeOf: readonly Topic[],
  make: (today: string) => Promise<Value>,
): () => Promise<Value> {
  let current: { today: string; value: Value } | undefined;
  let making: { today: string; value: Promise<Value> } | undefined;
  let next: Promise<Value> | undefined;

  topics.on((changed) => {
    if (!madeOf.some((topic) => changed.has(topic))) return;
    current = undefined;
    // Whoever asks from now on must wait for another making than the one under way.
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
    const value = make(today)
      .then((made) => {
        const isValid = making?.value === value && making.today === today;
        if (isValid && topics.isWatching()) current = { today, value: made };
        return made;
      })
      .finally(() => {
        if (making?.value === value) making = undefined;
      });
    // While nobody tells of changes, a making under way may be as old as its start: not shared.
    making = { today: topics.isWatching() ? today : '', value };
    return value;
  }

  return get;
}
