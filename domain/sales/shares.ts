/**
 * Shares a sum by weights, in whole yen; equal shares where all weigh nothing. What is left over by rounding down is
 * less than a yen for each share.
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

/** What a box still has in the books, and whether nothing of it is left to be sold. */
export type Unsold = { leftYen: number; isOver: boolean };

/**
 * How a sale of a box is booked, in yen: `proceeds` is taken off what is left of the appraisal, `difference` is what it
 * brought above (or, negative, below) it. The last sale takes all that is left.
 */
export function saleAmounts(
  { leftYen }: Pick<Unsold, 'leftYen'>,
  { amountYen, isLast }: { amountYen: number; isLast: boolean },
): { proceeds: number; difference: number } {
  const proceeds = isLast ? leftYen : Math.min(amountYen, leftYen);
  return { proceeds, difference: amountYen - proceeds };
}
