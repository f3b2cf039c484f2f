/**
 * The pictures that the product draws with, by their names in fluent-emoji-flat (MIT); the sprite
 * app/ui/pictures.svg is made of this list by scripts/build-assets.ts.
 */
export const pictureNames = [
  // the 18 social challenges
  'globe-showing-asia-australia',
  'teddy-bear',
  'books',
  'person-in-manual-wheelchair',
  'briefcase',
  'balance-scale',
  'bouquet',
  'houses',
  'sheaf-of-rice',
  'graduation-cap',
  'stethoscope',
  'deciduous-tree',
  'cat-face',
  'performing-arts',
  'chart-increasing',
  'tent',
  'handshake',
  'rainbow',
  // the hero and the way of a box
  'package',
  'dress',
  'coat',
  'cat',
  't-shirt',
  'mobile-phone',
  'magnifying-glass-tilted-left',
  'red-heart',
  'delivery-truck',
  'love-letter',
  // goods
  'handbag',
  'running-shoe',
  'watch',
  'ring',
  'gem-stone',
  'coin',
  'scarf',
  'wrapped-gift',
  'thread',
  // states
  'empty-nest',
  'envelope',
  'seedling',
  'party-popper',
  'locked',
] as const;
export type PictureName = (typeof pictureNames)[number];
