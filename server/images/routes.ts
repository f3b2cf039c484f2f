import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { refuse } from '#domain/errors/refusal.ts';
import type { App } from '#server/http/app.ts';
import { type ImageFormat, imageFormats } from '#server/outside/files.ts';
import type { Services } from '#server/services.ts';
import { filePolicy } from './file-policy.ts';
import type { ImageFile } from './images.ts';

const foreverSeconds = 31_536_000;

const One = z.object({ id: z.string() });
const Sized = z.object({ id: z.string(), file: z.string() });

const isFormat = (text: string): text is ImageFormat =>
  (imageFormats as readonly string[]).includes(text);

/** What «480» or «480.webp» asks for; undefined for any other name. */
function askedFor(file: string): { width: number; format: ImageFormat | undefined } | undefined {
  const [, digits, format = ''] = /^([1-9]\d{1,3})(?:\.(\w+))?$/.exec(file) ?? [];
  if (digits === undefined || (format !== '' && !isFormat(format))) return undefined;
  return { width: Number(digits), format: isFormat(format) ? format : undefined };
}

/** The formats for a browser that says what it takes, the smallest first, then what all take. */
const formatsFor = (accept = ''): ImageFormat[] => [
  ...(accept.includes('image/avif') ? (['avif'] as const) : []),
  ...(accept.includes('image/webp') ? (['webp'] as const) : []),
  'jpg',
  'png',
  'webp',
];

function send(reply: FastifyReply, image: ImageFile | undefined) {
  if (!image) throw refuse('NotFound', '画像が見つかりませんでした。');
  return (
    reply
      .type(image.contentType)
      // A changed picture gets another id, so what an address shows never changes.
      .header('cache-control', `public, max-age=${foreverSeconds}, immutable`)
      .header('content-security-policy', filePolicy)
      .header('cross-origin-resource-policy', 'same-origin')
      .send(image.bytes)
  );
}

/**
 * Pictures by id: in a width that was made of them, as the file that is named or as the best format
 * that the browser takes; without a width, the largest in the type in which it was sent.
 */
export function imageRoutes(app: App, { images }: Pick<Services, 'images'>) {
  const hidden = { hide: true };
  app.get(
    '/images/:id',
    { config: { allow: 'anyone' }, schema: { ...hidden, params: One } },
    async ({ params }, reply) => send(reply, await images.readPublic(params.id)),
  );
  app.get(
    '/images/:id/:file',
    { config: { allow: 'anyone' }, schema: { ...hidden, params: Sized } },
    async ({ params, headers }, reply) => {
      const asked = askedFor(params.file);
      if (!asked) return send(reply, undefined);
      const { width, format } = asked;
      if (!format) reply.header('vary', 'accept');
      const formats = format ? [format] : formatsFor(headers.accept);
      return send(reply, await images.readPublic(params.id, { width, formats }));
    },
  );
}
