import type { FastifyRequest } from 'fastify';
import { refuse } from '#kit/errors/refusal.ts';
import { maxImageBytes } from './image.ts';
import { formRefusal, imageLimits, takesImage, withFormSlot } from './image-body.server.ts';

/** All pictures of a form together. The browser shrinks each to a megabyte or two. */
const maxBytes = 30 * 1024 * 1024;
const maxTextBytes = 64 * 1024;

/** Route options for several pictures with a text. */
export const takesPictures = { ...takesImage, bodyLimit: maxBytes + 128 * 1024 };

/** The same for a door. */
export const picturesLimits = { ...imageLimits, mostBytes: takesPictures.bodyLimit } as const;

/** Content of a form: the JSON of its field, and its pictures in order. */
export type PicturesForm = { value: unknown; pictures: Buffer[] };

/**
 * Reads a form of one JSON field, which comes first or last, and up to `most` files named `image`. Refuses any other
 * form, more than 10 MB in one picture or 30 MB in all, and (503) too many at once.
 */
export async function readPicturesForm(
  request: FastifyRequest,
  { field, most }: { field: string; most: number },
): Promise<PicturesForm> {
  const invalidForm = refuse(
    'ValidationError',
    `${field}の欄にJSONを、imageの欄に画像を${most}枚まで入れて送ってください。`,
  );
  if (!request.isMultipart()) throw invalidForm;
  return withFormSlot(Math.ceil(maxBytes / maxImageBytes), () =>
    read(request, { field, most, odd: invalidForm }),
  );
}

async function read(
  request: FastifyRequest,
  { field, most, odd }: { field: string; most: number; odd: Error },
): Promise<PicturesForm> {
  const limits = {
    fileSize: maxImageBytes,
    files: most,
    fields: 1,
    parts: most + 1,
    fieldSize: maxTextBytes,
  };
  let text: string | undefined;
  const pictures: Buffer[] = [];
  let byteCount = 0;
  let isOther = false;
  try {
    // Read to the end before refusing: a browser that is still sending would not read the response.
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        const content = await part.toBuffer();
        byteCount += content.length;
        if (part.fieldname !== 'image' || content.length === 0) isOther = true;
        else if (byteCount <= maxBytes) pictures.push(content);
        else pictures.length = 0;
      } else if (
        part.fieldname === field &&
        typeof part.value === 'string' &&
        !part.valueTruncated
      ) {
        text = part.value;
      } else isOther = true;
    }
  } catch (error) {
    throw formRefusal(error, odd) ?? error;
  }
  if (byteCount > maxBytes) {
    throw refuse('PayloadTooLarge', '写真の合計が大きすぎます。一度に送る写真を減らしてください。');
  }
  if (isOther || text === undefined) throw odd;
  return { value: parsed(text, odd), pictures };
}

function parsed(text: string, odd: Error): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw odd;
  }
}
