import { refuse } from '#kit/errors/refusal.ts';
import { imageRefusals, imageTypeOf, isHeic, maxImageBytes } from '#kit/images/image.ts';
import { inspectImage } from '#kit/images/inspect-image.server.ts';
import { loadSharp } from '#kit/images/load-sharp.server.ts';

/** A paper in its stored form. All pictures become JPEG, which every browser shows. */
export type CleanPaper = { format: 'jpg' | 'pdf'; bytes: Buffer };

/** Pixels. Large enough to read the smallest print on a card. */
const longestSide = 2400;
const longestSeconds = 20;
const endOfPdf = 1024;

const wrongType = '書類は、JPEG・PNG・WebPの画像かPDFでお送りください。ほかの形式は使えません。';

/**
 * Removes metadata. Pictures are recognised by their content, turned upright and re-encoded; a PDF is stored
 * unchanged, since only its first and last bytes can be checked. Refuses other types.
 */
export async function cleanPaper(bytes: Buffer): Promise<CleanPaper> {
  if (bytes.length > maxImageBytes) throw refuse('PayloadTooLarge', imageRefusals.tooLarge);
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') {
    if (!bytes.subarray(-endOfPdf).includes('%%EOF')) throw broken();
    return { format: 'pdf', bytes };
  }
  if (isHeic(bytes)) throw refuse('ValidationError', imageRefusals.heic);
  if (!imageTypeOf(bytes)) throw refuse('ValidationError', wrongType);
  await inspectImage(bytes);
  const sharp = await loadSharp();
  const encoded = await sharp(bytes, { failOn: 'error' })
    .timeout({ seconds: longestSeconds })
    .autoOrient()
    .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 85 })
    .toBuffer()
    .catch(() => {
      throw broken();
    });
  return { format: 'jpg', bytes: encoded };
}

const broken = () => refuse('ValidationError', imageRefusals.broken);
