import { collectReads, type Reads, type ReadValue, recordOf } from '#kit/topics/reads.server.ts';
import { type ChangedRecords, type Topic, topicNames } from '#kit/topics/table-topics.server.ts';
import type { Page } from './page.server.ts';

/** A change of public data: its topics and, for topics with known keys, the changed records only. */
export type Change = { topics: ReadonlySet<Topic>; records: ChangedRecords };

type Render = () => Promise<Page>;
/**
 * A page with what it read and its render; `isAsked`: requested since rendering, `isUsed`: requested since the last
 * eviction scan.
 */
type Cached = { page: Page; reads: Reads; render: Render; isAsked: boolean; isUsed: boolean };

type Flight = { page: Promise<Page>; changes: Change[] };

/** Approximate bytes of a page, including its compressed bodies. */
const sizeOf = ({ body }: Page) => Math.ceil(body.length * 1.5) + 1_000;

/**
 * Share of a full cache for pages requested only once, so that a crawler evicts no page that is requested repeatedly.
 */
const newcomersShare = 1 / 8;

/** Concurrent, since renders mostly wait for their reads between the process's other work. */
const rendersAtATime = 4;

const isCacheable = ({ status, headers }: Page) =>
  status === 200 && headers['cache-control'] !== 'no-store';

/** Whether the change may affect what was read; values are compared by `touched`. */
function mayDiffer({ topics, records }: Reads, change: Change): boolean {
  // A change of all topics may also mean something else, such as a new day.
  if (change.topics.size === topicNames.length) return true;
  for (const topic of change.topics) {
    if (topics.has(topic)) return true;
    const keys = change.records.get(topic);
    if (keys === undefined) {
      for (const record of records) if (record.startsWith(recordOf(topic, ''))) return true;
    } else if (keys.some((key) => records.has(recordOf(topic, key)))) return true;
  }
  return false;
}

const isMadeOf = ({ madeOf }: ReadValue, { topics }: Change) =>
  madeOf.some((topic) => topics.has(topic));

/**
 * Pages in insertion order. Eviction is second-chance: a page used since the last scan moves to the end. Nearly as good
 * as LRU, at no cost per hit.
 */
function pagesInOrder() {
  const pages = new Map<string, Cached>();
  let bytes = 0;
  return {
    pages: pages as ReadonlyMap<string, Cached>,
    get bytes() {
      return bytes;
    },
    put(key: string, cached: Cached) {
      this.forget(key);
      pages.set(key, cached);
      bytes += sizeOf(cached.page);
    },
    forget(key: string) {
      const cached = pages.get(key);
      if (cached === undefined) return;
      pages.delete(key);
      bytes -= sizeOf(cached.page);
    },
    forgetOldest() {
      for (const [key, cached] of pages) {
        if (!cached.isUsed) return this.forget(key);
        cached.isUsed = false;
        pages.delete(key);
        pages.set(key, cached);
      }
    },
  };
}

/**
 * Caches finished pages by key up to a limit in bytes, with what each read, so that a change drops the affected ones.
 * Renders a key once at a time; does not cache a render older than a change of what it read; caches only status 200
 * without no-store.
 */
export function pageCache({ maxBytes }: { maxBytes: number }) {
  const newcomers = pagesInOrder();
  const regulars = pagesInOrder();
  /** The latest render of a page, and all unfinished renders with the changes since their start. */
  const latest = new Map<string, Flight>();
  const flights = new Set<Flight>();

  function store(key: string, cached: Cached, { isRegular }: { isRegular: boolean }) {
    (isRegular ? newcomers : regulars).forget(key);
    (isRegular ? regulars : newcomers).put(key, cached);
    while (newcomers.bytes + regulars.bytes > maxBytes) {
      const isNewcomers = newcomers.bytes > maxBytes * newcomersShare || regulars.pages.size === 0;
      (isNewcomers ? newcomers : regulars).forgetOldest();
    }
  }

  const cachedOf = (key: string) => regulars.pages.get(key) ?? newcomers.pages.get(key);

  function forget(key: string) {
    newcomers.forget(key);
    regulars.forget(key);
  }

  /** Pages affected by a change; recomputes values to see whether they differ. */
  async function affectedPages(change: Change): Promise<Map<string, Cached>> {
    const all = () => [...regulars.pages, ...newcomers.pages];
    const values = new Set<ReadValue>();
    for (const [, { reads }] of all()) {
      for (const value of reads.values.keys()) if (isMadeOf(value, change)) values.add(value);
    }
    const revisions = new Map<ReadValue, number>();
    await Promise.all(
      [...values].map(async (value) => {
        // A failure counts as a difference.
        const revision = await value.revision().catch(() => -1);
        revisions.set(value, revision);
      }),
    );
    const hasOtherValue = ({ values: read }: Reads) => {
      for (const [value, revision] of read) {
        if ((revisions.get(value) ?? revision) !== revision) return true;
      }
      return false;
    };
    return new Map(
      all().filter(([, { reads }]) => mayDiffer(reads, change) || hasOtherValue(reads)),
    );
  }

  return {
    /** The cached page of this key, or undefined. */
    get(key: string): Page | undefined {
      const regular = regulars.pages.get(key);
      const cached = regular ?? newcomers.pages.get(key);
      if (cached === undefined) return undefined;
      cached.isAsked = true;
      cached.isUsed = true;
      if (!regular) store(key, cached, { isRegular: true });
      return cached.page;
    },

    /** The page of this key, rendered if not cached; concurrent calls share one render. */
    async find(key: string, render: Render): Promise<Page> {
      const hit = this.get(key);
      if (hit) return hit;
      // A render started before a change must not serve later requests.
      const shared = latest.get(key);
      if (shared?.changes.length === 0) return shared.page;
      const changes: Change[] = [];
      const page = collectReads(render).then(({ made, reads }) => {
        const isStale = changes.some(
          (change) =>
            mayDiffer(reads, change) ||
            [...reads.values.keys()].some((value) => isMadeOf(value, change)),
        );
        if (isCacheable(made) && !isStale) {
          const cached = { page: made, reads, render, isAsked: false, isUsed: false };
          store(key, cached, { isRegular: false });
        }
        return made;
      });
      const flight = { page, changes };
      latest.set(key, flight);
      flights.add(flight);
      try {
        return await page;
      } finally {
        flights.delete(flight);
        if (latest.get(key) === flight) latest.delete(key);
      }
    },

    /** Marks renders in progress as possibly stale. Cached pages are left to `renew`. */
    note(change: Change): void {
      for (const { changes } of flights) changes.push(change);
    },

    /**
     * Drops pages affected by a change. Re-renders requested ones first, as many as possible within `withinMs`, and
     * swaps all at once; until then the old pages are served.
     */
    async renew(change: Change, withinMs: number): Promise<void> {
      const deadline = performance.now() + withinMs;
      const pages = await affectedPages(change);
      const rerendered = new Map<string, Cached>();
      const asked = [...pages].filter(([, { isAsked }]) => isAsked)[Symbol.iterator]();
      const rerender = async () => {
        for (const [key, { render }] of asked) {
          if (performance.now() > deadline) return;
          const rendered = await collectReads(render).catch(() => undefined);
          if (!rendered || !isCacheable(rendered.made)) continue;
          const { made: page, reads } = rendered;
          rerendered.set(key, { page, reads, render, isAsked: false, isUsed: true });
        }
      };
      await Promise.all(Array.from({ length: rendersAtATime }, rerender));
      for (const [key, old] of pages) {
        if (cachedOf(key) !== old) continue;
        const cached = rerendered.get(key);
        if (cached) store(key, cached, { isRegular: true });
        else forget(key);
      }
    },

    get size() {
      return {
        pages: newcomers.pages.size + regulars.pages.size,
        bytes: newcomers.bytes + regulars.bytes,
      };
    },
  };
}
export type PageCache = ReturnType<typeof pageCache>;
