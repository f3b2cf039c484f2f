/**
 * Splits a sum by weights, in whole yen; equally if all weights are 0. Shares are rounded down;
 * `leftYen`, less than one yen per share, remains.
 */
export function sharesOf(
  sumYen: number,
  weights: readonly number[],
): { shares: number[]; leftYen: number } {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const counted = whole === 0 ? weights.map(() => 1) : weights;
  const total = BigInt(whole === 0 ? weights.length : whole);
  const shares = counted.map((weight) => Number((BigInt(sumYen) * BigInt(weight)) / total));
  return { shares, leftYen: sumYen - shares.reduce((sum, share) => sum + share, 0) };
}

/** Book value left in a box, and whether all of it is sold. */
export type Unsold = { leftYen: number; isOver: boolean };

/**
 * Amounts to book for a sale of a box, in yen: `proceeds` reduces the remaining book value,
 * `difference` is the sum above (or, negative, below) it. The last sale takes the whole remainder.
 */
export function saleAmounts(
  { leftYen }: Pick<Unsold, 'leftYen'>,
  { amountYen, isLast }: { amountYen: number; isLast: boolean },
): { proceeds: number; difference: number } {
  const proceeds = isLast ? leftYen : Math.min(amountYen, leftYen);
  return { proceeds, difference: amountYen - proceeds };
}
