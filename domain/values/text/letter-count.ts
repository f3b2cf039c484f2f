import * as z from 'zod/mini';

/**
 * How many letters a text has: code points, as PostgreSQL and Python count them, so that 𠮷 is one
 * (docs/product.md, Forms). Of a text far beyond `most` only that it is beyond.
 */
export function letterCount(text: string, most = Number.POSITIVE_INFINITY): number {
  // A letter has two units at most.
  if (text.length > 2 * most) return most + 1;
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** A text of at most so many letters. */
export const mostLetters = (most: number, message: string) =>
  z.refine<string>((text) => letterCount(text, most) <= most, message);

/** A text of at least so many letters. */
export const fewestLetters = (fewest: number, message: string) =>
  z.refine<string>((text) => letterCount(text) >= fewest, message);
