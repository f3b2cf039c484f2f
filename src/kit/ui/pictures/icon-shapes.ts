// biome-ignore-all format: made by scripts/assets/draw-pictures.ts, do not edit
/** The shapes of the interface icons that no page should wait for: Lucide, ISC License, https://lucide.dev */
export const iconShapes = {
  search: 'M0 0m21 21-4.34-4.34M3 11a8 8 0 1 0 16 0a8 8 0 1 0 -16 0',
  menu: 'M4 5h16M4 12h16M4 19h16',
  close: 'M18 6 6 18M0 0m6 6 12 12',
  check: 'M20 6 9 17l-5-5',
  'chevron-down': 'M0 0m6 9 6 6 6-6',
  'chevron-left': 'M0 0m15 18-6-6 6-6',
  'chevron-right': 'M0 0m9 18 6-6-6-6',
  'arrow-right': 'M5 12h14M0 0m12 5 7 7-7 7',
  info: 'M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0M12 16v-4M12 8h.01',
  alert: 'M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0M12 8L12 12M12 16L12.01 16',
  success: 'M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0M0 0m16 9-5.5 5.5L8 12',
  sample: 'M14 2v6a2 2 0 0 0 .245.96l5.51 10.08A2 2 0 0 1 18 22H6a2 2 0 0 1-1.755-2.96l5.51-10.08A2 2 0 0 0 10 8V2M6.453 15h11.094M8.5 2h7',
  logout: 'M0 0m16 17 5-5-5-5M21 12H9M9 21H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h4',
} as const;

/** Those in the sprite icons.svg. */
export type SpriteIcon = 'plus' | 'minus' | 'external' | 'place' | 'calendar' | 'mail' | 'user' | 'lock' | 'copy' | 'download' | 'upload' | 'print' | 'edit' | 'trash' | 'undo' | 'file' | 'box' | 'truck' | 'eye' | 'eye-off' | 'filter' | 'camera' | 'crop' | 'today' | 'arrival' | 'tag' | 'building' | 'yen' | 'more';
