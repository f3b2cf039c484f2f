import * as z from 'zod/mini';

/** The kinds of goods a donor names on the form (decision 20). */
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

export const ProductKind = z.enum(productKinds, 'お品物の種類を一覧から選んでください。');
export type ProductKind = z.infer<typeof ProductKind>;

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
