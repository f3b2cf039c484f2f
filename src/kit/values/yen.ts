/**
 * Formats an amount in yen with thousands separators, without a currency sign. Anything but a
 * finite number, even a text of digits, becomes 0 (docs/product.md, Sizes). Without Intl: a
 * browser's first formatter takes longer than the page's other scripts.
 */
export function formatYen(value: unknown): string {
  const isNumber = typeof value === 'number' && Number.isFinite(value);
  const yen = BigInt(isNumber ? Math.round(value) : 0);
  const digits = String(yen < 0 ? -yen : yen);
  let shown = digits.slice(-3);
  for (let end = digits.length - 3; end > 0; end -= 3) {
    shown = `${digits.slice(Math.max(0, end - 3), end)},${shown}`;
  }
  return yen < 0 ? `-${shown}` : shown;
}

/**
 * Parses whole yen as people and spreadsheets write them: 1200, 1,200, ¥1,200, １２００円, 1200.0.
 * Undefined for anything else: signs, fractions, wrong grouping, unsafe integers.
 */
export function parseYen(text: string): number | undefined {
  if (text.length > 40) return undefined;
  const bare = text
    .normalize('NFKC')
    .trim()
    // Shift_JIS shows its backslash as ¥, so files contain either.
    .replace(/^[¥\\]\s*/, '')
    .replace(/円$/, '')
    .trimEnd();
  const whole = /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.0{1,4})?$/.exec(bare)?.[1];
  if (whole === undefined) return undefined;
  const value = Number(whole.replaceAll(',', ''));
  return Number.isSafeInteger(value) ? value : undefined;
}

/** A public sum of yen, or that it is withheld (docs/product.md, Public figures). */
export const formatPublicYen = (yen: number | null): string =>
  yen === null ? '非公開' : formatYen(yen);
