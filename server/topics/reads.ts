import { AsyncLocalStorage } from 'node:async_hooks';
import { watchQueries } from '#server/db/watch-queries.ts';
import type { Topic } from './topic-tables.ts';
import { topicsOf } from './topic-tables.ts';

/** A value that many pages are made of, as they know it (cached.ts). */
export type ReadValue = {
  readonly madeOf: readonly Topic[];
  /** A number that grows whenever the value has become another one; makes it anew where that may be so. */
  revision(): Promise<number>;
};

/** What public data something was made of: the widest that it read of each. */
export type Reads = {
  /** Any record of them may have been read. */
  topics: Set<Topic>;
  /** As recordOf() writes them. */
  records: Set<string>;
  /** With the revision that was read. */
  values: Map<ReadValue, number>;
};

/** A record of a topic, as it stands among what was read. */
export const recordOf = (topic: Topic, key: string): string => `${topic} ${key}`;

const noReads = (): Reads => ({ topics: new Set(), records: new Set(), values: new Map() });

const reading = new AsyncLocalStorage<Reads | undefined>();

/** Awaited within: a statement of drizzle is sent when somebody waits for it. */
const within = <T>(
  reads: Reads | undefined,
  onQuery: ((text: string) => void) | undefined,
  work: () => Promise<T>,
): Promise<T> => reading.run(reads, () => watchQueries(onQuery, async () => await work()));

const collecting = <T>(reads: Reads, work: () => Promise<T>): Promise<T> =>
  within(
    reads,
    (text) => {
      for (const topic of topicsOf(text)) reads.topics.add(topic);
    },
    work,
  );

/** Does `work`, and tells what it read: by its statements, by values that are cached, as narrowly as it says itself. */
export async function collectReads<T>(work: () => Promise<T>): Promise<{ made: T; reads: Reads }> {
  const reads = noReads();
  const made = await collecting(reads, work);
  return { made, reads };
}

/** Does `work` so that whoever reads it is not said to have read what it reads. */
export const apart = <T>(work: () => Promise<T>): Promise<T> => within(undefined, undefined, work);

/** Says that this revision of a value was read, if anybody wants to know. */
export function noteValue(value: ReadValue, revision: number): void {
  reading.getStore()?.values.set(value, revision);
}

/**
 * Does `work`, which reads of these topics the records of `key` alone: whatever way they come, nobody who read them
 * has to do with the other records.
 */
export async function readingRecord<T>(
  topics: readonly Topic[],
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  const outer = reading.getStore();
  if (!outer) return work();
  const reads = noReads();
  try {
    return await collecting(reads, work);
  } finally {
    const isNamed = (topic: Topic) => topics.includes(topic);
    for (const topic of topics) outer.records.add(recordOf(topic, key));
    for (const topic of reads.topics) if (!isNamed(topic)) outer.topics.add(topic);
    for (const record of reads.records) outer.records.add(record);
    for (const [value, revision] of reads.values) {
      if (!value.madeOf.every(isNamed)) outer.values.set(value, revision);
    }
  }
}
