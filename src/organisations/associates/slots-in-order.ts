/** A growable list of slots, sorted by `compare`. */
export function slotsInOrder(compare: (a: number, b: number) => number) {
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
