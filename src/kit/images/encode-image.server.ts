import type { Sharp } from 'sharp';
import { refuse } from '#kit/errors/refusal.ts';
import type { ImageFormat } from '#kit/files/files.server.ts';
import { type ImageType, imageRefusals } from './image.ts';
import type { ImageFacts } from './inspect-image.server.ts';
import { loadSharp } from './load-sharp.server.ts';
import { type ImageKind, imageKinds } from './shown-image.ts';

/** Seconds after which a slow decoder is aborted, to free its place. */
const longestSeconds = 20;

/** File extension of each accepted type. */
export const formatOf: Record<ImageType, ImageFormat> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

// AVIF at the lowest effort is still a third smaller than WebP; more effort would take seconds.
const encoders: Record<ImageFormat, (picture: Sharp) => Sharp> = {
  avif: (picture) => picture.avif({ quality: 55, effort: 0 }),
  webp: (picture) => picture.webp({ quality: 80, effort: 3 }),
  jpg: (picture) => picture.jpeg({ quality: 82, progressive: true }),
  png: (picture) => picture.png({ compressionLevel: 8 }),
};

export type EncodedImage = {
  /** Pixels, of the largest width. */
  width: number;
  height: number;
  widths: number[];
  files: { width: number; format: ImageFormat; bytes: Buffer }[];
};

/** Widths to make for a picture of this kind and original width. */
function widthsFor(kind: ImageKind, ownWidth: number): number[] {
  const { widths, aspect } = imageKinds[kind];
  if (aspect !== undefined) return [...widths];
  const largest = Math.min(ownWidth, Math.max(...widths));
  return [...widths.filter((width) => width < largest), largest];
}

/**
 * Re-encodes a picture in the widths of its kind, each as AVIF, WebP and its own type: upright, in sRGB, cropped from
 * the centre to the kind's aspect, without metadata (EXIF, GPS, appended bytes). Refuses what cannot be decoded.
 */
export async function encodeImage(
  bytes: Buffer,
  { type, width: ownWidth, height: ownHeight }: ImageFacts,
  kind: ImageKind,
): Promise<EncodedImage> {
  const { aspect } = imageKinds[kind];
  const widths = widthsFor(kind, ownWidth);
  const width = Math.max(...widths);
  const height = Math.max(1, Math.round(width / (aspect ?? ownWidth / ownHeight)));
  const sharp = await loadSharp();
  const { data, info } = await sharp(bytes, { failOn: 'error' })
    .timeout({ seconds: longestSeconds })
    .autoOrient()
    .resize(width, height, { fit: 'cover' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw refuse('ValidationError', imageRefusals.broken);
    });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const files: EncodedImage['files'] = [];
  for (const each of widths) {
    for (const format of new Set<ImageFormat>(['avif', 'webp', formatOf[type]])) {
      const picture = sharp(data, { raw }).resize(
        each,
        Math.max(1, Math.round((each * height) / width)),
      );
      files.push({ width: each, format, bytes: await encoders[format](picture).toBuffer() });
    }
  }
  return { width, height, widths, files };
}
