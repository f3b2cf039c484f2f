/** Longer keywords are cut to this many letters before any processing. */
export const maxKeywordLength = 100;

/** Truncates a keyword by code points, so that none is split (docs/product.md, Forms). */
export function cutKeyword(keyword: string): string {
  // A code point has at most two units.
  const letters = [...keyword.slice(0, 2 * maxKeywordLength)];
  return letters.slice(0, maxKeywordLength).join('');
}

/** `maxLength` of keyword inputs, which counts UTF-16 units: a code point may take two. */
export const maxKeywordUnits = 2 * maxKeywordLength;
