/** Kinds of goods on the application form (docs/product.md, Ways to give). */
export const productKinds = [
  'clothes',
  'bags',
  'shoes',
  'accessories',
  'watches',
  'jewelry',
  'gold',
  'other',
] as const;

export type ProductKind = (typeof productKinds)[number];

export const productLabels: Record<ProductKind, string> = {
  clothes: '洋服',
  bags: 'バッグ',
  shoes: '靴',
  accessories: 'アクセサリー・小物',
  watches: '腕時計',
  jewelry: 'ジュエリー',
  gold: '金・貴金属',
  other: 'その他',
};
