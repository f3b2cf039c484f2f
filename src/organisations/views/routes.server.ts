import { z } from 'zod';
import { type App, personOf } from '#kit/http/app.server.ts';
import { ListName, SavedView, SavedViewDraft } from '#kit/lists/saved-view.ts';
import type { Services } from '#start/services.server.ts';

const operator = { config: { allow: 'admin.enter' } } as const;
const tags = ['運営'];

/** Routes of an operator's saved views of lists. */
export function viewRoutes(app: App, { views }: Pick<Services, 'views'>) {
  app.get(
    '/api/office/views',
    {
      ...operator,
      schema: {
        querystring: z.strictObject({ list: ListName }),
        response: { 200: z.array(SavedView) },
        tags,
        summary: '一覧に保存した表示',
      },
    },
    (request) => views.list(personOf(request), request.query.list),
  );
  app.post(
    '/api/office/views',
    {
      ...operator,
      schema: {
        body: SavedViewDraft,
        response: { 201: SavedView },
        tags,
        summary: '表示を保存する（同じ名前なら置き換える）',
      },
    },
    async (request, reply) =>
      reply.status(201).send(await views.save(personOf(request), request.body)),
  );
  app.delete(
    '/api/office/views/:id',
    {
      ...operator,
      schema: {
        params: z.strictObject({ id: z.string().max(64) }),
        response: { 200: z.strictObject({}) },
        tags,
        summary: '保存した表示を消す',
      },
    },
    async (request) => {
      await views.remove(personOf(request), request.params.id);
      return {};
    },
  );
}
