import * as z from 'zod/mini';

/**
 * Length in code points, as in PostgreSQL and Python, so that 𠮷 counts once (docs/product.md,
 * Forms). Stops early at texts far longer than `most`.
 */
export function letterCount(text: string, most = Number.POSITIVE_INFINITY): number {
  // A code point has at most two units.
  if (text.length > 2 * most) return most + 1;
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Limits a text to `most` letters. */
export const maxLetters = (most: number, message: string) =>
  z.refine<string>((text) => letterCount(text, most) <= most, message);

/** Requires at least `fewest` letters. */
export const minLetters = (fewest: number, message: string) =>
  z.refine<string>((text) => letterCount(text) >= fewest, message);
