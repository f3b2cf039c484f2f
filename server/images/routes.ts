import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { refuse } from '#domain/refusal.ts';
import type { App } from '#server/app.ts';
import type { Services } from '#server/services.ts';
import type { ImageFile } from './images.ts';

const foreverSeconds = 31_536_000;

const One = z.object({ id: z.string() });
const Sized = z.object({ id: z.string(), file: z.string() });

/** The width of «480.webp»; undefined for any other name. */
const widthOf = (file: string): number | undefined => {
  const digits = /^([1-9]\d{1,3})\.webp$/.exec(file)?.[1];
  return digits === undefined ? undefined : Number(digits);
};

function send(reply: FastifyReply, image: ImageFile | undefined) {
  if (!image) throw refuse('NotFound', '画像が見つかりませんでした。');
  return (
    reply
      .type(image.contentType)
      // A changed picture gets another id, so what an address shows never changes.
      .header('cache-control', `public, max-age=${foreverSeconds}, immutable`)
      // Opened by itself, a picture is a document: whatever got into it must not run.
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cross-origin-resource-policy', 'same-origin')
      .send(image.bytes)
  );
}

/** Pictures by id: in a width that was made of them, or, without a width, the largest. */
export function imageRoutes(app: App, { images }: Pick<Services, 'images'>) {
  const hidden = { hide: true };
  app.get(
    '/images/:id',
    { config: { allow: 'anyone' }, schema: { ...hidden, params: One } },
    async ({ params }, reply) => send(reply, await images.read(params.id)),
  );
  app.get(
    '/images/:id/:file',
    { config: { allow: 'anyone' }, schema: { ...hidden, params: Sized } },
    async ({ params }, reply) => {
      const width = widthOf(params.file);
      return send(reply, width === undefined ? undefined : await images.read(params.id, width));
    },
  );
}
