/**
 * Whether this is the long form of the tests (`npm test -- long`), which leaves out nothing that
 * the short form samples.
 */
export const isLongForm = process.env.TEST_FORM === 'long';

/** Seed of everything generated or sampled. `npm test` prints it; TEST_SEED repeats a run. */
export const seed = Number(process.env.TEST_SEED ?? 1);

/**
 * All of `items` in the long form; in the short one about one in `every`, at least one, stable for
 * a seed and `salt`. Over many seeds each item is taken equally often.
 */
export function sampled<T>(
  items: readonly T[],
  { every, salt }: { every: number; salt: string },
): T[] {
  if (isLongForm) return [...items];
  const first = hash(`${seed} ${salt}`) % every;
  const taken = items.filter((_, index) => index % every === first);
  return taken.length > 0 ? taken : items.slice(0, 1);
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) {
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return value;
}
