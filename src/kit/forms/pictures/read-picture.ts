import { isCutShort } from '#kit/images/cut-short.ts';
import {
  type ImageType,
  imageRefusals,
  imageTypeOf,
  imageTypes,
  maxImageBytes,
  maxImagePixels,
  minImageSide,
  typeRefusal,
} from '#kit/images/image.ts';

/** A picture to crop: the URL that shows it, and the type to send it in. */
export type PictureSource = {
  url: string;
  type: ImageType;
  /** Releases the bytes behind `url`. */
  release: () => void;
};

/** Reads a chosen file as a picture, or returns a message; applies the server's rules. */
export async function readPicture(file: File): Promise<PictureSource | { message: string }> {
  if (file.size > maxImageBytes) return { message: imageRefusals.tooLarge };
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const type = imageTypeOf(bytes);
    if (!type) return { message: imageRefusals[typeRefusal(bytes)] };
    if (isCutShort(bytes, type)) return { message: imageRefusals.cutShort };
    const url = URL.createObjectURL(file);
    return { url, type, release: () => URL.revokeObjectURL(url) };
  } catch {
    // The file is gone, or cannot be read.
    return { message: imageRefusals.broken };
  }
}

/**
 * A picture that is shown already, to be cropped again. Its type comes from a HEAD request, JPEG if the response does
 * not say.
 */
export async function readShownPicture(url: string): Promise<PictureSource | { message: string }> {
  try {
    const { ok, headers } = await fetch(url, { method: 'HEAD' });
    if (!ok) return { message: imageRefusals.broken };
    const type = imageTypes.find((known) => known === headers.get('content-type')) ?? 'image/jpeg';
    return { url, type, release: () => undefined };
  } catch {
    return { message: 'いまの画像を読み込めませんでした。電波の状態をご確認ください。' };
  }
}

/** The problem with a picture's size, once the browser knows it. */
export function sizeRefusal({ width, height }: { width: number; height: number }) {
  if (width * height > maxImagePixels) return imageRefusals.tooManyPixels;
  return Math.min(width, height) < minImageSide ? imageRefusals.tooSmall : undefined;
}
