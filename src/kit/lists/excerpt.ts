const shownLetters = 40;

/** The first words of a text, on one line. */
export function excerptOf(text: string): string {
  const letters = [...text.replaceAll(/\s+/g, ' ')];
  return letters.length > shownLetters
    ? `${letters.slice(0, shownLetters).join('')}…`
    : letters.join('');
}
