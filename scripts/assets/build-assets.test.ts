import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { coverMotifs, drawMotif } from '#organisations/associates/cover-motifs.ts';
import { motifCount } from '#organisations/associates/woven-cover.ts';
import { socialChallengeIds } from '#organisations/challenges/social-challenge.ts';
import { appIcons, sitePicture } from './raster-pictures.ts';
import {
  iconPath,
  iconShapes,
  iconSprite,
  motifShapes,
  pictureBodies,
  pictureSprite,
  shapesIn,
} from './vector-pictures.ts';

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

test('the committed sprite, icons and motifs are those that the script makes', async () => {
  expect(await read('src/kit/ui/pictures/pictures.svg')).toBe(await pictureSprite());
  expect(await read('src/kit/ui/pictures/icon-shapes.ts')).toBe(await iconShapes());
  expect(await read('src/kit/ui/pictures/icons.svg')).toBe(await iconSprite());
  const shapes = motifShapes(await pictureBodies());
  expect(await read('src/site/previews/motif-shapes.server.ts')).toBe(shapes);
});

test('pictures use nothing from outside their symbol, so a <use> of another file can show them', async () => {
  expect(await pictureSprite()).not.toMatch(/url\(|<(?:script|image|style)\b|href=/);
});

test('an icon of several shapes becomes one path', () => {
  const svg = `<svg><path d="m1 2 3 4" /><circle cx="11" cy="11" r="8" /><line x1="1" x2="3" y1="2" y2="4" /></svg>`;
  expect(iconPath(svg)).toBe('M0 0m1 2 3 4M3 11a8 8 0 1 0 16 0a8 8 0 1 0 -16 0M1 2L3 4');
});

test('the icons that the manifest names are made, in the sizes that it names', async () => {
  const icons = await appIcons();
  const manifest = JSON.parse(await read('public/site.webmanifest')) as {
    icons: { src: string; sizes: string; type: string }[];
  };
  for (const { src, sizes } of manifest.icons.filter(({ type }) => type === 'image/png')) {
    const bytes = icons.get(src.replace('/icons/', ''));
    const { width, height } = await sharp(bytes).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
});

test('the link preview of the site is small and of the size that previews want', async () => {
  const bytes = await sitePicture(shapesIn(await read('src/kit/ui/pictures/pictures.svg')));
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  expect(bytes.length).toBeLessThan(100_000);
});

test('each challenge has its motifs, no two challenges the same, each of at most 2 kB', async () => {
  const bodyOf = await pictureBodies();
  const names = socialChallengeIds.flatMap((id) => coverMotifs[id]);
  expect(names).toHaveLength(socialChallengeIds.length * motifCount);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) {
    const bytes = Buffer.byteLength(drawMotif(bodyOf(name)));
    expect([name, bytes > 2_048]).toEqual([name, false]);
  }
});
