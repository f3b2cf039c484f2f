import { expect, test } from 'vitest';
import { prefectures } from '#kit/values/prefecture.ts';
import { mapSize, prefectureTiles, readTile } from './prefecture-tiles.ts';

test('the map has all 47 prefectures, none on top of another or outside', () => {
  const tiles = prefectureTiles(new Map([['東京都', 3]])).map(readTile);
  expect(tiles.map(({ name }) => name)).toEqual([...prefectures]);
  const cells = tiles.flatMap(({ x, y, width, height }) =>
    Array.from({ length: width * height }, (_, n) => [x + (n % width), y + Math.floor(n / width)]),
  );
  expect(new Set(cells.map(String)).size).toBe(cells.length);
  for (const [x = -1, y = -1] of cells) {
    expect(x >= 0 && x < mapSize.width && y >= 0 && y < mapSize.height).toBe(true);
  }
  expect(tiles.find(({ label }) => label === '東京')?.associates).toBe(3);
  expect(tiles.find(({ label }) => label === '京都')?.associates).toBe(0);
});

test('neighbours on the map are neighbours in the country', () => {
  const tiles = prefectureTiles(new Map()).map(readTile);
  const at = (label: string) => tiles.find((tile) => tile.label === label);
  for (const [north, south] of [
    ['北海道', '青森'],
    ['新潟', '群馬'],
    ['京都', '大阪'],
    ['福岡', '鹿児島'],
    ['鹿児島', '沖縄'],
  ] as const) {
    expect([north, (at(north)?.y ?? 99) <= (at(south)?.y ?? -1)]).toEqual([north, true]);
  }
  expect(at('山口')?.x).toBeLessThan(at('兵庫')?.x ?? 0);
  expect(at('愛知')?.x).toBeLessThan(at('千葉')?.x ?? 0);
});
