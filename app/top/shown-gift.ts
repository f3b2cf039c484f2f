import type { PictureName } from '#app/ui/pictures/picture-names.ts';
import { type ProductKind, productLabels } from '#domain/applications/goods.ts';
import type { ShownGift } from './gift-strip.tsx';

const pictures: Record<ProductKind, PictureName> = {
  clothes: 't-shirt',
  bags: 'handbag',
  shoes: 'running-shoe',
  accessories: 'scarf',
  watches: 'watch',
  jewelry: 'ring',
  gold: 'coin',
  other: 'wrapped-gift',
};

/** A gift in the words and the picture of the strip, made on the server, so that no page loads them. */
export function shownGift({
  products,
  ...gift
}: Omit<ShownGift, 'goods' | 'picture'> & { products: readonly ProductKind[] }): ShownGift {
  const [first = 'other', second] = products;
  const named = second ? `${productLabels[first]}・${productLabels[second]}` : productLabels[first];
  const goods = first === 'other' ? 'お品物' : products.length > 2 ? `${named}など` : named;
  return { ...gift, goods, picture: pictures[first] };
}
