import { refuse } from '#kit/errors/refusal.ts';
import {
  type ImageType,
  imageRefusals,
  imageTypeOf,
  maxImageBytes,
  maxImagePixels,
  minImageSide,
  typeRefusal,
} from './image.ts';
import { loadSharp } from './load-sharp.server.ts';

/** Facts of a picture by its content; width and height as displayed, after orientation. */
export type ImageFacts = { type: ImageType; width: number; height: number };

const longestRatio = 10;

const refused = (why: keyof typeof imageRefusals) =>
  refuse(why === 'tooLarge' ? 'PayloadTooLarge' : 'ValidationError', imageRefusals[why]);

/**
 * Checks a picture by its first bytes and header, without decoding it: up to 10 MB, 25 megapixels, JPEG, PNG or WebP,
 * one frame (docs/product.md, Pictures). Refuses everything else.
 */
export async function inspectImage(bytes: Buffer): Promise<ImageFacts> {
  if (bytes.length > maxImageBytes) throw refused('tooLarge');
  // Other formats must not reach a decoder.
  const type = imageTypeOf(bytes);
  if (!type) throw refused(typeRefusal(bytes));
  const sharp = await loadSharp();
  const facts = await sharp(bytes, { limitInputPixels: false, failOn: 'error' })
    .metadata()
    .catch(() => undefined);
  if (!facts || `image/${facts.format}` !== type) throw refused('broken');
  if ((facts.pages ?? 1) > 1) throw refused('animated');
  const { width, height } = facts.autoOrient;
  if (width * height > maxImagePixels) throw refused('tooManyPixels');
  const [short = 0, long = 0] = [width, height].sort((a, b) => a - b);
  if (short < minImageSide) throw refused('tooSmall');
  if (long > short * longestRatio) throw refused('tooLong');
  return { type, width, height };
}
