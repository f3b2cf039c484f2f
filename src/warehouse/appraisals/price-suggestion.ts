import * as z from 'zod/mini';

/** With fewer earlier items no price is suggested. */
export const minPrices = 20;
/** Newest items that are considered. */
export const maxPrices = 1_000;

/** Price per piece of similar items; null if too few were appraised. */
export const PriceSuggestion = z.object({
  suggestion: z.nullable(
    z.object({
      medianYen: z.number(),
      count: z.number(),
      /** Whether they are of the same brand. */
      isOfBrand: z.boolean(),
    }),
  ),
});
export type PriceSuggestion = z.infer<typeof PriceSuggestion>;

/** Median of yen amounts, rounded down to ten; undefined for fewer than `minPrices`. */
export function medianPrice(prices: readonly number[]): number | undefined {
  if (prices.length < minPrices) return undefined;
  const sorted = prices.toSorted((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  const median = (upper + lower) / 2;
  return median < 100 ? Math.floor(median) : Math.floor(median / 10) * 10;
}
