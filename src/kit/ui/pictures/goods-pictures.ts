import type { PictureName } from './picture-names.ts';

/** The picture of each kind of goods, by its id. */
export const goodsPictures = {
  clothes: 't-shirt',
  bags: 'handbag',
  shoes: 'running-shoe',
  accessories: 'scarf',
  watches: 'watch',
  jewelry: 'ring',
  gold: 'coin',
  other: 'wrapped-gift',
} as const satisfies Record<string, PictureName>;
