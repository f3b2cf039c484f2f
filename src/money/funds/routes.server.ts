import { z } from 'zod';
import type { App } from '#kit/http/app.server.ts';
import { cursor, pageHeaders, pageLimit } from '#kit/http/paging.server.ts';
import type { Services } from '#start/services.server.ts';
import { Fund, PublicPayout, publicPayoutsPageSize } from './fund.ts';
import { absentFund } from './lock-fund.server.ts';

const tags = ['funds'];
const config = { allow: 'anyone' } as const;
const One = z.object({ id: z.string() });

/** Public view of funds: balances, and pay-outs with recipients and reasons. */
export function fundRoutes(app: App, { funds }: Pick<Services, 'funds'>) {
  app.get(
    '/api/funds',
    {
      config,
      schema: { response: { 200: z.array(Fund) }, tags, summary: '社会課題ごとの基金と残高' },
    },
    async (_request, reply) => reply.header('cache-control', 'no-cache').send(await funds.list()),
  );
  app.get(
    '/api/funds/:id',
    {
      config,
      schema: { params: One, response: { 200: Fund }, tags, summary: '一つの基金とその残高' },
    },
    async ({ params }, reply) => {
      const fund = await funds.find(params.id);
      if (!fund) throw absentFund();
      return reply.header('cache-control', 'no-cache').send(fund);
    },
  );
  app.get(
    '/api/funds/:id/payouts',
    {
      config,
      schema: {
        params: One,
        querystring: z.object({ limit: pageLimit(100).default(publicPayoutsPageSize), cursor }),
        response: { 200: z.array(PublicPayout) },
        tags,
        summary: '基金からの支払い。新しい順。limit件ずつ、続きはx-next-cursor',
      },
    },
    async ({ params, query }, reply) => {
      const page = await funds.payouts(params.id, query.limit, query.cursor);
      if (!page) throw absentFund();
      return pageHeaders(reply, page).header('cache-control', 'no-cache').send(page.items);
    },
  );
}
