/** Fewest gifts that a public sum of yen, or a move of one, covers (docs/decisions/0031). */
export const minGifts = 5;

/** Words beside a sum that is withheld. */
export const withheldWords = '5件に満たないあいだは、金額を公表していません。';

/** What is published of two sums; null if neither is. */
export const addPublicYen = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : one + other;

/** A public sum of yen with the number of gifts in it. */
export type PublicSum = { gifts: number; yen: number };
