const format = new Intl.NumberFormat('ja-JP', { maximumFractionDigits: 0 });

/**
 * An amount in yen with its thousands separated, without a sign of currency. What is not a finite
 * number, a text of digits included, becomes 0 (spec section 9).
 */
export function formatYen(value: unknown): string {
  const isNumber = typeof value === 'number' && Number.isFinite(value);
  // Adding zero turns -0, which would read "-0", into 0.
  return format.format(isNumber ? Math.round(value) + 0 : 0);
}

/**
 * Whole yen from what people and spreadsheets write: 1200, 1,200, ¥1,200, １２００円. Undefined for
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
  if (!/^(?:\d+|\d{1,3}(?:,\d{3})+)$/.test(bare)) return undefined;
  const value = Number(bare.replaceAll(',', ''));
  return Number.isSafeInteger(value) ? value : undefined;
}
