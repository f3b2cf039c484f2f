/** ASCII and half-width kana take half the place of the others on a slip. */
const halfWidth = /[\u0020-\u007E\uFF61-\uFF9F]/;

/** How wide a text is on a carrier's slip: a full-width letter counts 1, a half-width one ½. */
export const printedWidth = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (halfWidth.test(letter) ? 0.5 : 1), 0);
