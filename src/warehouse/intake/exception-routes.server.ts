import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { notFound } from '#kit/errors/refusal.ts';
import { type App, personOf } from '#kit/http/app.server.ts';
import { IdempotencyKey } from '#kit/http/idempotency-key.server.ts';
import { listRoutes } from '#kit/http/paging.server.ts';
import { demandedVersion, etagOf } from '#kit/http/versions.server.ts';
import { readImageForm, takesImage } from '#kit/images/image-body.server.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import type { Services } from '#start/services.server.ts';
import {
  BoxException,
  BoxExceptionEdit,
  Colleagues,
  ExceptionFilter,
  exceptionEndings,
  exceptionKinds,
  ListedException,
  NewBoxException,
} from './box-exception.ts';

const allow = 'boxes.receive' as const;
const tags = ['運営'];
const params = z.strictObject({
  id: z.string().regex(/^[\w-]{1,64}$/, '保留の指定が正しくありません。'),
});

const send = (reply: FastifyReply, exception: BoxException) =>
  reply.header('etag', etagOf(exception.version)).send(exception);

/** Routes of the exception shelf: list, create, edit (If-Match) and end, with pictures. */
export function boxExceptionRoutes(
  app: App,
  { intake, pictureLinks }: Pick<Services, 'intake' | 'pictureLinks'>,
) {
  listRoutes(app, {
    path: '/api/office/intake/exceptions',
    allow,
    tags,
    summary: '保留の棚の一覧（対応中の期限の早い順。20件ずつ）',
    query: { filter: z.optional(ExceptionFilter) },
    item: ListedException,
    columns: [
      ['種類', ({ kind }) => exceptionKinds[kind]],
      ['申込番号', ({ appraisalId }) => appraisalId],
      ['読み取った番号', ({ code }) => code],
      ['お名前', ({ donorName }) => donorName],
      ['置き場所', ({ place }) => place],
      ['詳しい理由', ({ reason }) => reason],
      ['担当者', ({ owner }) => owner.name],
      ['期限', ({ dueOn }) => formatDate(dueOn)],
      ['どうなったか', ({ ending }) => (ending === '' ? '' : exceptionEndings[ending])],
      ['登録日', ({ createdAt }) => formatDate(createdAt)],
    ],
    fileName: 'box-exceptions',
    ...intake.exceptionList,
  });
  app.get(
    '/api/office/intake/colleagues',
    {
      config: { allow },
      schema: { response: { 200: Colleagues }, tags, summary: '保留の担当者になれる人' },
    },
    () => intake.colleagues(),
  );
  app.post(
    '/api/office/intake/exceptions',
    {
      config: { allow },
      schema: {
        headers: IdempotencyKey,
        body: NewBoxException,
        response: { 201: BoxException },
        tags,
        summary: '箱を保留の棚に置く',
      },
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key'];
      const added = await intake.addException(personOf(request), key, request.body);
      return send(reply.status(201), added);
    },
  );
  app.get(
    '/api/office/intake/exceptions/:id',
    {
      config: { allow },
      schema: { params, response: { 200: BoxException }, tags, summary: '保留（ETagが版）' },
    },
    async (request, reply) => {
      const found = await intake.exception(personOf(request), request.params.id);
      if (!found) throw notFound('保留');
      return send(reply, found);
    },
  );
  app.post(
    '/api/office/intake/exceptions/:id',
    {
      config: { allow },
      schema: {
        params,
        body: BoxExceptionEdit,
        response: { 200: BoxException },
        tags,
        summary:
          '保留を直す、終える（If-Matchに見ていた版。終えて10分を過ぎたら、終わり方を直す理由も）',
      },
    },
    async (request, reply) => {
      const version = demandedVersion(request.headers['if-match']);
      const step = { id: request.params.id, version };
      return send(reply, await intake.editException(personOf(request), step, request.body));
    },
  );
  app.post(
    '/api/upload/image/exceptions',
    {
      ...takesImage,
      config: { ...takesImage.config, allow },
      schema: {
        form: { image: 'file' },
        querystring: z.strictObject({ kind: z.literal('box-exception') }),
        response: { 200: z.object({ imageId: z.string(), image: z.string() }) },
        tags,
        summary: '保留の箱の写真（imageの欄にJPEG・PNG・WebP、10MBまで）',
      },
    },
    async (request) => {
      const { imageId, path } = await intake.pictures.keep(await readImageForm(request));
      return { imageId, image: pictureLinks.signed(path) };
    },
  );
  app.get(
    '/api/upload/image/exceptions/:imageId',
    {
      config: { allow },
      schema: {
        params: z.strictObject({ imageId: z.string().max(100) }),
        response: { 200: z.object({ image: z.string() }) },
        tags,
        summary: '保留の箱の写真を見るためのリンク',
      },
    },
    async (request) => ({
      image: pictureLinks.signed(await intake.pictures.pathOf(request.params.imageId)),
    }),
  );
}
