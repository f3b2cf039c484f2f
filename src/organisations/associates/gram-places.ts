/** Places per block: a place takes two bytes, or one bit in a bitmap. */
export const placeCount = 1 << 16;

/** Lists hold 1, 2, 4 … 4,096 places; beyond that a bitmap is smaller. */
const largestSize = 12;
const pageLength = 1 << 16;

/**
 * The places of a gram: a sorted list from `start` on in pages shared by all lists, with capacity
 * for a power of two; a bitmap for frequent grams. One array per list would cost more than the
 * short lists themselves.
 */
type Places = { count: number; size: number; start: number; bits: Uint32Array | undefined };

/** Places of each gram in a block of texts. */
export function gramPlaces() {
  const placesOf = manyByNumber<Places>();
  const pages: Uint16Array[] = [];
  const freeStarts = Array.from({ length: largestSize + 1 }, (): number[] => []);
  let used = pageLength;

  function roomFor(size: number): number {
    const free = freeStarts[size]?.pop();
    if (free !== undefined) return free;
    if (used + (1 << size) > pageLength) {
      pages.push(new Uint16Array(pageLength));
      used = 0;
    }
    used += 1 << size;
    return pages.length * pageLength - pageLength + used - (1 << size);
  }

  const pageOf = (start: number) => pages[Math.floor(start / pageLength)] as Uint16Array;

  function listOf({ start, count }: Places): Uint16Array {
    const from = start % pageLength;
    return pageOf(start).subarray(from, from + count);
  }

  /** Index in its page of the first place of a list that is >= `place`. */
  function firstAtLeast(page: Uint16Array, { start, count }: Places, place: number): number {
    const first = start % pageLength;
    let [from, to] = [first, first + count];
    // Fast path: places are mostly appended in order.
    if ((page[to - 1] as number) < place) return to;
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((page[middle] as number) < place) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** Doubles the capacity of a full list, or turns it into a bitmap. */
  function enlarge(places: Places): void {
    const list = listOf(places);
    freeStarts[places.size]?.push(places.start);
    if (places.size === largestSize) {
      places.bits = new Uint32Array(placeCount / 32);
      for (const place of list) setBit(places.bits, place);
      return;
    }
    places.size += 1;
    places.start = roomFor(places.size);
    pageOf(places.start).set(list, places.start % pageLength);
  }

  function holds(places: Places, place: number): boolean {
    if (places.bits) return hasBit(places.bits, place);
    const page = pageOf(places.start);
    const last = (places.start % pageLength) + places.count - 1;
    if (page[last] === place) return true;
    const at = firstAtLeast(page, places, place);
    return at < (places.start % pageLength) + places.count && page[at] === place;
  }

  function forget(gram: number): void {
    const places = placesOf.get(gram);
    if (places && !places.bits) freeStarts[places.size]?.push(places.start);
    placesOf.delete(gram);
  }

  return {
    /** Adds a place to a gram. */
    put(gram: number, place: number): void {
      let places = placesOf.get(gram);
      if (!places) {
        places = { count: 0, size: 0, start: roomFor(0), bits: undefined };
        placesOf.set(gram, places);
      } else if (holds(places, place)) return;
      if (!places.bits && places.count === 1 << places.size) enlarge(places);
      if (places.bits) setBit(places.bits, place);
      else {
        const page = pageOf(places.start);
        const end = (places.start % pageLength) + places.count;
        const at = places.count === 0 ? end : firstAtLeast(page, places, place);
        if (at < end) page.copyWithin(at + 1, at, end);
        page[at] = place;
      }
      places.count += 1;
    },

    /** Removes a place from a gram. */
    drop(gram: number, place: number): void {
      const places = placesOf.get(gram);
      if (!places || !holds(places, place)) return;
      if (places.count === 1) {
        forget(gram);
        return;
      }
      const { bits } = places;
      if (bits) {
        clearBit(bits, place);
        places.count -= 1;
        // Well below the bitmap threshold, so that it does not flip back and forth.
        if (places.count > 1 << (largestSize - 1)) return;
        places.size = largestSize;
        places.start = roomFor(largestSize);
        writePlaces(bits, 0, pageOf(places.start), places.start % pageLength);
        places.bits = undefined;
        return;
      }
      const page = pageOf(places.start);
      const at = firstAtLeast(page, places, place);
      page.copyWithin(at, at + 1, (places.start % pageLength) + places.count);
      places.count -= 1;
    },

    /** Removes a gram entirely. */
    forget,

    /** Places of all of the grams, in order, each plus `from`. */
    common(grams: readonly number[], from: number): Uint32Array {
      const lists = grams.map((gram) => placesOf.get(gram));
      if (lists.includes(undefined)) return new Uint32Array();
      const [fewest, ...others] = (lists as Places[]).toSorted((a, b) => a.count - b.count);
      if (!fewest) return new Uint32Array();
      const found = new Uint32Array(fewest.count);
      if (fewest.bits) {
        const both = fewest.bits.slice();
        for (const other of others) intersectWith(both, other.bits as Uint32Array);
        return found.subarray(0, writePlaces(both, from, found, 0));
      }
      let count = 0;
      for (const place of listOf(fewest)) {
        if (others.every((other) => holds(other, place))) found[count++] = from + place;
      }
      return found.subarray(0, count);
    },
  };
}

/** Several maps instead of one: growing a map of hundreds of thousands blocks the event loop. */
function manyByNumber<Value>() {
  const maps = Array.from({ length: 64 }, () => new Map<number, Value>());
  const mapOf = (number: number) => maps[number & 63] as Map<number, Value>;
  return {
    get: (number: number) => mapOf(number).get(number),
    set: (number: number, value: Value) => mapOf(number).set(number, value),
    delete: (number: number) => mapOf(number).delete(number),
  };
}

const hasBit = (bits: Uint32Array, place: number): boolean =>
  ((bits[place >> 5] as number) & (1 << (place & 31))) !== 0;

function setBit(bits: Uint32Array, place: number): void {
  bits[place >> 5] = (bits[place >> 5] as number) | (1 << (place & 31));
}

function clearBit(bits: Uint32Array, place: number): void {
  bits[place >> 5] = (bits[place >> 5] as number) & ~(1 << (place & 31));
}

function intersectWith(bits: Uint32Array, others: Uint32Array): void {
  for (let word = 0; word < bits.length; word++)
    bits[word] = (bits[word] as number) & (others[word] as number);
}

/** Writes the set bits as places, in order, each plus `from`; returns the end index. */
function writePlaces(
  bits: Uint32Array,
  from: number,
  to: Uint16Array | Uint32Array,
  start: number,
): number {
  let at = start;
  for (let word = 0; word < bits.length; word++) {
    let left = bits[word] as number;
    while (left !== 0) {
      to[at++] = from + word * 32 + 31 - Math.clz32(left & -left);
      left &= left - 1;
    }
  }
  return at;
}
