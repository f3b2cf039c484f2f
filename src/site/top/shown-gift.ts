import { type ProductKind, productLabels } from '#giving/applications/goods.ts';
import { goodsPictures } from '#kit/ui/pictures/goods-pictures.ts';
import type { ShownGift } from './gift-strip.tsx';

/** A gift with the texts and picture of the scroller, computed on the server, so that no page loads their code. */
export function shownGift({
  products,
  ...gift
}: Omit<ShownGift, 'goods' | 'picture'> & { products: readonly ProductKind[] }): ShownGift {
  const [first = 'other', second] = products;
  const goodsLabel = second
    ? `${productLabels[first]}・${productLabels[second]}`
    : productLabels[first];
  const goods =
    first === 'other' ? 'お品物' : products.length > 2 ? `${goodsLabel}など` : goodsLabel;
  return { ...gift, goods, picture: goodsPictures[first] };
}
