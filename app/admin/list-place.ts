import { cutKeyword } from '#domain/values/keyword-length.ts';
import { pageNumberOf } from '#domain/values/page-number.ts';

/** How a list's addresses are written, here and at the API. */
export type ListAddress = {
  /** The page's own path. */
  path: string;
  /** Stands in every address of the list, and is no part of its selection. */
  fixed?: Record<string, string>;
  /** What narrows the list: the parameters of its addresses, with what each may be. */
  parameters?: Record<string, readonly string[] | RegExp>;
  /** The filters by which it is whole, where the first choices are a part of it: what is searched in. */
  everything?: Filters;
  hasOrders?: boolean;
  /** Where the API answers the list. */
  api: string;
  /** What the API calls the parameters; the same by default. */
  toApi?: (filters: Filters) => Filters;
};

/** The parameters that an address names, those left out where they have their first value. */
export type Filters = Partial<Record<string, string>>;

/**
 * What a list shows: a selection, a page of it, and the entry that is open. The keyword may be a
 * name: it lives in the history's state, not in the address.
 */
export type ListPlace = {
  filters: Filters;
  order: 'newest' | 'oldest';
  keyword: string;
  /** Where the page begins, as the API says it; the first page without. */
  cursor: string | undefined;
  /** Which page that is, as far as the reader counts. */
  page: number;
  open: string | undefined;
};

/** The place that an address and its state name; what is not understood is left out. */
export function readPlace(list: ListAddress, search: URLSearchParams, state: unknown): ListPlace {
  const filters: Filters = {};
  for (const [name, allowed] of Object.entries(list.parameters ?? {})) {
    const value = search.get(name) ?? '';
    const isKnown = allowed instanceof RegExp ? allowed.test(value) : allowed.includes(value);
    if (value !== '' && isKnown) filters[name] = value;
  }
  const cursor = matching(/^[\w-]{1,500}$/, search.get('cursor'));
  const keyword = (state as { keyword?: unknown } | null)?.keyword;
  return {
    filters,
    order: list.hasOrders && search.get('order') === 'oldest' ? 'oldest' : 'newest',
    keyword: typeof keyword === 'string' ? cutKeyword(keyword) : '',
    cursor,
    page: cursor ? pageNumberOf(search.get('page')) : 1,
    open: matching(/^[\w-]{1,64}$/, search.get('open')),
  };
}

/** The first page of a selection, nothing open. */
export const firstPage = { cursor: undefined, page: 1, open: undefined } as const;

/** The address of a place; its keyword goes into the state of the link. */
export function placePath(list: ListAddress, place: ListPlace): string {
  const search = new URLSearchParams({ ...list.fixed, ...selectionOf(place) });
  if (place.open) search.set('open', place.open);
  if (place.cursor) {
    search.set('cursor', place.cursor);
    search.set('page', String(place.page));
  }
  return search.size > 0 ? `${list.path}?${search}` : list.path;
}

/** The state of a link to a place. */
export const placeState = ({ keyword }: Pick<ListPlace, 'keyword'>) =>
  keyword === '' ? undefined : { keyword };

/** The selection alone, as a saved view keeps it. */
export const viewQuery = (place: ListPlace): string =>
  new URLSearchParams(selectionOf(place)).toString();

/** What the selection selects: which columns are shown is no part of it. */
export const chosenRows = (place: ListPlace): string =>
  `${viewQuery({ ...place, filters: { ...place.filters, columns: undefined } })} ${place.keyword}`;

/** The address of a saved view. */
export function viewPath(list: ListAddress, query: string): string {
  return placePath(list, readPlace(list, new URLSearchParams(query), null));
}

/** What is asked of the API: all in the path, or with a keyword all in a body, which no log has. */
export type ListQuestion = { path: string; body?: Record<string, string> };

/** The question to the API about a page. */
export const pageQuestion = (list: ListAddress, place: ListPlace): ListQuestion =>
  question(list, place, { plain: list.api, searched: 'search' }, given({ cursor: place.cursor }));

/** The question about the whole selection as a file, whose path is `csv`. */
export const fileQuestion = (
  list: ListAddress,
  place: ListPlace,
  csv: string,
  encoding: string,
): ListQuestion => question(list, place, { plain: csv, searched: 'search.csv' }, { encoding });

function question(
  list: ListAddress,
  { filters, order, keyword: typed }: ListPlace,
  { plain, searched }: { plain: string; searched: string },
  more: Record<string, string>,
): ListQuestion {
  const { toApi = (same) => same } = list;
  const named = { ...given(toApi(filters)), ...(list.hasOrders && { order }), ...more };
  const keyword = typed.trim();
  if (keyword !== '') return { path: `${list.api}/${searched}`, body: { ...named, keyword } };
  const search = new URLSearchParams(named);
  return { path: search.size > 0 ? `${plain}?${search}` : plain };
}

function selectionOf({ filters, order }: ListPlace): Record<string, string> {
  return { ...given(filters), ...(order !== 'newest' && { order }) };
}

function given(filters: Filters): Record<string, string> {
  const pairs = Object.entries(filters).filter((pair): pair is [string, string] => !!pair[1]);
  return Object.fromEntries(pairs);
}

function matching(pattern: RegExp, text: string | null): string | undefined {
  return text !== null && pattern.test(text) ? text : undefined;
}
