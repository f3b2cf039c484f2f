import { z } from 'zod';
import type { Person } from '#kit/actor.server.ts';
import type { Page, Position } from '#kit/db/keyset.server.ts';
import { type App, personOf } from '#kit/http/app.server.ts';
import { cursor, pageHeaders } from '#kit/http/paging.server.ts';

/** Parameters of a room's routes: the organisation. */
export const Room = z.strictObject({ associateId: z.string().max(100) });

type Listing<Item> = (
  person: Person,
  associateId: string,
  position?: Position,
) => Promise<Page<Item>>;

/** Route of a paged list in an organisation's room. */
export function pagedRoute<Schema extends z.core.$ZodType>(
  app: App,
  path: string,
  label: string,
  item: Schema,
  list: Listing<z.core.output<Schema>>,
) {
  app.get(
    path,
    {
      config: { allow: 'associate-room.enter' },
      schema: {
        params: Room,
        querystring: z.strictObject({ cursor }),
        response: { 200: z.array(item) },
        tags: ['団体の担当者'],
        summary: `${label}（新しい順。続きはx-next-cursor）`,
      },
    },
    async (request, reply) => {
      const { associateId } = request.params;
      const page = await list(personOf(request), associateId, request.query.cursor);
      return pageHeaders(reply, page).send(page.items);
    },
  );
}
