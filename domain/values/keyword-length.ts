/** Longer keywords are cut to this many letters before any processing. */
export const maxKeywordLength = 100;

/** The first letters of a keyword: code points, so that none is cut in half (docs/product.md, Forms). */
export function cutKeyword(keyword: string): string {
  // A letter has two units at most.
  const letters = [...keyword.slice(0, 2 * maxKeywordLength)];
  return letters.slice(0, maxKeywordLength).join('');
}

/** For `maxLength` of a keyword's input, which counts UTF-16 units: room for as many letters of two units. */
export const maxKeywordUnits = 2 * maxKeywordLength;
