/** Letters that are not taken for digits. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

/**
 * The mark in the numbers of a generation, which starts with each restored backup: none for the first, then B, C and
 * so on; after the 24th two letters, AA first.
 */
export function markOf(generation: number): string {
  if (generation === 1) return '';
  const index = generation - 1;
  const last = letters.charAt(index % letters.length);
  return index < letters.length
    ? last
    : letters.charAt(Math.floor(index / letters.length) - 1) + last;
}

/** The mark within a number, as part of a regular expression. */
export const markForm = '[A-HJ-NP-Z]{0,2}';
