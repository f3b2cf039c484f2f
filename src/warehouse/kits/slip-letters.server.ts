import { refuse } from '#kit/errors/refusal.ts';
import { fitShiftJis } from '#kit/http/csv/csv-bytes.server.ts';
import { lookAlikeOf } from './look-alike-letters.ts';

/** A letter missing from CP932 and its look-alike; '' if a person has to choose one. */
type Replaced = { letter: string; by: string };

/** Replaces letters missing from CP932 by look-alikes, and lists them. */
export function replaceUnprintable(text: string): { text: string; replaced: Replaced[] } {
  const { missing } = fitShiftJis(text);
  let fitted = text;
  for (const letter of missing)
    fitted = fitted.replaceAll(letter, () => lookAlikeOf(letter) ?? letter);
  return {
    text: fitShiftJis(fitted).missing.length === 0 ? fitShiftJis(fitted).text : fitted,
    replaced: missing.map((letter) => ({ letter, by: lookAlikeOf(letter) ?? '' })),
  };
}

/** Messages about replaced letters. */
export const letterProblems = (replaced: readonly Replaced[]): string[] =>
  [...new Map(replaced.map((one) => [one.letter, one])).values()].map(({ letter, by }) =>
    by === ''
      ? `「${letter}」は送り状に使えません。ほかの字に直してください。`
      : `「${letter}」は送り状に使えないため、「${by}」にします。よろしければ保存してください。`,
  );

/** Refuses text that cannot be printed, per field: what a person typed is never replaced silently. */
export function refuseUnprintable(texts: Readonly<Record<string, string>>, prefix = ''): void {
  const errors = Object.entries(texts).flatMap(([field, text]) => {
    const { missing } = fitShiftJis(text);
    const message = `「${missing.join('」「')}」は送り状に使えません。ほかの字に直してください。`;
    return missing.length > 0 ? [{ path: `${prefix}${field}`, message }] : [];
  });
  const [first] = errors;
  if (first) throw refuse('ValidationError', first.message, { errors });
}
