import { refuse } from '#domain/errors/refusal.ts';
import { imageRefusals, imageTypeOf, isHeic, maxImageBytes } from '#domain/images/image.ts';
import { inspectImage } from '#server/images/inspect-image.ts';
import { loadSharp } from '#server/images/load-sharp.ts';

/** A paper as it is stored: pictures all become JPEG, which every browser shows. */
export type CleanPaper = { format: 'jpg' | 'pdf'; bytes: Buffer };

/** Large enough to read the smallest print of a card by, in pixels. */
const longestSide = 2400;
const longestSeconds = 20;
const endOfPdf = 1024;

const wrongType = '書類は、JPEG・PNG・WebPの画像かPDFでお送りください。ほかの形式は使えません。';

/**
 * A paper without metadata: pictures are recognised by their content, as all others are,
 * turned upright and encoded anew; a PDF is stored unchanged, since only its frame can be checked. Refuses
 * all else.
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
