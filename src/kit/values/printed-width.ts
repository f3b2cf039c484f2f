/** ASCII and half-width kana are half as wide as other letters on a slip. */
const halfWidth = /[\u0020-\u007E\uFF61-\uFF9F]/;

/** Width of a text on a carrier's slip: full-width letters count 1, half-width ones ½. */
export const printedWidth = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (halfWidth.test(letter) ? 0.5 : 1), 0);
