import sharp from 'sharp';
import { type FileStore, imageFile } from '#kit/files/files.server.ts';
import type { images } from '#kit/images/image-tables.server.ts';
import { type Garment, garments, palettes } from './words/garments.server.ts';

const widths = [480, 960];
const width = 960;
const height = 720;
/** Pictures drawn concurrently, since each also waits for the disk. */
const picturesAtOnce = 4;

/** A picture of the sample, and its garment with matching words. */
export type SamplePicture = { id: string; garment: Garment };

/** The distinct pictures: each garment in each palette. */
export const samplePictures: readonly SamplePicture[] = garments.flatMap((garment) =>
  palettes.map((_, index) => ({ id: `sample-${garment.kind}-${index + 1}`, garment })),
);

/** Draws the pictures into the store and returns their rows. The same bytes each time. */
export async function writePictures(
  files: FileStore,
  now: Date,
  onPicture: () => void,
): Promise<(typeof images.$inferInsert)[]> {
  const rows: (typeof images.$inferInsert)[] = [];
  const waiting = [...samplePictures.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, picture] = next;
      rows[index] = await writePicture(files, picture, index, now);
      onPicture();
    }
  };
  await Promise.all(Array.from({ length: picturesAtOnce }, work));
  return rows;
}

async function writePicture(
  files: FileStore,
  { id, garment }: SamplePicture,
  index: number,
  now: Date,
): Promise<typeof images.$inferInsert> {
  const { data, info } = await sharp(Buffer.from(drawn(garment, index)))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let byteCount = 0;
  for (const each of widths) {
    const bytes = await sharp(data, { raw: info })
      .resize(each)
      .webp({ quality: 82, effort: 1 })
      .toBuffer();
    await files.write(imageFile(id, each), bytes);
    byteCount += bytes.length;
  }
  return {
    id,
    ownerUid: null,
    purpose: 'pledge',
    contentType: 'image/webp',
    width,
    height,
    byteCount,
    widths,
    alt: garment.names[0] ?? '',
    createdAt: now,
  };
}

function drawn(garment: Garment, index: number): string {
  const palette = palettes[index % palettes.length] ?? palettes[0];
  const { ground, pattern, cloth, trim } = palette;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" width="${width}" height="${height}">
<defs><pattern id="p" width="40" height="40" patternUnits="userSpaceOnUse"><circle cx="20" cy="20" r="6" fill="${pattern}"/></pattern></defs>
<rect width="400" height="300" fill="${ground}"/><rect width="400" height="300" fill="url(#p)"/>
<ellipse cx="200" cy="272" rx="130" ry="14" fill="${pattern}"/>
${garment.draw(cloth, trim)}</svg>`;
}
