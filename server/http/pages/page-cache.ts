/** A finished response: everything that a hit needs, so that nothing is computed again. */
export type Page = {
  status: number;
  headers: Record<string, string>;
  etag: string;
  body: Buffer;
  brotli: Buffer | undefined;
  gzip: Buffer | undefined;
};

/** About how many bytes of memory a page takes. */
const sizeOf = ({ body, brotli, gzip }: Page) =>
  body.length + (brotli?.length ?? 0) + (gzip?.length ?? 0) + 1_000;

const isCacheable = ({ status, headers }: Page) =>
  status === 200 && headers['cache-control'] !== 'no-store';

/**
 * Caches finished pages by key within a limit in bytes, evicting the least recently used. One
 * render a key at a time; a render begun before `drop` is not cached; only status 200 is, unless the
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
    /** The cached page of this key, or undefined. */
    get(key: string): Page | undefined {
      const page = pages.get(key);
      if (page === undefined) return undefined;
      // Make it the most recently used: last in the map's order.
      pages.delete(key);
      pages.set(key, page);
      return page;
    },

    /** The page of this key, rendered when it is not cached; parallel calls share one render. */
    async find(key: string, render: () => Promise<Page>): Promise<Page> {
      const cached = this.get(key);
      if (cached) return cached;
      // A render that began before a drop must not serve those who ask after it.
      const flight = `${generation} ${key}`;
      const shared = underWay.get(flight);
      if (shared) return shared;
      const begun = generation;
      const rendering = render().then((page) => {
        if (isCacheable(page) && begun === generation) keep(key, page);
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
