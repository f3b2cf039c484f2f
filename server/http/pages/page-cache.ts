import { collectReads, type Reads, type ReadValue, recordOf } from '#server/topics/reads.ts';
import { type ChangedRecords, type Topic, topicNames } from '#server/topics/topic-tables.ts';
import type { Page } from './page.ts';

/** What changed in the public data: which topics and, of those that it names, which records alone. */
export type Change = { topics: ReadonlySet<Topic>; records: ChangedRecords };

type Render = () => Promise<Page>;
/**
 * A page with what it was made of and by what it is made anew; whether it was asked for since it was made, and since
 * room was last looked for.
 */
type Cached = { page: Page; reads: Reads; render: Render; isAsked: boolean; isUsed: boolean };

type Flight = { page: Promise<Page>; changes: Change[] };

/** About how many bytes of memory a page takes, once it was asked for in each encoding. */
const sizeOf = ({ body }: Page) => Math.ceil(body.length * 1.5) + 1_000;

/**
 * Where there is no room for all, pages that were asked for a single time keep so much of it: who asks for
 * ever other pages drives out none that is asked for again.
 */
const newcomersShare = 1 / 8;

/** What they read takes turns with all else that the process answers: one after another they would mostly wait. */
const rendersAtATime = 4;

const isCacheable = ({ status, headers }: Page) =>
  status === 200 && headers['cache-control'] !== 'no-store';

/** Whether what was read may be another one now; of values that only their making tells. */
function mayDiffer({ topics, records }: Reads, change: Change): boolean {
  // Of everything nobody knows what else it means, such as another day.
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
 * Pages in the order in which they came. Room is made by a look at the oldest: one that was used since the last look
 * comes last again, which is nearly as good as an order of use, and costs a hit nothing.
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
 * Caches finished pages by key within a limit in bytes, with what each was made of, so that a change takes
 * those that it touches. One render a key at a time; a render begun before a change of what it reads is not
 * cached; only status 200 is, unless the page itself says no-store.
 */
export function pageCache({ maxBytes }: { maxBytes: number }) {
  const newcomers = pagesInOrder();
  const regulars = pagesInOrder();
  /** The latest render of a page, and all that are not done, with what changed since they began. */
  const latest = new Map<string, Flight>();
  const flights = new Set<Flight>();

  function keep(key: string, cached: Cached, { isRegular }: { isRegular: boolean }) {
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

  /** The pages that a change touched; values are made anew to see whether they are others now. */
  async function touched(change: Change): Promise<Map<string, Cached>> {
    const all = () => [...regulars.pages, ...newcomers.pages];
    const values = new Set<ReadValue>();
    for (const [, { reads }] of all()) {
      for (const value of reads.values.keys()) if (isMadeOf(value, change)) values.add(value);
    }
    const revisions = new Map<ReadValue, number>();
    await Promise.all(
      [...values].map(async (value) => {
        // One that cannot be made counts as another.
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
      if (!regular) keep(key, cached, { isRegular: true });
      return cached.page;
    },

    /** The page of this key, rendered when it is not cached; parallel calls share one render. */
    async find(key: string, render: Render): Promise<Page> {
      const hit = this.get(key);
      if (hit) return hit;
      // A render that began before a change must not serve those who ask after it.
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
          keep(key, cached, { isRegular: false });
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

    /** Says that public data has changed: what is rendered now may be of before. Cached pages are for `renew`. */
    note(change: Change): void {
      for (const { changes } of flights) changes.push(change);
    },

    /**
     * Takes out what a change touched. Pages that were asked for are made anew first, as many as `withinMs` allow,
     * and all change at once; until then the old ones are there.
     */
    async renew(change: Change, withinMs: number): Promise<void> {
      const deadline = performance.now() + withinMs;
      const pages = await touched(change);
      const anew = new Map<string, Cached>();
      const asked = [...pages].filter(([, { isAsked }]) => isAsked)[Symbol.iterator]();
      const makeAnew = async () => {
        for (const [key, { render }] of asked) {
          if (performance.now() > deadline) return;
          const rendered = await collectReads(render).catch(() => undefined);
          if (!rendered || !isCacheable(rendered.made)) continue;
          const { made: page, reads } = rendered;
          anew.set(key, { page, reads, render, isAsked: false, isUsed: true });
        }
      };
      await Promise.all(Array.from({ length: rendersAtATime }, makeAnew));
      for (const [key, old] of pages) {
        if (cachedOf(key) !== old) continue;
        const cached = anew.get(key);
        if (cached) keep(key, cached, { isRegular: true });
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
