import {
  compareEntries,
  type DirectoryEntry,
  directoryPageSize,
  type FoldedEntry,
} from './directory.ts';
import { type DirectoryOrder, type DirectoryQuery, directoryOrders } from './directory-query.ts';
import { gramIndex } from './gram-index.ts';
import { keywordTerms } from './search-text.ts';
import { readingOfText } from './search-words.ts';
import { bitsOfEntry, bitsOfQuery } from './selection-bits.ts';

/** A growable list of slots, sorted by `compare`. */
function slotsInOrder(compare: (a: number, b: number) => number) {
  let all = new Uint32Array(64);
  let count = 0;

  /** Index of a slot, or its insertion index. */
  function placeOf(slot: number): number {
    let [from, to] = [0, count];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (compare(all[middle] as number, slot) < 0) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  return {
    /** Removes slots. Call while `compare` still sees their old values. */
    remove(slots: readonly number[]): void {
      const places = slots.map(placeOf).sort((a, b) => a - b);
      let to = places[0] ?? count;
      for (const [index, place] of places.entries()) {
        const end = places[index + 1] ?? count;
        all.copyWithin(to, place + 1, end);
        to += end - place - 1;
      }
      count = to;
    },

    /** Inserts slots that are not in the list. */
    insert(slots: readonly number[]): void {
      const sorted = slots.toSorted(compare);
      const places = sorted.map(placeOf);
      if (count + sorted.length > all.length) {
        const longer = new Uint32Array(Math.ceil((count + sorted.length) * 1.25));
        longer.set(all);
        all = longer;
      }
      let end = count;
      for (let index = sorted.length - 1; index >= 0; index--) {
        const place = places[index] as number;
        all.copyWithin(place + index + 1, place, end);
        all[place + index] = sorted[index] as number;
        end = place;
      }
      count += sorted.length;
    },

    /** A view on all slots, valid until the next change. */
    all: (): Uint32Array => all.subarray(0, count),
  };
}

/** A new or changed entry; without `now` it is removed. */
export type IndexChange<Entry> = { id: string; now?: FoldedEntry<Entry> | undefined };

/** One page of search results. */
export type FoundPage<Entry> = { items: Entry[]; page: number; pageCount: number; total: number };

/** Matches of a query: slots whose text contains the words as typed, then those that match only by reading. */
type Matches = { marks: Uint8Array; typed: number; total: number };
const [isTyped, isAlike] = [1, 2];

/**
 * The directory with a text index: returns what searchDirectory() returns, in the same order,
 * without scanning all texts. Updates are incremental; split large batches, since each `update`
 * blocks the event loop. An entry keeps its slot while it exists, and data per slot is changed in
 * place. A new entry is found at once, and faster after `settle`.
 */
export function directoryIndex<Entry extends DirectoryEntry>() {
  const entries: (FoldedEntry<Entry> | undefined)[] = [];
  const slotOf = new Map<string, number>();
  const free: number[] = [];
  const folded = gramIndex((slot) => entries[slot]?.folded ?? '');
  const said = gramIndex((slot) => entries[slot]?.said ?? '');
  let bits = new Int32Array(3 * 64);
  let scratch = new Uint8Array(64);
  const entryAt = (slot: number) => (entries[slot] as FoldedEntry<Entry>).entry;
  const ordered = (order: DirectoryOrder) => {
    const compare = compareEntries(order);
    return { compare, slots: slotsInOrder((a, b) => compare(entryAt(a), entryAt(b))) };
  };
  const orders = {
    thisMonth: ordered('thisMonth'),
    cumulative: ordered('cumulative'),
    newAssociate: ordered('newAssociate'),
  };

  function slotFor(id: string): number {
    const slot = slotOf.get(id) ?? free.pop() ?? entries.push(undefined) - 1;
    slotOf.set(id, slot);
    if (slot >= scratch.length) {
      scratch = new Uint8Array(slot * 2);
      const more = new Int32Array(3 * scratch.length);
      more.set(bits);
      bits = more;
    }
    return slot;
  }

  function place(slot: number, now: FoldedEntry<Entry> | undefined): void {
    const old = entries[slot];
    entries[slot] = now;
    folded.replace(slot, old?.folded ?? '', now?.folded ?? '');
    said.replace(slot, old?.said ?? '', now?.said ?? '');
    bits.set(now ? bitsOfEntry(now.entry) : [0, 0, 0], 3 * slot);
  }

  /** Marks and counts the slots that match the query's filters and words. */
  function find(query: Partial<DirectoryQuery>): Matches | undefined {
    const [challenges, first, others] = bitsOfQuery(query);
    const isSelected = (slot: number) =>
      ((bits[3 * slot] as number) & challenges) === challenges &&
      ((bits[3 * slot + 1] as number) & first) === first &&
      ((bits[3 * slot + 2] as number) & others) === others;
    const terms = keywordTerms(query.keyword ?? '');
    const isNarrowed = (challenges | first | others) !== 0;
    if (terms.length === 0 && !isNarrowed) return undefined;
    const marks = scratch.fill(0, 0, entries.length);
    let total = 0;
    if (terms.length === 0) {
      for (let slot = 0; slot < entries.length; slot++) {
        if (!isSelected(slot)) continue;
        marks[slot] = isTyped;
        total += 1;
      }
      return { marks, typed: total, total };
    }
    const mark = (as: number, slots: Uint32Array) => {
      for (const slot of slots) {
        if (marks[slot] !== 0 || !isSelected(slot)) continue;
        marks[slot] = as;
        total += 1;
      }
    };
    mark(isTyped, folded.find(terms));
    const typed = total;
    mark(isAlike, said.find(terms.map(readingOfText)));
    return { marks, typed, total };
  }

  /** A slice of the results, in order. */
  function some(query: Partial<DirectoryQuery>, start: number, limit: number) {
    const slots = orders[query.order ?? 'thisMonth'].slots.all();
    const found = find(query);
    const total = found?.total ?? slots.length;
    if (!found) return { total, items: Array.from(slots.subarray(start, start + limit), entryAt) };
    const { marks, typed } = found;
    const items: Entry[] = [];
    const take = (as: number, count: number, skipped: number) => {
      let seen = 0;
      for (let at = 0; at < slots.length && seen < count && items.length < limit; at++) {
        const slot = slots[at] as number;
        if (marks[slot] !== as) continue;
        seen += 1;
        if (seen > skipped) items.push(entryAt(slot));
      }
    };
    if (start < typed) take(isTyped, typed, start);
    take(isAlike, total - typed, Math.max(0, start - typed));
    return { total, items };
  }

  return {
    /** Applies a batch of changes. */
    update(changes: readonly IndexChange<Entry>[]): void {
      // Of several changes of one entry the last counts.
      const latest = new Map(changes.map((change) => [change.id, change]));
      const moves = [...latest.values()].flatMap(({ id, now }) =>
        now || slotOf.has(id) ? [{ id, now, slot: slotFor(id) }] : [],
      );
      // Removal positions depend on all entries before the change, insertion positions on all after it.
      const moved = directoryOrders.map((order) => {
        const { slots, compare } = orders[order];
        const movedIn = moves.filter(({ slot, now }) => {
          const old = entries[slot];
          return !old || !now || compare(old.entry, now.entry) !== 0;
        });
        slots.remove(movedIn.flatMap(({ slot }) => (entries[slot] ? slot : [])));
        return { slots, movedIn };
      });
      for (const { slot, now } of moves) place(slot, now);
      for (const { slots, movedIn } of moved) {
        slots.insert(movedIn.flatMap(({ slot, now }) => (now ? slot : [])));
      }
      for (const { id, now, slot } of moves) {
        if (now) continue;
        slotOf.delete(id);
        free.push(slot);
      }
    },

    /** Indexes up to `count` new entries, the larger part of their cost; returns how many remain. */
    settle(count: number): number {
      return Math.max(folded.settle(count), said.settle(count));
    },

    /** One page of results, equal to selectPage(searchDirectory(…)). */
    search(query: Partial<DirectoryQuery>, page: number): FoundPage<Entry> | undefined {
      if (!Number.isInteger(page) || page < 1) return undefined;
      const { items, total } = some(query, (page - 1) * directoryPageSize, directoryPageSize);
      const pageCount = Math.max(1, Math.ceil(total / directoryPageSize));
      return page > pageCount ? undefined : { items, page, pageCount, total };
    },

    /** The first matches, and the total. */
    first(query: Partial<DirectoryQuery>, limit: number): { items: Entry[]; total: number } {
      return some(query, 0, limit);
    },

    get size() {
      return slotOf.size;
    },
  };
}
