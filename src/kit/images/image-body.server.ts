import type { FastifyRequest } from 'fastify';
import { refuse } from '#kit/errors/refusal.ts';
import { imageRefusals, maxImageBytes } from './image.ts';

/** Route options for one picture: ten megabytes take a while on a phone's network. */
export const takesImage = {
  config: { bodyTimeoutMs: 120_000 },
  bodyLimit: maxImageBytes + 64 * 1024,
  handlerTimeout: 150_000,
};

/** The same for a door. */
export const imageLimits = {
  bodyMs: takesImage.config.bodyTimeoutMs,
  mostBytes: takesImage.bodyLimit,
  longMs: takesImage.handlerTimeout,
} as const;

/** Forms read at once in this process; each may hold ten megabytes. */
const mostForms = 30;
let formsUnderWay = 0;

/**
 * Bytes of the form's only field `image`. Ignores its name and stated type: the content decides. Refuses any other
 * form, more than 10 MB, and (503) too many at once.
 */
export async function readImageForm(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw noImage();
  return withFormSlot(1, () => readOnly(request));
}

/** Reads a form unless too many are being read. `weight` is the most it may contain, in units of ten megabytes. */
export async function withFormSlot<Read>(weight: number, read: () => Promise<Read>): Promise<Read> {
  if (formsUnderWay + weight > mostForms) {
    throw refuse(
      'ServiceUnavailable',
      'ただいま画像の受け付けが混み合っています。少し時間をおいて、もう一度お試しください。',
      { retryAfterSeconds: 5 },
    );
  }
  formsUnderWay += weight;
  try {
    return await read();
  } finally {
    formsUnderWay -= weight;
  }
}

const noImage = () => refuse('ValidationError', '画像をimageの欄に1枚だけ入れて送ってください。');

async function readOnly(request: FastifyRequest): Promise<Buffer> {
  let image: Buffer | undefined;
  let isOther = false;
  const limits = { fileSize: maxImageBytes, files: 1, fields: 0, parts: 1 };
  try {
    // Read to the end before refusing: a browser that is still sending would not read the response.
    for await (const part of request.parts({ limits })) {
      if (part.type !== 'file') continue;
      const content = await part.toBuffer();
      if (part.fieldname === 'image') image = content;
      else isOther = true;
    }
  } catch (error) {
    throw formRefusal(error, noImage()) ?? error;
  }
  if (!image || image.length === 0 || isOther) throw noImage();
  return image;
}

/** Refusal for an error of the form parser: picture too large, or `odd` for too many parts. */
export function formRefusal(error: unknown, odd: Error): Error | undefined {
  const { code = '' } = error as { code?: string };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return refuse('PayloadTooLarge', imageRefusals.tooLarge);
  return /^FST_(PARTS|FILES|FIELDS)_LIMIT$/.test(code) ? odd : undefined;
}
