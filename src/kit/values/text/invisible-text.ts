/**
 * Characters that are invisible or reorder their surroundings: direction marks, zero-width spaces,
 * fillers, soft hyphens, line separators, variation selectors.
 */
const invisible = /[\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\uFFF9-\uFFFB]/u;
const shape = /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/u;
const emojiShape = /[\uFE0E\uFE0F]/u;
const joiner = '\u200D';

/** Whether a character is visible, or needed for the look of its neighbours: kanji variants, joined emoji. */
function isSeen(letter: string, index: number, letters: readonly string[]): boolean {
  if (!invisible.test(letter)) return true;
  const before = letters[index - 1] ?? '';
  if (shape.test(letter)) {
    return /\p{Script=Han}/u.test(before) || (emojiShape.test(letter) && /\p{Emoji}/u.test(before));
  }
  if (letter !== joiner) return false;
  const joined = /[\uFE0F\p{Emoji_Modifier}]/u.test(before) ? (letters[index - 2] ?? '') : before;
  return [joined, letters[index + 1] ?? ''].every((one) => /\p{Extended_Pictographic}/u.test(one));
}

export function holdsInvisible(text: string): boolean {
  if (!invisible.test(text)) return false;
  const letters = [...text];
  return !letters.every(isSeen);
}

/** Removes invisible characters; line and paragraph separators become line breaks. */
export function withoutInvisible(text: string): string {
  if (!invisible.test(text)) return text;
  return [...text.replace(/[\u2028\u2029]/g, '\n')].filter(isSeen).join('');
}

const isBlank = (letter: string) =>
  letter.trim() === '' || (invisible.test(letter) && !shape.test(letter));

/** Trims spaces and invisible characters, which come along with copied text. */
export function withoutBlankEnds(text: string): string {
  const letters = [...text];
  const first = letters.findIndex((letter) => !isBlank(letter));
  if (first < 0) return '';
  return letters.slice(first, letters.findLastIndex((letter) => !isBlank(letter)) + 1).join('');
}
