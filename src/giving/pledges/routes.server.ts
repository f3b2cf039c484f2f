import { z } from 'zod';
import { type App, personOf } from '#kit/http/app.server.ts';
import { cursor, pageHeaders, pageLimit } from '#kit/http/paging.server.ts';
import type { Services } from '#start/services.server.ts';
import { OwnPledge, Pledge } from './pledge.ts';

const most = 1_000;
const Selection = z.object({ limit: pageLimit(most).default(100), cursor });
const OwnSelection = z.strictObject({ limit: pageLimit(most).default(most), cursor });

/** Routes of public pledges and of a donor's own. */
export function pledgeRoutes(
  app: App,
  { pledges, pictureLinks }: Pick<Services, 'pledges' | 'pictureLinks'>,
) {
  app.get(
    '/api/my-pledges',
    {
      config: { allow: 'anyone' },
      schema: {
        querystring: Selection,
        response: { 200: z.array(Pledge) },
        tags: ['pledges'],
        summary: '公開中の#mypledge（新しい順。limit件ずつ、続きはx-next-cursor）',
      },
    },
    async (request, reply) => {
      const { limit, cursor: position } = request.query;
      const page = await pledges.part(limit, position);
      reply.header('cache-control', 'no-cache');
      return pageHeaders(reply, page).send(page.items);
    },
  );
  app.get(
    '/api/users/my-pledges',
    {
      config: { allow: 'signed-in' },
      schema: {
        querystring: OwnSelection,
        response: { 200: z.array(OwnPledge) },
        tags: ['pledges'],
        summary: '自分の#mypledge（新しい順、下書きを含む。limit件ずつ、続きはx-next-cursor）',
      },
    },
    async (request, reply) => {
      const { limit, cursor: position } = request.query;
      const page = await pledges.mine(personOf(request), limit, position);
      return pageHeaders(reply, page).send(page.items.map(pictureLinks.ofPledge));
    },
  );
}
