import { isDeepStrictEqual } from 'node:util';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { noteValue, type ReadValue, withoutRecordingReads } from './reads.server.ts';
import type { Topic } from './table-topics.server.ts';
import type { Topics } from './topics.server.ts';

type CachedValue<Value> = { today: string; value: Value; revision: number };

/**
 * Caches a value computed from public data until one of its topics changes or the day turns in Asia/Tokyo. Concurrent
 * reads share one computation; reads after a change never use one that began before it. `make` gets the day,
 * YYYY-MM-DD, and the previous value of the same day, which may save most of the work. Pages stay valid if the new
 * value equals the old by `isSame`.
 */
export function cached<Value>(
  { topics, clock }: { topics: Topics } & Pick<Dependencies, 'clock'>,
  madeOf: readonly Topic[],
  make: (today: string, before: Value | undefined) => Promise<Value>,
  { isSame = isDeepStrictEqual }: { isSame?: (now: Value, before: Value) => boolean } = {},
): () => Promise<Value> {
  let current: CachedValue<Value> | undefined;
  let last: typeof current;
  let making: { today: string; made: Promise<CachedValue<Value>> } | undefined;
  let next: Promise<CachedValue<Value>> | undefined;

  topics.on((changed) => {
    if (!madeOf.some((topic) => changed.has(topic))) return;
    current = undefined;
    // Later reads must start a new computation instead of joining the current one.
    making = making && { ...making, today: '' };
  });

  function numbered(today: string, value: Value): CachedValue<Value> {
    const revision = last ? last.revision + (isSame(value, last.value) ? 0 : 1) : 0;
    return { today, value, revision };
  }

  function get(): Promise<CachedValue<Value>> {
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
    const made = withoutRecordingReads(() => make(today, before))
      .then((value) => {
        last = numbered(today, value);
        const isValid = making?.made === made && making.today === today;
        if (isValid && topics.isWatching()) current = last;
        return last;
      })
      .finally(() => {
        if (making?.made === made) making = undefined;
      });
    // While not notified of changes, a running computation may be stale, so it is not shared.
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
