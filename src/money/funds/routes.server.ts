import { z } from 'zod';
import { door } from '#kit/http/door.server.ts';
import { cursor, paged, pageLimit } from '#kit/http/paging.server.ts';
import { PublicFund, PublicPayout, publicPayoutsPageSize } from './fund.ts';
import { absentFund } from './fund-figures.server.ts';
import { currentFunds, findFund, fundPayoutsOf } from './funds.server.ts';

const isPublic = {
  allow: 'anyone',
  allowsUnknown: true,
  headers: { 'cache-control': 'no-cache' },
  tags: ['funds'] as string[],
} as const;
const params = { id: z.string() };

/** Public view of funds: balances, and pay-outs with recipients and reasons. */
export const fundDoors = [
  door(
    'GET /api/funds',
    { ...isPublic, out: z.array(PublicFund), summary: '社会課題ごとの基金と残高' },
    (ctx) => currentFunds(ctx),
  ),
  door(
    'GET /api/funds/:id',
    { ...isPublic, params, out: PublicFund, summary: '一つの基金とその残高' },
    async (ctx, { params: { id } }) => {
      const fund = await findFund(ctx, id);
      if (!fund) throw absentFund();
      return fund;
    },
  ),
  door(
    'GET /api/funds/:id/payouts',
    {
      ...isPublic,
      params,
      query: { limit: pageLimit(100).default(publicPayoutsPageSize), cursor },
      out: z.array(PublicPayout),
      summary: '基金からの支払い。新しい順。limit件ずつ、続きはx-next-cursor',
    },
    async (ctx, { params: { id }, query, reply }) => {
      const page = await fundPayoutsOf(ctx, id, query.limit, query.cursor);
      if (!page) throw absentFund();
      return paged(reply, page);
    },
  ),
] as const;
