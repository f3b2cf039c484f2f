import { isDeepStrictEqual } from 'node:util';
import { jstDay } from '#domain/values/timestamp.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { apart, noteValue, type ReadValue } from './reads.ts';
import type { Topic } from './topic-tables.ts';
import type { Topics } from './topics.ts';

type Made<Value> = { today: string; value: Value; revision: number };

/**
 * A value computed from public data when it is first read, and cached until one of its topics
 * changes or the day turns in Asia/Tokyo. One computation at a time, however many read; one that began
 * before a change is not used for reads after it. `make` gets the day, YYYY-MM-DD, and what it made
 * before on the same day: where little has changed, that may save it most of the work. Pages that read it
 * stay as they are where what is made anew is the same as before, by `isSame`.
 */
export function cached<Value>(
  { topics, clock }: { topics: Topics } & Pick<Dependencies, 'clock'>,
  madeOf: readonly Topic[],
  make: (today: string, before: Value | undefined) => Promise<Value>,
  { isSame = isDeepStrictEqual }: { isSame?: (now: Value, before: Value) => boolean } = {},
): () => Promise<Value> {
  let current: Made<Value> | undefined;
  let last: typeof current;
  let making: { today: string; made: Promise<Made<Value>> } | undefined;
  let next: Promise<Made<Value>> | undefined;

  topics.on((changed) => {
    if (!madeOf.some((topic) => changed.has(topic))) return;
    current = undefined;
    // Reads from now on must wait for a new computation, not for the one under way.
    making = making && { ...making, today: '' };
  });

  function numbered(today: string, value: Value): Made<Value> {
    const revision = last ? last.revision + (isSame(value, last.value) ? 0 : 1) : 0;
    return { today, value, revision };
  }

  function get(): Promise<Made<Value>> {
    const today = jstDay(clock());
    if (current?.today === today) return Promise.resolve(current);
    if (making?.today === today) return making.made;
    if (making) {
      next ??= making.made
        .catch(() => undefined)
        .then(() => {
          next = undefined;
          return get();
        });
      return next;
    }
    const before = last?.today === today ? last.value : undefined;
    const made = apart(() => make(today, before))
      .then((value) => {
        last = numbered(today, value);
        const isValid = making?.made === made && making.today === today;
        if (isValid && topics.isWatching()) current = last;
        return last;
      })
      .finally(() => {
        if (making?.made === made) making = undefined;
      });
    // Without notifications of changes, a computation under way may be stale, so it is not shared.
    making = { today: topics.isWatching() ? today : '', made };
    return made;
  }

  const readValue: ReadValue = { madeOf, revision: async () => (await get()).revision };

  return () =>
    get().then(({ value, revision }) => {
      noteValue(readValue, revision);
      return value;
    });
}
