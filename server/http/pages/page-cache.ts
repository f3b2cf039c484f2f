/** A finished answer: everything that a hit needs, so that nothing is computed for it again. */
export type Page = {
  status: number;
  headers: Record<string, string>;
  etag: string;
  body: Buffer;
  brotli: Buffer | undefined;
  gzip: Buffer | undefined;
};

/** What a page takes in memory, in bytes, near enough. */
const sizeOf = ({ body, brotli, gzip }: Page) =>
  body.length + (brotli?.length ?? 0) + (gzip?.length ?? 0) + 1_000;

const isKept = ({ status, headers }: Page) =>
  status === 200 && headers['cache-control'] !== 'no-store';

/**
 * Keeps finished pages by key within a bound in bytes, the least recently used going first. One
 * render a key at a time; a render begun before `drop` is not kept; only status 200 is, unless the
 * page itself says no-store.
 */
export function pageCache({ maxBytes }: { maxBytes: number }) {
  const pages = new Map<string, Page>();
  const underWay = new Map<string, Promise<Page>>();
  let bytes = 0;
  let generation = 0;

  function forget(key: string) {
    const page = pages.get(key);
    if (page === undefined) return;
    pages.delete(key);
    bytes -= sizeOf(page);
  }

  function keep(key: string, page: Page) {
    forget(key);
    pages.set(key, page);
    bytes += sizeOf(page);
    for (const oldest of pages.keys()) {
      if (bytes <= maxBytes) break;
      forget(oldest);
    }
  }

  return {
    /** The kept page of this key, at once, or undefined. */
    get(key: string): Page | undefined {
      const page = pages.get(key);
      if (page === undefined) return undefined;
      // Move it to the young end of the map's order.
      pages.delete(key);
      pages.set(key, page);
      return page;
    },

    /** The page of this key, rendered when it is not kept; parallel calls share one render. */
    async find(key: string, render: () => Promise<Page>): Promise<Page> {
      const kept = this.get(key);
      if (kept) return kept;
      // A render that began before a drop must not serve those who ask after it.
      const flight = `${generation} ${key}`;
      const shared = underWay.get(flight);
      if (shared) return shared;
      const begun = generation;
      const rendering = render().then((page) => {
        if (isKept(page) && begun === generation) keep(key, page);
        return page;
      });
      underWay.set(flight, rendering);
      try {
        return await rendering;
      } finally {
        underWay.delete(flight);
      }
    },

    /** Forgets every page: public data has changed. */
    drop() {
      generation += 1;
      pages.clear();
      bytes = 0;
    },

    get size() {
      return { pages: pages.size, bytes };
    },
  };
}
export type PageCache = ReturnType<typeof pageCache>;
