/**
 * An amount in yen with thousands separators, without a currency sign. What is not a finite
 * number, a text of digits included, becomes 0 (docs/product.md, Sizes). Not by Intl: a browser's first
 * formatter costs it more than the rest of a page's scripts.
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
 * Whole yen from what people and spreadsheets write: 1200, 1,200, ¥1,200, １２００円, 1200.0. Undefined for
 * anything else: signs, fractions, wrong grouping, more than a number can hold.
 */
export function parseYen(text: string): number | undefined {
  if (text.length > 40) return undefined;
  const bare = text
    .normalize('NFKC')
    .trim()
    // Shift_JIS shows its backslash as ¥, so files carry either.
    .replace(/^[¥\\]\s*/, '')
    .replace(/円$/, '')
    .trimEnd();
  const whole = /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.0{1,4})?$/.exec(bare)?.[1];
  if (whole === undefined) return undefined;
  const value = Number(whole.replaceAll(',', ''));
  return Number.isSafeInteger(value) ? value : undefined;
}
