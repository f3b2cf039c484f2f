import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { notFound } from '#kit/errors/refusal.ts';
import { type ImageFormat, imageFormats } from '#kit/files/files.server.ts';
import type { App } from '#kit/http/app.server.ts';
import type { Services } from '#start/services.server.ts';
import { filePolicy } from './file-policy.server.ts';
import type { ImageFile } from './images.server.ts';

/**
 * A URL's content never changes but may be withdrawn: shared caches revalidate after minutes, which costs no bytes
 * (docs/product.md, Pictures).
 */
export const publicPictureCaching = 'public, max-age=3600, s-maxage=300';
const shownToOne = 'private, max-age=3600';

const One = z.object({ id: z.string() });
const word = z.string().optional().catch(undefined);
const Proof = z.object({ e: word, s: word });
const Sized = z.object({ id: z.string(), file: z.string() });

const isFormat = (text: string): text is ImageFormat =>
  (imageFormats as readonly string[]).includes(text);

/** Parses «480» or «480.webp»; undefined for any other name. */
function askedFor(file: string): { width: number; format: ImageFormat | undefined } | undefined {
  const [, digits, format = ''] = /^([1-9]\d{1,3})(?:\.(\w+))?$/.exec(file) ?? [];
  if (digits === undefined || (format !== '' && !isFormat(format))) return undefined;
  return { width: Number(digits), format: isFormat(format) ? format : undefined };
}

/** Formats that the browser accepts, the smallest first, then those that all accept. */
const formatsFor = (accept = ''): ImageFormat[] => [
  ...(accept.includes('image/avif') ? (['avif'] as const) : []),
  ...(accept.includes('image/webp') ? (['webp'] as const) : []),
  'jpg',
  'png',
  'webp',
];

function send(
  reply: FastifyReply,
  image: ImageFile | 'unchanged' | undefined,
  { isTheirs }: { isTheirs: boolean },
) {
  if (!image) throw notFound('画像');
  reply
    .header('cache-control', isTheirs ? shownToOne : publicPictureCaching)
    // Opened by itself, a picture is a document: nothing in it may run.
    .header('content-security-policy', filePolicy)
    .header('cross-origin-resource-policy', 'same-origin');
  if (image === 'unchanged') return reply.status(304).send();
  return reply.type(image.contentType).header('etag', image.etag).send(image.bytes);
}

/**
 * Pictures by id: with a width, the named file or the best format that the browser accepts; without one, the largest
 * in the uploaded type.
 */
export function imageRoutes(
  app: App,
  { images, pictureLinks }: Pick<Services, 'images' | 'pictureLinks'>,
) {
  const hidden = { hide: true, querystring: Proof };
  app.get(
    '/images/:id',
    { config: { allow: 'anyone' }, schema: { ...hidden, params: One } },
    async ({ params: { id }, query, headers }, reply) => {
      const isTheirs = pictureLinks.holds(id, query);
      const known = headers['if-none-match'];
      return send(reply, await images.open(id, { isTheirs, known }), { isTheirs });
    },
  );
  app.get(
    '/images/:id/:file',
    { config: { allow: 'anyone' }, schema: { ...hidden, params: Sized } },
    async ({ params: { id, file }, query, headers }, reply) => {
      const isTheirs = pictureLinks.holds(id, query);
      const fileChoice = askedFor(file);
      if (!fileChoice) return send(reply, undefined, { isTheirs });
      const { width, format } = fileChoice;
      if (!format) reply.header('vary', 'accept');
      const formats = format ? [format] : formatsFor(headers.accept);
      const known = headers['if-none-match'];
      return send(reply, await images.open(id, { width, formats, isTheirs, known }), { isTheirs });
    },
  );
}
