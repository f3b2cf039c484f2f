import { compareText } from '#kit/values/compare-text.ts';
import type { Timestamp } from '#kit/values/timestamp.ts';
import {
  type SocialChallengeId,
  socialChallenges,
} from '#organisations/challenges/social-challenge.ts';
import { type Classification, classifications } from './classification.ts';
import type { DirectoryOrder, DirectoryQuery } from './directory-query.ts';
import { containsTerms, foldText, keywordTerms } from './search-text.ts';
import { readingOfText } from './search-words.ts';

/** Organisations per page of a list (docs/product.md, Lists and orders). */
export const directoryPageSize = 24;

/** Data of an organisation that search needs. */
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

/** An entry with its folded text and the reading of that text, type of organisation included. */
export type FoldedEntry<Entry> = { entry: Entry; folded: string; said: string };

/** A directory prepared for search: entries with folded text, sorted in each order. */
export type PreparedDirectory<Entry extends DirectoryEntry> = Record<
  DirectoryOrder,
  readonly FoldedEntry<Entry>[]
>;

/**
 * Folds and sorts a directory once, so that a search only filters. Keywords match name, locations,
 * summary and the challenges' Japanese names (docs/product.md, Lists and orders).
 */
export const prepareDirectory = <Entry extends DirectoryEntry>(
  entries: readonly Entry[],
): PreparedDirectory<Entry> => sortDirectory(entries.map((entry) => ({ now: foldEntry(entry) })));

/** An entry with its folded text, which is reusable while only the counts change. */
export const foldEntry = <Entry extends Omit<DirectoryEntry, 'stat'>>(
  entry: Entry,
): FoldedEntry<Entry> => {
  const folded = searchTextOf(entry);
  const type = foldText(classifications[entry.classification].label);
  return { entry, folded, said: readingOfText(`${folded}\n${type}`) };
};

const comparisons: Record<DirectoryOrder, (a: DirectoryEntry, b: DirectoryEntry) => number> = {
  thisMonth: (a, b) => b.stat.monthlyCount - a.stat.monthlyCount,
  cumulative: (a, b) => b.stat.totalCount - a.stat.totalCount,
  newAssociate: (a, b) => compareText(b.createdAt, a.createdAt),
};

/** Total order of entries: no two of them compare equal. */
export const compareEntries =
  (order: DirectoryOrder) =>
  (a: DirectoryEntry, b: DirectoryEntry): number =>
    comparisons[order](a, b) || compareText(a.id, b.id);

/** Whether an entry matches a query's filters, regardless of its keyword. */
export function isSelected(
  { isDeductible, socialChallenges: challenges, locations }: DirectoryEntry,
  query: Partial<DirectoryQuery>,
): boolean {
  const { socialChallengeId, prefecture } = query;
  if (query.isDeductible && !isDeductible) return false;
  if (socialChallengeId && !challenges.includes(socialChallengeId)) return false;
  // Matches the start only: 東京都府中市 contains 京都府.
  return !prefecture || locations.some((place) => place.startsWith(prefecture));
}

/** A new (no `old`), changed or removed (no `now`) entry. */
export type DirectoryChange<Entry extends DirectoryEntry> = {
  old?: Entry | undefined;
  now?: FoldedEntry<Entry> | undefined;
};

/**
 * Sorts entries in each order. If `before` is given, `changes` are applied to it and the other
 * entries are not touched.
 */
export function sortDirectory<Entry extends DirectoryEntry>(
  changes: readonly DirectoryChange<Entry>[],
  before?: PreparedDirectory<Entry>,
): PreparedDirectory<Entry> {
  const entries = changes.flatMap(({ now }) => now ?? []);
  const gone = changes.flatMap(({ old }) => old ?? []);
  const sorted = (order: DirectoryOrder) => {
    const compareBy = compareEntries(order);
    const compare = (a: { entry: Entry }, b: { entry: Entry }) => compareBy(a.entry, b.entry);
    const earlier = before?.[order] ?? [];
    const places = gone.map((entry) => placeOf({ entry }, earlier, 0, compare));
    return mergeSorted(withoutIndexes(earlier, places), entries.toSorted(compare), compare);
  };
  return {
    thisMonth: sorted('thisMonth'),
    cumulative: sorted('cumulative'),
    newAssociate: sorted('newAssociate'),
  };
}

/** The list without the items at the given indexes. */
function withoutIndexes<Item>(list: readonly Item[], places: readonly number[]): Item[] {
  const kept: Item[] = [];
  let from = 0;
  for (const place of [...places.toSorted((a, b) => a - b), list.length]) {
    for (; from < place; from++) kept.push(list[from] as Item);
    from = place + 1;
  }
  return kept;
}

/** Merges two sorted lists. */
function mergeSorted<Item>(
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

/** Insertion index of an item in a sorted list, searching from `low`. */
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

/**
 * The one definition of organisation search: filters and orders (this month's first by default).
 * Matches as typed come before matches by reading (docs/product.md, Lists and orders).
 */
export function searchDirectory<Entry extends DirectoryEntry>(
  directory: PreparedDirectory<Entry>,
  query: Partial<DirectoryQuery> = {},
): Entry[] {
  const { keyword = '', order = 'thisMonth' } = query;
  const terms = keywordTerms(keyword);
  const saidTerms = terms.map(readingOfText);
  const found: Entry[] = [];
  const alike: Entry[] = [];
  for (const { entry, folded, said } of directory[order]) {
    if (!isSelected(entry, query)) continue;
    if (containsTerms(folded, terms)) found.push(entry);
    else if (containsTerms(said, saidTerms)) alike.push(entry);
  }
  return alike.length === 0 ? found : [...found, ...alike];
}

/** One page of a list; undefined beyond the last. Page 1 of an empty list exists. */
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

/** The searchable text of an entry, one field per line: no folded term spans a line break. */
function searchTextOf(entry: Omit<DirectoryEntry, 'stat'>): string {
  const challenges = entry.socialChallenges.map((id) => socialChallenges[id].label);
  return [entry.name, ...entry.locations, entry.summary, ...challenges].map(foldText).join('\n');
}
