import type { SocialChallengeId } from '#organisations/challenges/social-challenge.ts';

/**
 * Motifs of covers, five per challenge, by their names in fluent-emoji-flat (MIT). The build writes
 * them to public/covers; an organisation's id selects one (`coverOf`).
 */
export const coverMotifs: Record<
  SocialChallengeId,
  readonly [string, string, string, string, string]
> = {
  international: [
    'globe-showing-asia-australia',
    'airplane',
    'compass',
    'globe-showing-europe-africa',
    'globe-with-meridians',
  ],
  child: ['teddy-bear', 'balloon', 'lollipop', 'yo-yo', 'baby-bottle'],
  'child-education': ['books', 'pencil', 'backpack', 'open-book', 'crayon'],
  disabilities: [
    'manual-wheelchair',
    'guide-dog',
    'white-cane',
    'ear-with-hearing-aid',
    'mechanical-arm',
  ],
  employment: ['briefcase', 'hammer-and-wrench', 'toolbox', 'sewing-needle', 'necktie'],
  'human-rights': ['balance-scale', 'scroll', 'megaphone', 'candle', 'dove'],
  woman: ['tulip', 'cherry-blossom', 'hibiscus', 'rose', 'blossom'],
  'local-community': ['house-with-garden', 'house', 'hot-beverage', 'bus', 'teacup-without-handle'],
  'local-industry': ['sheaf-of-rice', 'tangerine', 'carrot', 'fish', 'red-apple'],
  'social-education': ['graduation-cap', 'telescope', 'microscope', 'light-bulb', 'notebook'],
  health: ['stethoscope', 'pill', 'hospital', 'adhesive-bandage', 'thermometer'],
  environment: ['deciduous-tree', 'evergreen-tree', 'herb', 'water-wave', 'mountain'],
  animal: ['cat-face', 'dog-face', 'paw-prints', 'rabbit-face', 'hatching-chick'],
  culture: ['performing-arts', 'musical-note', 'framed-picture', 'paintbrush', 'drum'],
  'economic-development': ['chart-increasing', 'factory', 'shopping-bags', 'rocket', 'bullseye'],
  disaster: ['tent', 'fire-extinguisher', 'flashlight', 'rescue-workers-helmet', 'canned-food'],
  'non-profits-development': ['link', 'ladder', 'gear', 'seedling', 'key'],
  others: ['rainbow', 'star', 'four-leaf-clover', 'sun', 'sparkles'],
};

/** Wraps shapes into an SVG document of at most 2 kB. */
export const drawMotif = (shapes: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${shapes}</svg>`;
