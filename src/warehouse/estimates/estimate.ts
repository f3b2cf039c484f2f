import type { ItemCategory } from '#warehouse/appraisals/categories.ts';
import type { ItemCondition } from '#warehouse/appraisals/item-words.ts';

/** Classes of brands for estimates, best known first. */
export const brandClasses = {
  luxury: 'ハイブランド',
  brand: 'そのほかのブランド',
  none: 'ノーブランド・不明',
} as const;
export type BrandClass = keyof typeof brandClasses;

/** Brands counted as luxury, as appraisers write them. */
export const luxuryBrands: readonly string[] = [
  'ルイ・ヴィトン',
  'エルメス',
  'シャネル',
  'グッチ',
  'プラダ',
  'バーバリー',
  'モンクレール',
  'カルティエ',
  'ティファニー',
  'ミキモト',
  'ロレックス',
  'オメガ',
];

/** Goods below which nothing is said, and boxes from which they must come, so that no gift is recognised. */
export const minGoods = 20;
export const minBoxes = 5;
/** Period of the results that count. */
export const estimateMonths = 12;

/** What goods of a kind brought; '' for all brands or conditions. Yen per piece. */
export type Estimate = {
  category: ItemCategory;
  brandClass: BrandClass | '';
  condition: ItemCondition | '';
  count: number;
  priced: number;
  /** Undefined if too few have a price. */
  yen?: { lower: number; median: number; upper: number } | undefined;
  reasons: string[];
};

/** Share of goods without a price, in whole percent. */
export const unpricedPercent = ({ count, priced }: Pick<Estimate, 'count' | 'priced'>): number =>
  Math.round(((count - priced) / count) * 100);
