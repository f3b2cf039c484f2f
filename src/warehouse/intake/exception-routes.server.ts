import { z } from 'zod';
import { door, listDoors } from '#kit/http/door.server.ts';
import { tagged } from '#kit/http/versions.server.ts';
import { imageLimits, readImageForm } from '#kit/images/image-body.server.ts';
import { images } from '#kit/images/images.server.ts';
import { pictureLinks } from '#kit/images/picture-links.server.ts';
import { imagePath } from '#kit/images/shown-image.ts';
import { formatDate } from '#kit/values/timestamp.ts';
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
import { exceptionPicture } from './exception-rows.server.ts';

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
      ifMatch: 'needed',
      body: BoxExceptionEdit,
      summary:
        '保留を直す、終える（If-Matchに見ていた版。終えて10分を過ぎたら、終わり方を直す理由も）',
    },
    async (ctx, { person, params, body, version, reply }) =>
      tagged(reply, await editException(ctx, person, { ...params, version }, body)),
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
  door(
    'POST /api/upload/image/exceptions',
    {
      ...receives,
      ...imageLimits,
      form: { image: 'file' },
      query: { kind: z.literal('box-exception') },
      out: z.object({ imageId: z.string(), image: z.string() }),
      summary: '保留の箱の写真（imageの欄にJPEG・PNG・WebP、10MBまで）',
    },
    async (ctx, { query, request }) => {
      const { id } = await images(ctx).keep(await readImageForm(request), query);
      return { imageId: id, image: pictureLinks(ctx).signed(imagePath(id)) };
    },
  ),
] as const;
