import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { type App, personOf } from '#kit/http/app.server.ts';
import { csvEncodings } from '#kit/http/csv/csv-bytes.server.ts';
import { IdempotencyKey } from '#kit/http/idempotency-key.server.ts';
import { listRoutes } from '#kit/http/paging.server.ts';
import { etagOf, expectedVersion } from '#kit/http/versions.server.ts';
import { formatDateTime } from '#kit/values/timestamp.ts';
import type { Services } from '#start/services.server.ts';
import {
  DissolveRequest,
  FreezeRequest,
  KitBatch,
  KitBatchEntry,
  KitReview,
  KitsToday,
  kitBatchStateLabels,
  labelSheetNames,
  MarkOutcome,
  MarkRequest,
  MendRequest,
  TakeBackMarkOutcome,
} from './kit-batch.ts';
import { KitSender, StoredKitSender as Stored, type StoredKitSender } from './kit-sender.ts';

const id = z.string().regex(/^[\w-]{1,64}$/, '発送の束の指定が正しくありません。');
const OneBatch = z.strictObject({ id });
const OneEntry = z.strictObject({
  id,
  position: z.coerce.number().int().min(1).max(9_999),
});
const WhichFile = z.strictObject({
  layout: z.enum(['b2cloud', 'e-hiden3', 'free'], 'ファイルの種類を選んでください。'),
  encoding: z.enum(csvEncodings, '文字コードはutf8かshift_jisを選んでください。').default('utf8'),
});
const count = (most: number) => z.coerce.number().int().min(1).max(most).default(1);
const WhichPaper = z.strictObject({
  what: z.enum(['labels', 'packing'], '印刷するものを選んでください。'),
  sheet: z.enum(labelSheetNames, 'ラベルの用紙を選んでください。').default('a4-12'),
  start: count(24),
  part: count(100),
});

const sending = { config: { allow: 'kits.send' } } as const;
const exporting = {
  config: { allow: 'kits.send', notes: { kind: 'export', what: 'kits' } },
} as const;
const tags = ['箱の発送'];

const sendBatch = (reply: FastifyReply, batch: KitBatch) =>
  reply.header('etag', etagOf(batch.version)).send(batch);
const sendSender = (reply: FastifyReply, sender: StoredKitSender) =>
  reply.header('etag', etagOf(sender.version)).send(sender);

/** Routes of the day's kits: batches, mended slips, carriers' files, labels, and marking as sent. */
export function kitRoutes(app: App, { kits }: Pick<Services, 'kits'>) {
  app.get(
    '/api/office/kits/today',
    { ...sending, schema: { response: { 200: KitsToday }, tags, summary: '今日発送する箱の数' } },
    () => kits.kitsForToday(),
  );
  app.get(
    '/api/office/kits/sender',
    {
      ...sending,
      schema: { response: { 200: Stored }, tags, summary: '発送元の設定（ETagが版）' },
    },
    async (_request, reply) => sendSender(reply, await kits.sender()),
  );
  app.post(
    '/api/office/kits/sender',
    {
      ...sending,
      schema: {
        body: KitSender,
        response: { 200: Stored },
        tags,
        summary: '発送元の設定を直す（If-Matchに見ていた版）',
      },
    },
    async (request, reply) => {
      const version = expectedVersion(request.headers['if-match']);
      return sendSender(reply, await kits.changeSender(personOf(request), version, request.body));
    },
  );
  batchRoutes(app, kits);
  paperRoutes(app, kits);
}

type Kits = Services['kits'];

function batchRoutes(app: App, kits: Kits) {
  listRoutes(app, {
    path: '/api/office/kits/batches',
    allow: 'kits.send',
    tags,
    summary: '発送の束の一覧（新しい順、20件ずつ）',
    query: {},
    item: KitBatch,
    columns: [
      ['日', ({ day }) => day],
      ['番号', ({ number }) => String(number)],
      ['状態', ({ state }) => kitBatchStateLabels[state]],
      ['申し込み', ({ applications }) => String(applications)],
      ['箱', ({ boxes }) => String(boxes)],
      ['作成', ({ createdAt }) => formatDateTime(createdAt)],
      ['作成した人', ({ createdBy }) => createdBy],
      ['発送', ({ markedAt }) => (markedAt === null ? '' : formatDateTime(markedAt))],
    ],
    fileName: 'kit-batches',
    ...kits.batchList,
  });
  app.post(
    '/api/office/kits/batches',
    {
      ...sending,
      schema: {
        headers: IdempotencyKey,
        body: FreezeRequest,
        response: { 201: KitBatch },
        tags,
        summary: '今日の分を束にする（afterは見ていた最新の束）',
      },
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key'];
      const batch = await kits.freeze(personOf(request), key, request.body.after);
      return sendBatch(reply.status(201), batch);
    },
  );
  app.get(
    '/api/office/kits/batches/:id',
    {
      ...sending,
      schema: { params: OneBatch, response: { 200: KitBatch }, tags, summary: '束（ETagが版）' },
    },
    async (request, reply) => sendBatch(reply, await kits.batch(request.params.id)),
  );
  listRoutes(app, {
    path: '/api/office/kits/batches/:id/entries',
    params: { id },
    allow: 'kits.send',
    tags,
    summary: '束の中身（印刷の順、50件ずつ）',
    query: {},
    item: KitBatchEntry,
    columns: [
      ['順', ({ position }) => String(position)],
      ['申込番号', ({ appraisalId }) => appraisalId],
      ['お名前', ({ name }) => name],
      ['住所', ({ address }) => address],
      ['箱', ({ boxes }) => String(boxes)],
      ['お届け希望日', ({ deliveryDate }) => deliveryDate],
      ['お届け時間帯', ({ deliverySlot }) => deliverySlot],
      ['外した理由', ({ leftOutReason }) => leftOutReason],
    ],
    fileName: 'kit-batch',
    ...kits.entryList,
  });
  app.post(
    '/api/office/kits/batches/:id/entries/:position/slip',
    {
      ...sending,
      schema: {
        params: OneEntry,
        body: MendRequest,
        response: { 200: KitBatchEntry },
        tags,
        summary: '送り状の住所の分け方を直す（seenは見ていた内容）',
      },
    },
    (request) => kits.mend(personOf(request), request.params, request.body),
  );
  app.post(
    '/api/office/kits/batches/:id/entries/:position/take-out',
    {
      ...sending,
      schema: {
        params: OneEntry,
        body: z.strictObject({}).nullish(),
        response: { 200: KitBatch },
        tags,
        summary: 'お申し込み1件を束から外す（If-Matchに見ていた束の版）',
      },
    },
    async (request, reply) => {
      const version = expectedVersion(request.headers['if-match']);
      const seen = { ...request.params, version };
      return sendBatch(reply, await kits.takeOut(personOf(request), seen));
    },
  );
  app.get(
    '/api/office/kits/batches/:id/review',
    {
      ...sending,
      schema: {
        params: OneBatch,
        response: { 200: KitReview },
        tags,
        summary: '束にしたあとに変わったお申し込み',
      },
    },
    (request) => kits.review(personOf(request), request.params.id),
  );
  app.post(
    '/api/office/kits/batches/:id/mark',
    {
      ...sending,
      schema: {
        params: OneBatch,
        body: MarkRequest,
        response: { 200: MarkOutcome },
        tags,
        summary: '束を発送済みにする（If-Matchに見ていた版、seenに確認した内容）',
      },
    },
    (request) => {
      const version = expectedVersion(request.headers['if-match']);
      return kits.mark(personOf(request), { ...request.params, version }, request.body);
    },
  );
  app.post(
    '/api/office/kits/batches/:id/take-back',
    {
      ...sending,
      schema: {
        params: OneBatch,
        body: z.strictObject({}).nullish(),
        response: { 200: TakeBackMarkOutcome },
        tags,
        summary: '10分以内に発送済みにした束を、発送前に戻す（If-Matchに見ていた版）',
      },
      handlerTimeout: 60_000,
    },
    (request) => {
      const version = expectedVersion(request.headers['if-match']);
      return kits.takeBackMark(personOf(request), { ...request.params, version });
    },
  );
  app.post(
    '/api/office/kits/batches/:id/dissolve',
    {
      ...sending,
      schema: {
        params: OneBatch,
        body: DissolveRequest,
        response: { 200: KitBatch },
        tags,
        summary: '束を解除する（If-Matchに見ていた版）',
      },
    },
    (request) => {
      const version = expectedVersion(request.headers['if-match']);
      return kits.dissolve(personOf(request), { ...request.params, version }, request.body.reason);
    },
  );
}

function paperRoutes(app: App, kits: Kits) {
  app.get(
    '/api/office/kits/batches/:id/file',
    {
      ...exporting,
      schema: {
        params: OneBatch,
        querystring: WhichFile,
        response: { 200: z.any().describe('CSV') },
        produces: ['text/csv'],
        tags,
        summary: '運送会社の送り状ソフトに取り込むファイル（箱ごとに1行。書き出しは記録される）',
      },
    },
    async (request, reply) => {
      const { fileName, bytes } = await kits.file(
        personOf(request),
        request.params.id,
        request.query,
      );
      return sendFile(reply, 'text/csv', fileName).send(bytes);
    },
  );
  app.get(
    '/api/office/kits/batches/:id/paper',
    {
      ...exporting,
      schema: {
        params: OneBatch,
        querystring: WhichPaper,
        response: { 200: z.any().describe('PDF') },
        produces: ['application/pdf'],
        tags,
        summary: '箱のラベルと同梱票（480箱ずつのPDF。書き出しは記録される）',
      },
      handlerTimeout: 30_000,
    },
    async (request, reply) => {
      const { fileName, bytes } = await kits.paper(
        personOf(request),
        request.params.id,
        request.query,
      );
      return sendFile(reply, 'application/pdf', fileName).send(Buffer.from(bytes));
    },
  );
}

const sendFile = (reply: FastifyReply, type: string, fileName: string) =>
  reply.headers({
    'content-type': type,
    'content-disposition': `attachment; filename="${fileName}"`,
    'cache-control': 'no-store',
  });
