import { z } from 'zod';
import type { App } from '#kit/http/app.server.ts';
import { door, listDoors } from '#kit/http/door.server.ts';
import { demandedVersion, tagged } from '#kit/http/versions.server.ts';
import { readImageForm, takesImage } from '#kit/images/image-body.server.ts';
import { imagePath } from '#kit/images/shown-image.ts';
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
import {
  addException,
  editException,
  readColleagues,
  readException,
} from './box-exceptions.server.ts';
import { exceptionList } from './exception-list.server.ts';
import { exceptionPicture } from './exception-pictures.server.ts';

const tags = ['運営'];
const receives = { allow: 'boxes.receive', tags } as const;
const id = z.string().regex(/^[\w-]{1,64}$/, '保留の指定が正しくありません。');
const one = { params: { id }, out: BoxException } as const;

const list = listDoors(
  '/api/office/intake/exceptions',
  {
    ...receives,
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
  },
  exceptionList,
);

/** The exception shelf: list, create, edit (If-Match) and end. */
export const boxExceptionDoors = [
  ...list,
  door(
    'GET /api/office/intake/colleagues',
    { ...receives, out: Colleagues, summary: '保留の担当者になれる人' },
    (ctx) => readColleagues(ctx),
  ),
  door(
    'POST /api/office/intake/exceptions',
    {
      ...receives,
      isRepeatable: true,
      status: 201,
      body: NewBoxException,
      out: BoxException,
      summary: '箱を保留の棚に置く',
    },
    async (ctx, { person, body, key, reply }) =>
      tagged(reply, await addException(ctx, person, key, body)),
  ),
  door(
    'GET /api/office/intake/exceptions/:id',
    { ...receives, ...one, summary: '保留（ETagが版）' },
    async (ctx, { person, params, reply }) =>
      tagged(reply, await readException(ctx, person, params.id)),
  ),
  door(
    'POST /api/office/intake/exceptions/:id',
    {
      ...receives,
      ...one,
      body: BoxExceptionEdit,
      summary:
        '保留を直す、終える（If-Matchに見ていた版。終えて10分を過ぎたら、終わり方を直す理由も）',
    },
    async (ctx, { person, params, body, request, reply }) => {
      const version = demandedVersion(request.headers['if-match']);
      return tagged(reply, await editException(ctx, person, { ...params, version }, body));
    },
  ),
  door(
    'GET /api/upload/image/exceptions/:imageId',
    {
      ...receives,
      params: { imageId: z.string().max(100) },
      out: z.object({ image: z.string() }),
      summary: '保留の箱の写真を見るためのリンク',
    },
    async (ctx, { params }) => ({ image: await exceptionPicture(ctx, params.imageId) }),
  ),
] as const;

/** Pictures of exceptions, which the service encodes in turn. */
export function exceptionPictureRoutes(
  app: App,
  { images, pictureLinks }: Pick<Services, 'images' | 'pictureLinks'>,
) {
  app.post(
    '/api/upload/image/exceptions',
    {
      ...takesImage,
      config: { ...takesImage.config, allow: receives.allow },
      schema: {
        form: { image: 'file' },
        querystring: z.strictObject({ kind: z.literal('box-exception') }),
        response: { 200: z.object({ imageId: z.string(), image: z.string() }) },
        tags,
        summary: '保留の箱の写真（imageの欄にJPEG・PNG・WebP、10MBまで）',
      },
    },
    async (request) => {
      const { id: imageId } = await images.keep(await readImageForm(request), {
        kind: request.query.kind,
      });
      return { imageId, image: pictureLinks.signed(imagePath(imageId)) };
    },
  );
}
