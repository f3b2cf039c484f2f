import { z } from 'zod';
import { OwnPledge, Pledge } from '#domain/pledges/pledge.ts';
import { type App, personOf } from '#server/http/app.ts';
import type { Services } from '#server/services.ts';

const limitMessage = '件数は1から1000までの数字で指定してください。';
const Selection = z.object({
  limit: z.coerce
    .number(limitMessage)
    .int(limitMessage)
    .min(1, limitMessage)
    .max(1_000, limitMessage)
    .optional(),
});

/** The pledges that everybody sees, and a donor's own. */
export function pledgeRoutes(app: App, { pledges }: Pick<Services, 'pledges'>) {
  app.get(
    '/api/my-pledges',
    {
      config: { allow: 'anyone' },
      schema: {
        querystring: Selection,
        response: { 200: z.array(Pledge) },
        tags: ['pledges'],
        summary: '公開中の#mypledge（新しい順）',
      },
    },
    async (request, reply) => {
      const [list, total] = await Promise.all([pledges.list(request.query), pledges.count()]);
      return reply
        .header('cache-control', 'no-cache')
        .header('x-total-count', String(total))
        .send(list);
    },
  );
  app.get(
    '/api/users/my-pledges',
    {
      config: { allow: 'signed-in' },
      schema: {
        response: { 200: z.array(OwnPledge) },
        tags: ['pledges'],
        summary: '自分の#mypledge（新しい順、下書きを含む）',
      },
    },
    (request) => pledges.mine(personOf(request)),
  );
}
