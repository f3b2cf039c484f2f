import { cutKeyword } from '#kit/values/keyword-length.ts';
import { pageNumberOf } from '#kit/values/page-number.ts';

/** The addresses of a list, on the page and at the API. */
export type ListAddress = {
  /** The page's own path. */
  path: string;
  /** Part of every address of the list, but not of its selection. */
  fixed?: Record<string, string>;
  /** The filters: parameters of the addresses with their allowed values. */
  parameters?: Record<string, readonly string[] | RegExp>;
  /** The filters that a search uses, where the default filters show only a part of the list. */
  everything?: Filters;
  hasOrders?: boolean;
  /** The list's path at the API. */
  api: string;
  /** Maps the filters to the API's parameters; the identity by default. */
  toApi?: (filters: Filters) => Filters;
};

/** The filters of an address, without those at their default. */
export type Filters = Partial<Record<string, string>>;

/**
 * State of a list: a selection, a page of it, and the open entry. The keyword may be a name, so it is kept in the
 * history's state, not in the address.
 */
export type ListPlace = {
  filters: Filters;
  order: 'newest' | 'oldest';
  keyword: string;
  /** The API's cursor of the page; undefined on the first one. */
  cursor: string | undefined;
  /** Number of the page, as counted by turning pages. */
  page: number;
  open: string | undefined;
};

/** Reads the place from an address and its history state; ignores invalid values. */
export function readPlace(list: ListAddress, search: URLSearchParams, state: unknown): ListPlace {
  const filters: Filters = {};
  for (const [name, allowed] of Object.entries(list.parameters ?? {})) {
    const value = search.get(name) ?? '';
    const isKnown = allowed instanceof RegExp ? allowed.test(value) : allowed.includes(value);
    if (value !== '' && isKnown) filters[name] = value;
  }
  const cursor = matchOrUndefined(/^[\w-]{1,500}$/, search.get('cursor'));
  const keyword = (state as { keyword?: unknown } | null)?.keyword;
  return {
    filters,
    order: list.hasOrders && search.get('order') === 'oldest' ? 'oldest' : 'newest',
    keyword: typeof keyword === 'string' ? cutKeyword(keyword) : '',
    cursor,
    page: cursor ? pageNumberOf(search.get('page')) : 1,
    open: matchOrUndefined(/^[\w-]{1,64}$/, search.get('open')),
  };
}

/** The first page of a selection, with no entry open. */
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

/** The selection alone, as stored in a saved view. */
export const viewQuery = (place: ListPlace): string =>
  new URLSearchParams(selectionOf(place)).toString();

/** The part of the selection that decides which rows are chosen, so without the columns. */
export const rowSelectionKey = (place: ListPlace): string =>
  `${viewQuery({ ...place, filters: { ...place.filters, columns: undefined } })} ${place.keyword}`;

/** The address of a saved view. */
export function viewPath(list: ListAddress, query: string): string {
  return placePath(list, readPlace(list, new URLSearchParams(query), null));
}

/** A request to the API: everything in the path, or with a keyword in a body, which is never logged. */
export type ListRequest = { path: string; body?: Record<string, string> };

/** The request for a page. */
export const pageRequest = (list: ListAddress, place: ListPlace): ListRequest =>
  question(
    list,
    place,
    { plain: list.api, searched: 'search' },
    withoutEmpty({ cursor: place.cursor }),
  );

/** The request for the whole selection as a file; `csv` is its path. */
export const fileRequest = (
  list: ListAddress,
  place: ListPlace,
  csv: string,
  encoding: string,
): ListRequest => question(list, place, { plain: csv, searched: 'search.csv' }, { encoding });

function question(
  list: ListAddress,
  { filters, order, keyword: typed }: ListPlace,
  { plain, searched }: { plain: string; searched: string },
  more: Record<string, string>,
): ListRequest {
  const { toApi = (same) => same } = list;
  const apiParameters = {
    ...withoutEmpty(toApi(filters)),
    ...(list.hasOrders && { order }),
    ...more,
  };
  const keyword = typed.trim();
  if (keyword !== '')
    return { path: `${list.api}/${searched}`, body: { ...apiParameters, keyword } };
  const search = new URLSearchParams(apiParameters);
  return { path: search.size > 0 ? `${plain}?${search}` : plain };
}

function selectionOf({ filters, order }: ListPlace): Record<string, string> {
  return { ...withoutEmpty(filters), ...(order !== 'newest' && { order }) };
}

function withoutEmpty(filters: Filters): Record<string, string> {
  const pairs = Object.entries(filters).filter((pair): pair is [string, string] => !!pair[1]);
  return Object.fromEntries(pairs);
}

function matchOrUndefined(pattern: RegExp, text: string | null): string | undefined {
  return text !== null && pattern.test(text) ? text : undefined;
}
