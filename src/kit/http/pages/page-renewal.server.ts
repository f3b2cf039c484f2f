import { setTimeout as wait } from 'node:timers/promises';
import type { ChangedRecords, Topic } from '#kit/topics/table-topics.server.ts';
import type { Change, PageCache } from './page-cache.server.ts';

/**
 * Changes are batched for this long, then pages are re-rendered for at most `withinMs`: a page is less than a second
 * behind (docs/product.md, Public pages), however busy the process.
 */
const everyMs = 200;
const withinMs = 550;

function mergeChanges(before: Change | undefined, { topics, records }: Change): Change {
  if (!before) return { topics, records };
  const both = new Map<Topic, readonly string[]>();
  for (const topic of new Set([...before.topics, ...topics])) {
    const parts = [before, { topics, records }].filter((change) => change.topics.has(topic));
    const keys = parts.map((change) => change.records.get(topic));
    if (keys.every((known) => known !== undefined)) both.set(topic, [...new Set(keys.flat())]);
  }
  return { topics: new Set([...before.topics, ...topics]), records: both };
}

/**
 * Keeps the page cache fresh: batches changes, so that pages are re-rendered at most five times a second at any rate of
 * writes.
 */
export function pageRenewal(cache: Pick<PageCache, 'note' | 'renew'>) {
  let gathered: Change | undefined;
  let renewal = Promise.resolve();
  let next: Promise<void> | undefined;
  let beganAt = Number.NEGATIVE_INFINITY;

  async function renew(before: Promise<void>) {
    await before;
    const waitMs = beganAt + everyMs - performance.now();
    if (waitMs > 0) await wait(waitMs, undefined, { ref: false });
    const change = gathered;
    gathered = undefined;
    next = undefined;
    beganAt = performance.now();
    if (change) await cache.renew(change, withinMs);
  }

  /** Call on every change that topics report; resolves once pages show it. */
  return (topics: ReadonlySet<Topic>, records: ChangedRecords): Promise<void> => {
    const change = { topics, records };
    cache.note(change);
    gathered = mergeChanges(gathered, change);
    if (!next) {
      next = renew(renewal);
      renewal = next;
    }
    return next;
  };
}
