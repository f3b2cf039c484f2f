import * as z from 'zod/mini';

/** Fewer earlier items say nothing about a price. */
export const fewestPrices = 20;
/** As many of the newest items are looked at. */
export const mostPrices = 1_000;

/** What such items brought a piece; null where too few were appraised. */
export const PriceSuggestion = z.object({
  suggestion: z.nullable(
    z.object({
      medianYen: z.number(),
      count: z.number(),
      /** Whether they were of the same brand. */
      isOfBrand: z.boolean(),
    }),
  ),
});
export type PriceSuggestion = z.infer<typeof PriceSuggestion>;

/** The middle of yen amounts, rounded down to ten; undefined for fewer than are enough. */
export function medianPrice(prices: readonly number[]): number | undefined {
  if (prices.length < fewestPrices) return undefined;
  const sorted = prices.toSorted((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  const median = (upper + lower) / 2;
  return median < 100 ? Math.floor(median) : Math.floor(median / 10) * 10;
}
