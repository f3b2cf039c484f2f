import { type ImageType, imageRefusals, maxImageBytes } from '#kit/images/image.ts';
import { type ImageKind, imageKinds } from '#kit/images/shown-image.ts';
import { type Area, drawingOf } from './crop-area.ts';

/** Quality of the encoded picture (docs/product.md, Pictures). */
const quality = 0.9;
/** 1.5 times the widest displayed size: room for the server to resize once more. */
const spare = 1.5;

const endings: Record<ImageType, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

/**
 * The cropped picture as a file, upright as the browser shows it, at quality 0.9 in the requested type. Its sides are
 * limited to what the kind's pages need, so that a phone's canvas does not run out of memory. Throws an error in
 * Japanese when the browser cannot encode it.
 */
export async function cutPicture(
  image: HTMLImageElement,
  area: Area,
  { kind, type }: { kind: ImageKind; type: ImageType },
): Promise<File> {
  const size = { width: image.naturalWidth, height: image.naturalHeight };
  let longestSide = Math.max(...imageKinds[kind].widths) * spare;
  for (;;) {
    const blob = await encodeArea(image, drawingOf(area, size, longestSide), type);
    if (blob.size <= maxImageBytes) {
      // Some browsers cannot encode WebP and return PNG instead.
      const name = `picture.${endings[blob.type as ImageType] ?? 'png'}`;
      return new File([blob], name, { type: blob.type });
    }
    longestSide /= 2;
  }
}

function encodeArea(
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
