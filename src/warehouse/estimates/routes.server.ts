import { z } from 'zod';
import { door } from '#kit/http/door.server.ts';
import { Estimate } from './estimate-schema.ts';
import { currentEstimates } from './estimates.server.ts';

/** What goods brought over the last twelve months: public, worked out once a day. */
export const estimateDoors = [
  door(
    'GET /api/estimates',
    {
      allow: 'anyone',
      out: z.array(Estimate),
      tags: ['査定の目安'],
      summary: '品目・ブランド・状態ごとの、過去12か月の査定額の中央値と四分位数（1日1回更新）',
    },
    (ctx) => currentEstimates(ctx),
  ),
] as const;
