import type { ProductKind } from '#domain/applications/goods.ts';
import type { ItemRow } from '#domain/results/appraisal-item.ts';
import type { Random } from '#server/db/sample/random.ts';

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

const priced = ['国内の古着店で販売', '海外の市場で販売', 'インターネットで販売'];
const unpriced = [
  { destination: '繊維として再利用', reason: '生地の傷みのため、お値段がつきませんでした' },
  { destination: '海外の支援先へ寄贈', reason: '流通の少ないお品物のため' },
];

/** What a priced box held, kind by kind; pieces and yen add up to the result's. */
export function drawItems(
  random: Random,
  products: readonly ProductKind[],
  result: { appraisalId: string; itemCount: number; pricedCount: number; appraisedYen: number },
): Omit<ItemRow, 'row'>[] {
  const { appraisalId, itemCount, pricedCount, appraisedYen } = result;
  const kinds = random.shuffled(products.flatMap((product) => goods[product])).slice(0, 3);
  const pieces = shares(random, pricedCount, kinds.length);
  const yen = shares(random, appraisedYen, pieces.length);
  const items = pieces.map((quantity, index) => ({
    appraisalId,
    name: kinds[index] ?? '小物',
    quantity,
    amountYen: yen[index] ?? 0,
    destination: random.pick(priced),
    reason: '',
  }));
  const rest = itemCount - pricedCount;
  if (rest === 0) return items;
  const name = 'そのほかのお品物';
  return [...items, { appraisalId, name, quantity: rest, amountYen: 0, ...random.pick(unpriced) }];
}

/** Parts `total` into at most `parts` whole numbers above zero. */
function shares(random: Random, total: number, parts: number): number[] {
  const count = Math.max(1, Math.min(parts, total));
  const taken: number[] = [];
  let left = total;
  for (let open = count; open > 1; open -= 1) {
    const share = random.int(1, Math.max(1, Math.floor((left - open + 1) * 0.7)));
    taken.push(share);
    left -= share;
  }
  return [...taken, left];
}
