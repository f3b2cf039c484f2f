/** The marks of a bank's statement for a balance below nought. */
const minus = /^[-−▲△]\s*/;

/** The whole number that a text is, of up to twelve digits; undefined for any other text. */
export function wholeNumber(text: string, { isSigned }: { isSigned: boolean }): number | undefined {
  const plain = text.normalize('NFKC').replaceAll(',', '').trim();
  const isBelow = isSigned && minus.test(plain);
  const digits = isBelow ? plain.replace(minus, '') : plain;
  if (!/^\d{1,12}$/.test(digits)) return undefined;
  // Not -0.
  return isBelow ? 0 - Number(digits) : Number(digits);
}
