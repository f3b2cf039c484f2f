/** Letters that are not mistaken for digits. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

/**
 * Mark in the numbers of a generation, which changes with each restored backup: none for the first,
 * then B, C and so on; after 24 letters two of them, from AA.
 */
export function markOf(generation: number): string {
  if (generation === 1) return '';
  const index = generation - 1;
  const last = letters.charAt(index % letters.length);
  return index < letters.length
    ? last
    : letters.charAt(Math.floor(index / letters.length) - 1) + last;
}

/** Regular expression for the mark. */
export const markForm = '[A-HJ-NP-Z]{0,2}';
