import { prefectures } from '#kit/values/prefecture.ts';

/** A prefecture as a tile of the map; position and size in tiles. */
export type PrefectureTile = {
  name: string;
  /** Without 都, 府 and 県. */
  label: string;
  tint: MapTint;
  x: number;
  y: number;
  width: number;
  height: number;
  associates: number;
};

/** One tint per region, so that neighbours differ. */
export const mapTints = ['sky', 'leaf', 'coral', 'honey', 'plum'] as const;
export type MapTint = (typeof mapTints)[number];

/** Size of the map in tiles. */
export const mapSize = { width: 10, height: 13 };

/**
 * The tile of each prefecture: column, row, width and height, one character each, in the order of `prefectures`, one
 * line per region. Our own drawing, as true to the country as ten columns allow.
 */
const regions: readonly [MapTint, string][] = [
  ['sky', '8022'],
  ['leaf', '8221 9311 9411 8311 8411 8521'],
  ['coral', '9611 8611 7611 7711 9711 8711 7821'],
  ['honey', '7511 6511 5511 5611 6711 6611 5711 6811 5811'],
  ['plum', '5911 4711 4611 3811 3612 4811 3921'],
  ['sky', '2611 1611 2711 1711 0612'],
  ['leaf', '4;11 4:11 3:11 3;11'],
  ['coral', '1911 0911 0:11 0;11 1:11 1;11 1<11'],
  ['honey', '0<11'],
];

/**
 * The tiles of the map with the number of organisations in each prefecture, as compact texts like "北海道 sky 8022 4",
 * because they are part of every page. `readTile` parses them.
 */
export function prefectureTiles(counts: ReadonlyMap<string, number>): string[] {
  const places = regions.flatMap(([tint, codes]) =>
    codes.split(' ').map((code) => ({ tint, code })),
  );
  return prefectures.map((name, index) => {
    const { tint, code } = places[index] ?? { tint: 'sky' as const, code: '0011' };
    return [name, tint, code, counts.get(name) ?? 0].join(' ');
  });
}

/** Parses a tile from its text. */
export function readTile(text: string): PrefectureTile {
  const [name = '', tint, code = '', associates] = text.split(' ');
  const [x = 0, y = 0, width = 1, height = 1] = [...code].map(
    (figure) => figure.charCodeAt(0) - '0'.charCodeAt(0),
  );
  const label = name === '北海道' ? name : name.slice(0, -1);
  return {
    name,
    label,
    tint: tint as MapTint,
    x,
    y,
    width,
    height,
    associates: Number(associates),
  };
}
