import {
  type ImageKind,
  type ImageType,
  imageKinds,
  imageRefusals,
  maxImageBytes,
} from '#domain/images/image.ts';
import { type Area, drawingOf } from './crop-area.ts';

/** The quality at which the browser encodes a picture (docs/product.md, Pictures). */
const quality = 0.9;
/** Half as wide again as the widest that pages show: enough to be made smaller once more. */
const spare = 1.5;

const endings: Record<ImageType, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

/**
 * The cut part of a picture as a file to send, upright as the browser shows it, at quality 0.9 in the
 * type asked for. Its sides are bounded by what the kind's pages need, so that no phone's canvas is
 * overtaxed. Throws an error in Japanese when the browser cannot draw it.
 */
export async function cutPicture(
  image: HTMLImageElement,
  area: Area,
  { kind, type }: { kind: ImageKind; type: ImageType },
): Promise<File> {
  const size = { width: image.naturalWidth, height: image.naturalHeight };
  let longestSide = Math.max(...imageKinds[kind].widths) * spare;
  for (;;) {
    const blob = await drawn(image, drawingOf(area, size, longestSide), type);
    if (blob.size <= maxImageBytes) {
      // Some browsers write no WebP and answer PNG instead.
      const name = `picture.${endings[blob.type as ImageType] ?? 'png'}`;
      return new File([blob], name, { type: blob.type });
    }
    longestSide /= 2;
  }
}

function drawn(
  image: HTMLImageElement,
  { from, to }: ReturnType<typeof drawingOf>,
  type: ImageType,
): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), to);
  const context = canvas.getContext('2d');
  if (!context) throw new Error(imageRefusals.broken);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, from.x, from.y, from.width, from.height, 0, 0, to.width, to.height);
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new Error(imageRefusals.broken));
    canvas.toBlob(take, type, quality);
  });
}
