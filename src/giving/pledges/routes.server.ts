import { z } from 'zod';
import { door } from '#kit/http/door.server.ts';
import { cursor, paged, pageLimit } from '#kit/http/paging.server.ts';
import { pictureLinks } from '#kit/images/picture-links.server.ts';
import { OwnPledge, Pledge } from './pledge.ts';
import { ownPledges, publicPledges } from './pledges.server.ts';

const tags = ['pledges'];
const most = 1_000;

/** Public pledges, and a donor's own. */
export const pledgeDoors = [
  door(
    'GET /api/my-pledges',
    {
      allow: 'anyone',
      allowsUnknown: true,
      headers: { 'cache-control': 'no-cache' },
      query: { limit: pageLimit(most).default(100), cursor },
      out: z.array(Pledge),
      tags,
      summary: '公開中の#mypledge（新しい順。limit件ずつ、続きはx-next-cursor）',
    },
    async (ctx, { query, reply }) =>
      paged(reply, await publicPledges(ctx, query.limit, query.cursor)),
  ),
  door(
    'GET /api/users/my-pledges',
    {
      allow: 'signed-in',
      query: { limit: pageLimit(most).default(most), cursor },
      out: z.array(OwnPledge),
      tags,
      summary: '自分の#mypledge（新しい順、下書きを含む。limit件ずつ、続きはx-next-cursor）',
    },
    async (ctx, { person, query, reply }) =>
      paged(reply, await ownPledges(ctx, person, query.limit, query.cursor)).map(
        pictureLinks(ctx).ofPledge,
      ),
  ),
] as const;
