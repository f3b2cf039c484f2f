import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { notFound } from '#kit/errors/refusal.ts';
import type { App } from '#kit/http/app.server.ts';
import { publicPictureCaching } from '#kit/images/routes.server.ts';
import type { Services } from '#start/services.server.ts';

const One = z.object({ file: z.string() });
const open = { config: { allow: 'anyone' }, schema: { hide: true, params: One } } as const;

/** Parses «animal-1.png»; undefined for any other name. */
const idOf = (file: string) => (file.endsWith('.png') ? file.slice(0, -'.png'.length) : undefined);

function send(reply: FastifyReply, picture: Buffer | undefined) {
  if (!picture) throw notFound('画像');
  return reply.type('image/png').header('cache-control', publicPictureCaching).send(picture);
}

/** Routes of the pictures in link previews. */
export function previewRoutes(app: App, { previews }: Pick<Services, 'previews'>) {
  app.get('/og/associate/:file', open, async ({ params, address }, reply) => {
    const id = idOf(params.file);
    const picture = id === undefined ? undefined : await previews.ofAssociate(id, address);
    return send(reply, picture);
  });
  const year = z.coerce.number().int().min(1000).max(9999);
  const ofCampaign = {
    ...open,
    schema: { hide: true, params: z.object({ year, file: z.string() }) },
  };
  app.get(
    '/og/campaign/:year/:file',
    ofCampaign,
    async ({ params: { year, file }, address }, reply) => {
      const token = idOf(file);
      const picture =
        token === undefined ? undefined : await previews.ofCampaign({ year, token }, address);
      return send(reply, picture);
    },
  );
  app.get('/og/my-pledge/:file', open, async ({ params, address }, reply) => {
    const id = idOf(params.file);
    const picture = id === undefined ? undefined : await previews.ofPledge(id, address);
    return send(reply, picture);
  });
}
