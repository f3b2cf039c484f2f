/** Raster pictures for consumers that cannot show SVG: link previews and home screen icons. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

const project = join(import.meta.dirname, '../..');
const cream = '#fff9f1';

/** A 32 × 32 drawing and its place on the site's link preview. */
type Placed = { name: string; x: number; y: number; size: number };
const placed: readonly Placed[] = [
  { name: 'dress', x: 588, y: 462, size: 120 },
  { name: 'package', x: 722, y: 412, size: 176 },
  { name: 'coat', x: 910, y: 462, size: 120 },
  { name: 'cat', x: 1040, y: 470, size: 110 },
];

/** The site's link preview as PNG, 1200 × 630 px. `bodyOf` returns the shapes of a picture. */
export async function sitePicture(bodyOf: (name: string) => string): Promise<Buffer> {
  const ground = await readFile(join(import.meta.dirname, 'site-picture.svg'), 'utf8');
  const pictures = placed
    .map(
      ({ name, x, y, size }) =>
        `<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="0 0 32 32">${bodyOf(name)}</svg>`,
    )
    .join('');
  const svg = ground.replace('<!-- pictures -->', pictures);
  return sharp(Buffer.from(svg)).png({ palette: true, quality: 90, effort: 10 }).toBuffer();
}

/** Favicon for programs that read no document: an ICO file around one PNG, 48 × 48 px. */
export async function favicon(): Promise<Buffer> {
  const size = 48;
  const mark = await readFile(join(project, 'public', 'favicon.svg'));
  const png = await sharp(mark).resize(size, size).png({ effort: 10 }).toBuffer();
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

/** Icons referenced by site.webmanifest and the document, by file name. */
export async function appIcons(): Promise<Map<string, Buffer>> {
  const mark = await readFile(join(project, 'public', 'favicon.svg'));
  const drawn = (markSize: number) =>
    sharp(mark, { density: (72 * markSize) / 48 })
      .resize(markSize, markSize)
      .png()
      .toBuffer();
  /** `share` is the mark's part of the square: systems crop maskable icons to round shapes. */
  const icon = async (size: number, share: number, background: string | undefined) => {
    const input = await drawn(Math.round(size * share));
    const ground = { width: size, height: size, channels: 4 as const };
    return sharp({ create: { ...ground, background: background ?? '#0000' } })
      .composite([{ input, gravity: 'centre' }])
      .png({ effort: 10 })
      .toBuffer();
  };
  return new Map([
    ['icon-192.png', await icon(192, 1, undefined)],
    ['icon-512.png', await icon(512, 1, undefined)],
    ['maskable-512.png', await icon(512, 0.62, cream)],
    ['apple-touch-icon.png', await icon(180, 0.76, cream)],
  ]);
}
