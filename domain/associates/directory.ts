import {
  type SocialChallengeId,
  socialChallengeIds,
  socialChallenges,
} from '#domain/challenges/social-challenge.ts';
import { compareText } from '#domain/values/compare-text.ts';
import { maxKeywordLength } from '#domain/values/keyword-length.ts';
import { type Prefecture, prefectures } from '#domain/values/prefecture.ts';
import type { Timestamp } from '#domain/values/timestamp.ts';
import type { Classification } from './classification.ts';
import { foldText, holdsTerms, keywordTerms } from './search-text.ts';

/** Organisations on one page of a list (docs/product.md, Lists and orders). */
export const directoryPageSize = 24;

/** Organisations given at once where no page is asked for; up to so many a browser searches by itself. */
export const browserDirectoryLimit = 2_000;

export const directoryOrders = ['thisMonth', 'cumulative', 'newAssociate'] as const;
export type DirectoryOrder = (typeof directoryOrders)[number];

/** The data of an organisation that search needs. */
export type DirectoryEntry = {
  id: string;
  name: string;
  locations: readonly string[];
  summary: string;
  socialChallenges: readonly SocialChallengeId[];
  classification: Classification;
  isDeductible: boolean;
  createdAt: Timestamp;
  stat: { monthlyCount: number; totalCount: number };
};

/** The selection of a search. */
export type DirectoryQuery = {
  keyword: string;
  order: DirectoryOrder;
  isDeductible: boolean;
  socialChallengeId?: SocialChallengeId;
  prefecture?: Prefecture;
};

/** An entry with its folded text. */
export type FoldedEntry<Entry> = { entry: Entry; folded: string };

/** A directory prepared for search: each entry with its folded text, in each of the orders. */
export type PreparedDirectory<Entry extends DirectoryEntry> = Record<
  DirectoryOrder,
  readonly FoldedEntry<Entry>[]
>;

/**
 * Folds and sorts a directory once, so that a search only has to filter. Keywords are searched
 * in name, locations, summary and the challenges' Japanese names (docs/product.md, Lists and orders).
 */
export const prepareDirectory = <Entry extends DirectoryEntry>(
  entries: readonly Entry[],
): PreparedDirectory<Entry> => sortDirectory(entries.map((entry) => ({ now: foldEntry(entry) })));

/** An entry with its text, which stays as it is while only the counts change. */
export const foldEntry = <Entry extends Omit<DirectoryEntry, 'stat'>>(
  entry: Entry,
): FoldedEntry<Entry> => ({ entry, folded: searchTextOf(entry) });

const comparisons: Record<DirectoryOrder, (a: DirectoryEntry, b: DirectoryEntry) => number> = {
  thisMonth: (a, b) => b.stat.monthlyCount - a.stat.monthlyCount,
  cumulative: (a, b) => b.stat.totalCount - a.stat.totalCount,
  newAssociate: (a, b) => compareText(b.createdAt, a.createdAt),
};

/** An entry that is new (no `old`), other than it was, or gone (no `now`). */
export type DirectoryChange<Entry extends DirectoryEntry> = {
  old?: Entry | undefined;
  now?: FoldedEntry<Entry> | undefined;
};

/**
 * Sorts entries in each of the orders. With a directory of `before` they are what has changed since:
 * all others stay where they are, and are not looked at.
 */
export function sortDirectory<Entry extends DirectoryEntry>(
  changes: readonly DirectoryChange<Entry>[],
  before?: PreparedDirectory<Entry>,
): PreparedDirectory<Entry> {
  const entries = changes.flatMap(({ now }) => now ?? []);
  const gone = changes.flatMap(({ old }) => old ?? []);
  const sorted = (order: DirectoryOrder) => {
    const compare = (a: { entry: Entry }, b: { entry: Entry }) =>
      comparisons[order](a.entry, b.entry) || compareText(a.entry.id, b.entry.id);
    const earlier = before?.[order] ?? [];
    const places = gone.map((entry) => placeOf({ entry }, earlier, 0, compare));
    return merged(without(earlier, places), entries.toSorted(compare), compare);
  };
  return {
    thisMonth: sorted('thisMonth'),
    cumulative: sorted('cumulative'),
    newAssociate: sorted('newAssociate'),
  };
}

/** A list without the items at these places. */
function without<Item>(list: readonly Item[], places: readonly number[]): Item[] {
  const stayed: Item[] = [];
  let from = 0;
  for (const place of [...places.toSorted((a, b) => a - b), list.length]) {
    for (; from < place; from++) stayed.push(list[from] as Item);
    from = place + 1;
  }
  return stayed;
}

/** Two sorted lists as one. */
function merged<Item>(
  many: readonly Item[],
  few: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Item[] {
  const all: Item[] = [];
  let from = 0;
  for (const item of few) {
    const to = placeOf(item, many, from, compare);
    for (; from < to; from++) all.push(many[from] as Item);
    all.push(item);
  }
  for (; from < many.length; from++) all.push(many[from] as Item);
  return all;
}

/** Where an item belongs in a sorted list, at `low` or behind. */
function placeOf<Key, Item extends Key>(
  item: Key,
  sorted: readonly Item[],
  low: number,
  compare: (a: Key, b: Key) => number,
): number {
  let [from, to] = [low, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (compare(sorted[middle] as Item, item) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The one definition of organisation search: filters and orders (this month's first by default). */
export function searchDirectory<Entry extends DirectoryEntry>(
  directory: PreparedDirectory<Entry>,
  query: Partial<DirectoryQuery> = {},
): Entry[] {
  const { keyword = '', order = 'thisMonth', isDeductible, socialChallengeId, prefecture } = query;
  const terms = keywordTerms(keyword);
  const found: Entry[] = [];
  for (const { entry, folded } of directory[order]) {
    if (isDeductible && !entry.isDeductible) continue;
    if (socialChallengeId && !entry.socialChallenges.includes(socialChallengeId)) continue;
    // Matches the start only: 東京都府中市 contains 京都府.
    if (prefecture && !entry.locations.some((place) => place.startsWith(prefecture))) continue;
    if (holdsTerms(folded, terms)) found.push(entry);
  }
  return found;
}

/**
 * Reads the selection from the parameters of a URL; unknown values count as missing. Read by
 * hand: the search pages need no schema in the browser.
 */
export function readDirectoryQuery(parameters: {
  get(name: string): string | null;
}): DirectoryQuery {
  const among = <Value extends string>(values: readonly Value[], name: string) =>
    values.find((value) => value === parameters.get(name));
  const socialChallengeId = among(socialChallengeIds, 'socialChallengeId');
  const prefecture = among(prefectures, 'prefecture');
  return {
    keyword: (parameters.get('keyword') ?? '').slice(0, maxKeywordLength),
    order: among(directoryOrders, 'order') ?? 'thisMonth',
    isDeductible: ['true', '1', 'on', 'yes'].includes(parameters.get('isDeductible') ?? ''),
    ...(socialChallengeId !== undefined && { socialChallengeId }),
    ...(prefecture !== undefined && { prefecture }),
  };
}

/** The page number in a URL: 1 by default, undefined when it is not written as a page number. */
export function readPage(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return 1;
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
}

/** One page of a list, or undefined beyond the last; page 1 of an empty list exists. */
export function selectPage<Item>(
  list: readonly Item[],
  page: number,
): { items: Item[]; page: number; pageCount: number; total: number } | undefined {
  const pageCount = Math.max(1, Math.ceil(list.length / directoryPageSize));
  if (!Number.isInteger(page) || page < 1 || page > pageCount) return undefined;
  const start = (page - 1) * directoryPageSize;
  const items = list.slice(start, start + directoryPageSize);
  return { items, page, pageCount, total: list.length };
}

/**
 * The searchable text of an entry; fields stand on separate lines, which no folded term can cross.
 */
function searchTextOf(entry: Omit<DirectoryEntry, 'stat'>): string {
  const challenges = entry.socialChallenges.map((id) => socialChallenges[id].label);
  return [entry.name, ...entry.locations, entry.summary, ...challenges].map(foldText).join('\n');
}
