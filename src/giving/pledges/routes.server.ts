import { z } from 'zod';
import type { App } from '#kit/http/app.server.ts';
import { door } from '#kit/http/door.server.ts';
import { cursor, pageHeaders, pageLimit } from '#kit/http/paging.server.ts';
import { pictureLinks } from '#kit/images/picture-links.server.ts';
import type { Services } from '#start/services.server.ts';
import { OwnPledge, Pledge } from './pledge.ts';
import { ownPledges, publicPledges } from './pledges.server.ts';

const tags = ['pledges'];
const most = 1_000;
const Selection = z.object({ limit: pageLimit(most).default(100), cursor });

/** Public pledges. No door, since callers of this old call may add parameters of their own. */
export function pledgeRoutes(app: App, { ctx }: Pick<Services, 'ctx'>) {
  app.get(
    '/api/my-pledges',
    {
      config: { allow: 'anyone' },
      schema: {
        querystring: Selection,
        response: { 200: z.array(Pledge) },
        tags,
        summary: '公開中の#mypledge（新しい順。limit件ずつ、続きはx-next-cursor）',
      },
    },
    async (request, reply) => {
      const { limit, cursor: position } = request.query;
      const page = await publicPledges(ctx, limit, position);
      reply.header('cache-control', 'no-cache');
      return pageHeaders(reply, page).send(page.items);
    },
  );
}

/** A donor's own pledges. */
export const ownPledgeDoors = [
  door(
    'GET /api/users/my-pledges',
    {
      allow: 'signed-in',
      query: { limit: pageLimit(most).default(most), cursor },
      out: z.array(OwnPledge),
      tags,
      summary: '自分の#mypledge（新しい順、下書きを含む。limit件ずつ、続きはx-next-cursor）',
    },
    async (context, { person, query, reply }) => {
      const page = await ownPledges(context, person, query.limit, query.cursor);
      pageHeaders(reply, page);
      return page.items.map(pictureLinks(context).ofPledge);
    },
  ),
] as const;
