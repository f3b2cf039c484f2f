import type { ProductKind } from '#domain/applications/goods.ts';
import type { PictureName } from './picture-names.ts';

/** The picture of each kind of goods. */
export const goodsPictures: Record<ProductKind, PictureName> = {
  clothes: 't-shirt',
  bags: 'handbag',
  shoes: 'running-shoe',
  accessories: 'scarf',
  watches: 'watch',
  jewelry: 'ring',
  gold: 'coin',
  other: 'wrapped-gift',
};
