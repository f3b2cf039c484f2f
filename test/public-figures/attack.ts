import type { Cell, State } from './simulated-gifts.ts';

/** Yen by gift: a public sum as what it adds up. */
export type Vector = ReadonlyMap<string, number>;

/** Yen of one vector less another's. */
export function minus(one: Vector, other: Vector): Vector {
  const left = new Map(one);
  for (const [gift, yen] of other) {
    const rest = (left.get(gift) ?? 0) - yen;
    if (rest === 0) left.delete(gift);
    else left.set(gift, rest);
  }
  return left;
}

export const plus = (one: Vector, other: Vector): Vector =>
  minus(one, new Map([...other].map(([gift, yen]) => [gift, -yen])));

export const yenOf = (vector: Vector): number =>
  [...vector.values()].reduce((sum, yen) => sum + yen, 0);

export const wholeOf = (state: State): Vector =>
  [...state.values()].reduce<Vector>((sum, cell) => plus(sum, cell), new Map());

/** Number of gifts in a difference that would tell of them: 1 to 4. */
export const tells = (vector: Vector): boolean => vector.size > 0 && vector.size < 5;

/**
 * Whether the difference of two published totals, less any differences of any published sums of the cells, covers one to
 * four gifts. Totals and sums are lists of what was published over time, by cell.
 */
export function totalsTell(
  totals: readonly ReadonlyMap<Cell, Vector>[],
  sums: ReadonlyMap<Cell, readonly Vector[]>,
): boolean {
  const none: ReadonlyMap<Cell, Vector> = new Map();
  const all = [none, ...totals];
  return all.some((later, at) =>
    all.slice(0, at).some((earlier) => canCoverFew(later, earlier, sums)),
  );
}

function canCoverFew(
  later: ReadonlyMap<Cell, Vector>,
  earlier: ReadonlyMap<Cell, Vector>,
  sums: ReadonlyMap<Cell, readonly Vector[]>,
): boolean {
  // Bit n: a difference that covers n gifts can be made; five stand for more.
  let reachable = 1;
  for (const [cell, published] of sums) {
    const moved = minus(later.get(cell) ?? new Map(), earlier.get(cell) ?? new Map());
    let ofCell = 0;
    for (const one of differencesOf(published)) ofCell |= 1 << Math.min(5, minus(moved, one).size);
    let next = 0;
    for (let covered = 0; covered <= 5; covered += 1) {
      if (!(reachable & (1 << covered))) continue;
      for (let more = 0; more <= 5; more += 1) {
        if (ofCell & (1 << more)) next |= 1 << Math.min(5, covered + more);
      }
    }
    reachable = next;
  }
  return (reachable & 0b11110) !== 0;
}

const known = new WeakMap<readonly Vector[], { count: number; differences: Vector[] }>();

/** Each published sum less each earlier one, or less nothing; and nothing. */
function differencesOf(published: readonly Vector[]): readonly Vector[] {
  const found = known.get(published);
  if (found?.count === published.length) return found.differences;
  const all: Vector[] = [new Map(), ...published];
  const differences = [
    new Map(),
    ...all.flatMap((later, at) => all.slice(0, at).map((earlier) => minus(later, earlier))),
  ];
  known.set(published, { count: published.length, differences });
  return differences;
}
