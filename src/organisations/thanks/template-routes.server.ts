import { z } from 'zod';
import { type App, personOf } from '#kit/http/app.server.ts';
import { etagOf, expectedVersion } from '#kit/http/versions.server.ts';
import type { Services } from '#start/services.server.ts';
import { ThanksTemplate, ThanksTemplateDraft } from './thanks-template.ts';

const config = { allow: 'associate-room.enter' } as const;
const tags = ['団体の担当者'];
const path = '/api/staff/associates/:associateId/thanks/templates';
const Room = z.strictObject({ associateId: z.string().max(100) });
const OneOf = z.strictObject({ ...Room.shape, id: z.string().regex(/^[\w-]{1,64}$/) });

/** Routes of an organisation's templates of thanks: list, create, edit (If-Match) and delete. */
export function thanksTemplateRoutes(app: App, { thanks }: Pick<Services, 'thanks'>) {
  const { templates } = thanks;
  app.get(
    path,
    {
      config,
      schema: {
        params: Room,
        response: { 200: z.array(ThanksTemplate) },
        tags,
        summary: '団体のお礼の文例（名前の順。50件まで）',
      },
    },
    (request) => templates.list(personOf(request), request.params.associateId),
  );
  app.post(
    path,
    {
      config,
      schema: {
        params: Room,
        body: ThanksTemplateDraft,
        response: { 201: ThanksTemplate },
        tags,
        summary: 'お礼の文例を作る',
      },
    },
    async (request, reply) => {
      const { associateId } = request.params;
      const template = await templates.create(personOf(request), associateId, request.body);
      return reply.status(201).header('etag', etagOf(template.version)).send(template);
    },
  );
  app.post(
    `${path}/:id`,
    {
      config,
      schema: {
        params: OneOf,
        body: ThanksTemplateDraft,
        response: { 200: ThanksTemplate },
        tags,
        summary: 'お礼の文例を直す（If-Matchに見ていた版）',
      },
    },
    async (request, reply) => {
      const version = expectedVersion(request.headers['if-match']);
      const shown = { ...request.params, version };
      const template = await templates.edit(personOf(request), shown, request.body);
      return reply.header('etag', etagOf(template.version)).send(template);
    },
  );
  app.delete(
    `${path}/:id`,
    {
      config,
      schema: {
        params: OneOf,
        response: { 200: z.strictObject({}) },
        tags,
        summary: 'お礼の文例を消す（If-Matchに見ていた版）',
      },
    },
    async (request) => {
      const version = expectedVersion(request.headers['if-match']);
      await templates.remove(personOf(request), { ...request.params, version });
      return {};
    },
  );
}
