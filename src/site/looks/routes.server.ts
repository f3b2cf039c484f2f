import { z } from 'zod';
import { type App, personOf } from '#kit/http/app.server.ts';
import { cursor, pageHeaders } from '#kit/http/paging.server.ts';
import type { Services } from '#start/services.server.ts';
import { Look, LookedAt, SentBack } from './look.ts';

const tags = ['運営'];
const config = { allow: 'associates.edit' } as const;

/** Routes of organisations' drafts that wait for review. */
export function lookRoutes(app: App, { looks }: Pick<Services, 'looks'>) {
  app.get(
    '/api/office/looks',
    {
      config,
      schema: {
        querystring: z.strictObject({ cursor }),
        response: { 200: z.array(Look) },
        tags,
        summary: '団体が書いた、確認待ちの内容（古い順、20件ずつ）',
      },
    },
    async (request, reply) => {
      const page = await looks.list(request.query.cursor);
      return pageHeaders(reply, page).send(page.items);
    },
  );
  app.post(
    '/api/office/looks/publish',
    {
      config,
      schema: {
        body: LookedAt,
        response: { 200: z.strictObject({}) },
        tags,
        summary: '確認待ちの内容の公開',
      },
    },
    async (request) => {
      await looks.publish(personOf(request), request.body);
      return {};
    },
  );
  app.post(
    '/api/office/looks/return',
    {
      config,
      schema: {
        body: SentBack,
        response: { 200: z.strictObject({}) },
        tags,
        summary: '確認待ちの内容を、理由をつけて差し戻す',
      },
    },
    async (request) => {
      await looks.sendBack(personOf(request), request.body);
      return {};
    },
  );
}
