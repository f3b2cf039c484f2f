/** A stream of seeded numbers: the same seed gives the same sample on every machine. */
export type Random = ReturnType<typeof randomOf>;

/** An independent stream per name, so that more of one thing does not change another. */
export function randomOf(seed: number, name: string) {
  let state = mix(seed ^ hashOf(name));

  /** 0 ≤ value < 1 (mulberry32). */
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number, both ends included. */
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));

  function pick<Item>(list: readonly Item[]): Item {
    const item = list[int(0, list.length - 1)];
    if (item === undefined) throw new RangeError('Nothing to pick from.');
    return item;
  }

  function shuffled<Item>(list: readonly Item[]): Item[] {
    const copy = [...list];
    for (let last = copy.length - 1; last > 0; last -= 1) {
      const other = int(0, last);
      [copy[last], copy[other]] = [copy[other] as Item, copy[last] as Item];
    }
    return copy;
  }

  /** Standard normal, by Box and Muller. */
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());

  return { next, int, pick, shuffled, normal, chance: (share: number) => next() < share };
}

/** Indices drawn by weight, in logarithmic time each. Zero weights are never drawn. */
export function weightedDraw(weights: readonly number[]): (random: Random) => number {
  const ends: number[] = [];
  let total = 0;
  for (const weight of weights) {
    total += weight;
    ends.push(total);
  }
  if (!(total > 0)) throw new RangeError('No weight to draw by.');
  return (random) => {
    const target = random.next() * total;
    let low = 0;
    let high = ends.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] as number) > target) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash;
}
