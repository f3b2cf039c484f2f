import * as z from 'zod/mini';
import {
  Classification,
  ProductKind,
  SocialChallengeId,
} from '#giving/applications/choice-schemas.ts';

/** Donations and their published yen, null while that is withheld (docs/product.md, Public figures). */
const Sum = z.object({ count: z.number(), amountYen: z.nullable(z.number()) });

/** Donations of an Asia/Tokyo month, YYYY-MM, and the yen that were published in it. */
export const MonthSum = z.extend(Sum, { month: z.string() });
export type MonthSum = z.infer<typeof MonthSum>;

/**
 * Donations per social challenge: to organisations, each counted under its first challenge so that
 * the sums add up, and to the challenge's fund.
 */
export const ChallengeSum = z.object({
  id: SocialChallengeId,
  toAssociates: Sum,
  toFund: Sum,
});
export type ChallengeSum = z.infer<typeof ChallengeSum>;

/** Donations per type of organisation; null for funds, which belong to no organisation. */
export const ClassificationSum = z.extend(Sum, { id: z.nullable(Classification) });
export type ClassificationSum = z.infer<typeof ClassificationSum>;

/** Donations per kind of goods in the box; a box with several kinds counts under each. */
export const GoodsSum = z.object({ id: ProductKind, count: z.number() });
export type GoodsSum = z.infer<typeof GoodsSum>;

/** All achievements, as offered for download; amounts in yen, null while withheld. */
export const Achievements = z.object({
  totalCount: z.number(),
  totalYen: z.nullable(z.number()),
  associateCount: z.number(),
  months: z.array(MonthSum),
  challenges: z.array(ChallengeSum),
  classifications: z.array(ClassificationSum),
  /** Up to the end of this day, YYYY-MM-DD. */
  goodsUntil: z.string(),
  goods: z.array(GoodsSum),
});
export type Achievements = z.infer<typeof Achievements>;
