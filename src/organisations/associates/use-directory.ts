import type { Associate } from './associate.ts';
import type { PreparedDirectory } from './directory.ts';
import {
  browserDirectoryLimit,
  type DirectoryQuery,
  readDirectoryQuery,
  readPage,
} from './directory-query.ts';

const freshMs = 60_000;

/** The search with its word lists, loaded with the directory: a page works without both. */
type Search = typeof import('./directory.ts');

let loaded: { directory: PreparedDirectory<Associate>; search: Search; at: number } | undefined;
let isLoading = false;

async function load() {
  const [response, search] = await Promise.all([
    fetch('/api/associates'),
    import('./directory.ts'),
  ]);
  if (!response.ok) throw new Error(`the directory answered ${response.status}`);
  const list = (await response.json()) as Associate[];
  loaded = { directory: search.prepareDirectory(list), search, at: Date.now() };
}

/**
 * Preloads the directory into the browser, unless there are too many organisations. Then, and after a failure, the
 * server searches.
 */
export async function warmDirectory(associateCount: number) {
  if (isLoading || associateCount > browserDirectoryLimit) return;
  if (loaded && Date.now() - loaded.at < freshMs) return;
  isLoading = true;
  try {
    await load();
  } catch (error) {
    console.warn('the directory could not be loaded:', error);
  } finally {
    isLoading = false;
  }
}

/** Reads the query from a search page's URL. */
export function readQuery(url: URL): DirectoryQuery {
  return readDirectoryQuery(url.searchParams);
}

/**
 * The result of a search URL from the directory in the browser; undefined when that is not loaded, or the page is
 * beyond the last one, which the server answers with 404.
 */
export function searchInBrowser(query: DirectoryQuery, page: string | undefined) {
  const number = readPage(page);
  if (!loaded || number === undefined) return undefined;
  const { directory, search } = loaded;
  return search.selectPage(search.searchDirectory(directory, query), number);
}
