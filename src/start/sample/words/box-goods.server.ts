import type { ProductKind } from '#giving/applications/goods.ts';
import type { Random } from '#start/sample/random.server.ts';
import type { ItemCategory } from '#warehouse/appraisals/categories.ts';
import type { ItemCondition } from '#warehouse/appraisals/item-words.ts';
import type { ItemRow } from '#warehouse/results/appraisal-item.ts';

const productSets: readonly ProductKind[][] = [
  ['clothes'],
  ['clothes'],
  ['clothes', 'shoes'],
  ['clothes', 'bags'],
  ['clothes', 'accessories'],
  ['clothes', 'bags', 'shoes'],
  ['bags', 'accessories'],
  ['bags', 'watches'],
  ['clothes', 'jewelry'],
  ['gold', 'jewelry'],
];

export const drawProducts = (random: Random): ProductKind[] => random.pick(productSets);

const goods: Record<ProductKind, readonly string[]> = {
  clothes: [
    'コート',
    'ワンピース',
    'セーター',
    'シャツ',
    'スカート',
    'ジャケット',
    'デニム',
    '子ども服',
  ],
  bags: ['トートバッグ', 'ショルダーバッグ', 'リュックサック', '革の手提げ'],
  shoes: ['スニーカー', '革靴', 'ブーツ', 'サンダル'],
  accessories: ['スカーフ', '帽子', 'ベルト', 'ブローチ'],
  watches: ['腕時計（自動巻き）', '腕時計（電池式）'],
  jewelry: ['指輪', '首飾り', '耳飾り'],
  gold: ['金の鎖', '金の指輪'],
  other: ['小物'],
};

/** Category of a piece by its name; others have none, as in files that do not state it. */
const categories: Readonly<Partial<Record<string, ItemCategory>>> = {
  コート: 'outerwear',
  ジャケット: 'outerwear',
  ワンピース: 'dresses',
  セーター: 'tops',
  シャツ: 'tops',
  スカート: 'bottoms',
  デニム: 'bottoms',
  子ども服: 'kids',
  トートバッグ: 'bags',
  ショルダーバッグ: 'bags',
  リュックサック: 'bags',
  革の手提げ: 'bags',
  スニーカー: 'shoes',
  革靴: 'shoes',
  ブーツ: 'shoes',
  サンダル: 'shoes',
};
const conditions: readonly ItemCondition[] = ['excellent', 'good', 'good', 'used'];

const priced = [
  { destination: '国内の古着店で販売', reason: '状態がよく、すぐに着られるため' },
  { destination: '海外の市場で販売', reason: '海外で人気のある種類のため' },
  { destination: 'インターネットで販売', reason: 'お探しの方がいるブランドのため' },
  { destination: '国内の古着店で販売', reason: '今の季節に合うお品物のため' },
];
const unpriced = [
  { destination: '繊維として再利用', reason: '汚れ・傷み（生地が傷んでいるため）' },
  { destination: '工場の拭き布として再利用', reason: '汚れ・傷み（落ちにくい汚れがあるため）' },
  { destination: '海外の支援先へ寄贈', reason: '需要が少なく、値段がつきませんでした' },
  { destination: '古着としてリサイクル業者へ', reason: '相場がつかない種類のため' },
];

/** Content of a box, piece by piece, dearest first; pieces and yen add up to the result's. */
export function drawItems(
  random: Random,
  products: readonly ProductKind[],
  result: { appraisalId: string; itemCount: number; pricedCount: number; appraisedYen: number },
): Omit<ItemRow, 'row'>[] {
  const { appraisalId, itemCount, pricedCount, appraisedYen } = result;
  const names = random.shuffled(products.flatMap((product) => goods[product]));
  const amounts = pricedCount === 0 ? [] : pieceAmounts(random, appraisedYen, pricedCount);
  return Array.from({ length: itemCount }, (_, index) => {
    const name = names[index % names.length] ?? '小物';
    const isPriced = index < pricedCount;
    return {
      ...{ appraisalId, name, quantity: 1, amountYen: amounts[index] ?? 0 },
      category: categories[name] ?? '',
      condition: isPriced ? (conditions[index % conditions.length] ?? '') : 'flawed',
      ...{ brand: '', feature: '', boxNumber: null, imageIds: [] },
      ...random.pick(isPriced ? priced : unpriced),
    };
  });
}

/** Splits a sum in yen into `count` multiples of ten; the sum has at least as many tens. */
function pieceAmounts(random: Random, yen: number, count: number): number[] {
  const amounts: number[] = [];
  let tens = Math.floor(yen / 10);
  for (let open = count; open > 1; open -= 1) {
    const share = random.int(1, Math.max(1, Math.floor(((tens - open + 1) * 2) / open)));
    amounts.push(share * 10);
    tens -= share;
  }
  return [...amounts, tens * 10 + (yen % 10)].sort((a, b) => b - a);
}
