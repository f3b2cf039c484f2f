import { z } from 'zod';
import { notFound } from '#kit/errors/refusal.ts';
import type { App } from '#kit/http/app.server.ts';
import { sendPage } from '#kit/http/pages/send-page.server.ts';
import type { Services } from '#start/services.server.ts';

const open = { config: { allow: 'anyone' }, schema: { hide: true } } as const;
const Part = z.object({ file: z.string() });

/** Sitemaps, feeds, robots.txt and security.txt. */
export function discoveryRoutes(app: App, { discovery }: Pick<Services, 'discovery'>) {
  app.get('/sitemap.xml', open, async (request, reply) =>
    sendPage(request, reply, await discovery.sitemap()),
  );
  app.get(
    '/sitemap/:file',
    { config: { allow: 'anyone' }, schema: { hide: true, params: Part } },
    async (request, reply) => {
      const number = Number(/^(\d{1,4})\.xml$/.exec(request.params.file)?.[1] ?? 0);
      const part = await discovery.sitemapPart(number);
      if (!part) throw notFound('もの');
      return sendPage(request, reply, part);
    },
  );
  app.get('/feed/activities.xml', open, async (request, reply) =>
    sendPage(request, reply, await discovery.activityFeed()),
  );
  app.get('/feed/pledges.xml', open, async (request, reply) =>
    sendPage(request, reply, await discovery.pledgeFeed()),
  );
  app.get('/ledger/feed.xml', open, async (request, reply) =>
    sendPage(request, reply, await discovery.ledgerFeed()),
  );
  app.get('/.well-known/security.txt', open, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(await discovery.security()),
  );
  app.get('/robots.txt', open, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(await discovery.robots()),
  );
}
