import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { notFound } from '#kit/errors/refusal.ts';
import { type App, personOf } from '#kit/http/app.server.ts';
import { listRoutes } from '#kit/http/paging.server.ts';
import { etagOf, expectedVersion } from '#kit/http/versions.server.ts';
import type { Services } from '#start/services.server.ts';
import { ReplyTemplate, ReplyTemplateDraft } from './reply-template.ts';

const operator = { config: { allow: 'messages.answer' } } as const;
const tags = ['運営'];
const params = z.strictObject({
  id: z.string().regex(/^[\w-]{1,64}$/, '定型文の指定が正しくありません。'),
});

const sendTemplate = (reply: FastifyReply, template: ReplyTemplate) =>
  reply.header('etag', etagOf(template.version)).send(template);

/** Routes of reply templates: list, create, edit (If-Match) and delete. */
export function replyTemplateRoutes(
  app: App,
  { replyTemplates }: Pick<Services, 'replyTemplates'>,
) {
  listRoutes(app, {
    path: '/api/office/reply-templates',
    allow: 'messages.answer',
    tags,
    summary: '返信の定型文の一覧（名前の順。100件まで）',
    query: {},
    item: ReplyTemplate,
    columns: [
      ['名前', ({ name }) => name],
      ['本文', ({ body }) => body],
    ],
    fileName: 'reply-templates',
    ...replyTemplates.templateList,
  });
  app.post(
    '/api/office/reply-templates',
    {
      ...operator,
      schema: {
        body: ReplyTemplateDraft,
        response: { 201: ReplyTemplate },
        tags,
        summary: '定型文を作る',
      },
    },
    async (request, reply) =>
      sendTemplate(reply.status(201), await replyTemplates.create(personOf(request), request.body)),
  );
  app.get(
    '/api/office/reply-templates/:id',
    {
      ...operator,
      schema: { params, response: { 200: ReplyTemplate }, tags, summary: '定型文（ETagが版）' },
    },
    async (request, reply) => {
      const template = await replyTemplates.find(request.params.id);
      if (!template) throw notFound('定型文');
      return sendTemplate(reply, template);
    },
  );
  app.post(
    '/api/office/reply-templates/:id',
    {
      ...operator,
      schema: {
        params,
        body: ReplyTemplateDraft,
        response: { 200: ReplyTemplate },
        tags,
        summary: '定型文を直す（If-Matchに見ていた版）',
      },
    },
    async (request, reply) => {
      const version = expectedVersion(request.headers['if-match']);
      const step = { id: request.params.id, version };
      return sendTemplate(reply, await replyTemplates.edit(personOf(request), step, request.body));
    },
  );
  app.delete(
    '/api/office/reply-templates/:id',
    {
      ...operator,
      schema: {
        params,
        response: { 200: z.strictObject({}) },
        tags,
        summary: '定型文を消す（If-Matchに見ていた版）',
      },
    },
    async (request) => {
      const version = expectedVersion(request.headers['if-match']);
      await replyTemplates.remove(personOf(request), { id: request.params.id, version });
      return {};
    },
  );
}
