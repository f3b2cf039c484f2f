import { AsyncLocalStorage } from 'node:async_hooks';
import { watchQueries } from '#kit/db/watch-queries.server.ts';
import type { Topic } from './table-topics.server.ts';
import { topicsOf } from './table-topics.server.ts';

/** A cached value that pages are made from (cached.ts). */
export type ReadValue = {
  readonly madeOf: readonly Topic[];
  /** Increments when the value changes. Recomputes a possibly stale value first. */
  revision(): Promise<number>;
};

/** Public data that something was made from, by the widest scope read. */
export type Reads = {
  /** Topics of which any record may have been read. */
  topics: Set<Topic>;
  /** Records read, in the form of recordOf(). */
  records: Set<string>;
  /** Values read, with their revisions. */
  values: Map<ReadValue, number>;
};

/** A record of a topic, as stored among reads. */
export const recordOf = (topic: Topic, key: string): string => `${topic} ${key}`;

const noReads = (): Reads => ({ topics: new Set(), records: new Set(), values: new Map() });

const reading = new AsyncLocalStorage<Reads | undefined>();

/** Awaits inside, since drizzle sends a statement only when it is awaited. */
const runWith = <T>(
  reads: Reads | undefined,
  onQuery: ((text: string) => void) | undefined,
  work: () => Promise<T>,
): Promise<T> => reading.run(reads, () => watchQueries(onQuery, async () => await work()));

const collecting = <T>(reads: Reads, work: () => Promise<T>): Promise<T> =>
  runWith(
    reads,
    (text) => {
      for (const topic of topicsOf(text)) reads.topics.add(topic);
    },
    work,
  );

/** Runs `work` and records its reads: from its statements, from cached values, and as narrowly as it declares. */
export async function collectReads<T>(work: () => Promise<T>): Promise<{ made: T; reads: Reads }> {
  const reads = noReads();
  const made = await collecting(reads, work);
  return { made, reads };
}

/** Runs `work` without recording its reads. */
export const withoutRecordingReads = <T>(work: () => Promise<T>): Promise<T> =>
  runWith(undefined, undefined, work);

/** Records that this revision of a value was read, if reads are being recorded. */
export function noteValue(value: ReadValue, revision: number): void {
  reading.getStore()?.values.set(value, revision);
}

/**
 * Runs `work`, which reads only the records of `key` from these topics, and records just those, whichever way they
 * are read.
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
