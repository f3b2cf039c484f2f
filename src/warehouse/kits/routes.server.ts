import { z } from 'zod';
import { audited } from '#kit/audit/audited-list.server.ts';
import { csvEncodings } from '#kit/http/csv/csv-bytes.server.ts';
import { door, listDoors, saved } from '#kit/http/door.server.ts';
import { expectedVersion, tagged } from '#kit/http/versions.server.ts';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { entryList } from './batch-entries.server.ts';
import { readBatch } from './batch-rows.server.ts';
import { freezeKits, kitsForToday } from './freeze-kits.server.ts';
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
import { CarrierOptions, StoredCarrierOptions } from './kit-sender.ts';
import { batchFile, batchList, batchPaper, mendSlip } from './kits.server.ts';
import { batchReview, dissolveBatch, markBatch, takeOutOfBatch } from './mark-batch.server.ts';
import { carrierOptions, changeOptions } from './sender.server.ts';
import { undoBatchMark } from './take-back-mark.server.ts';

const tags = ['箱の発送'];
const sends = { allow: 'kits.send', tags } as const;
const exports = { ...sends, notes: { kind: 'export', what: 'kits' } } as const;
const id = z.string().regex(/^[\w-]{1,64}$/, '発送の束の指定が正しくありません。');
const one = { params: { id } } as const;
const oneEntry = { params: { id, position: z.coerce.number().int().min(1).max(9_999) } } as const;
const whichFile = {
  layout: z.enum(['b2cloud', 'e-hiden3', 'free'], 'ファイルの種類を選んでください。'),
  encoding: z.enum(csvEncodings, '文字コードはutf8かshift_jisを選んでください。').default('utf8'),
};
const count = (most: number) => z.coerce.number().int().min(1).max(most).default(1);
const whichPaper = {
  what: z.enum(['labels', 'packing'], '印刷するものを選んでください。'),
  sheet: z.enum(labelSheetNames, 'ラベルの用紙を選んでください。').default('a4-12'),
  start: count(24),
  part: count(100),
};

const lists = [
  ...listDoors(
    '/api/office/kits/batches',
    {
      ...sends,
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
    },
    audited(batchList),
  ),
  ...listDoors(
    '/api/office/kits/batches/:id/entries',
    {
      ...sends,
      params: { id },
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
    },
    audited(entryList),
  ),
] as const;

/** The day's kits: batches, mended slips, carriers' files, labels, and marking as sent. */
export const kitDoors = [
  ...lists,
  door(
    'GET /api/office/kits/today',
    { ...sends, out: KitsToday, summary: '今日発送する箱の数' },
    (ctx) => kitsForToday(ctx),
  ),
  door(
    'GET /api/office/kits/sender',
    { ...sends, out: StoredCarrierOptions, summary: '運送会社の設定と、送り主（ETagが版）' },
    async (ctx, { reply }) => tagged(reply, await carrierOptions(ctx)),
  ),
  door(
    'POST /api/office/kits/sender',
    {
      ...sends,
      body: CarrierOptions,
      out: StoredCarrierOptions,
      summary: '運送会社の設定を直す（If-Matchに見ていた版）',
    },
    async (ctx, { person, body, request, reply }) => {
      const version = expectedVersion(request.headers['if-match']);
      return tagged(reply, await changeOptions(ctx, person, version, body));
    },
  ),
  door(
    'POST /api/office/kits/batches',
    {
      ...sends,
      isRepeatable: true,
      status: 201,
      body: FreezeRequest,
      out: KitBatch,
      summary: '今日の分を束にする（afterは見ていた最新の束）',
    },
    async (ctx, { person, body, key, reply }) =>
      tagged(reply, await freezeKits(ctx, person, key, body.after)),
  ),
  door(
    'GET /api/office/kits/batches/:id',
    { ...sends, ...one, out: KitBatch, summary: '束（ETagが版）' },
    async ({ db }, { params, reply }) => tagged(reply, await readBatch(db, params.id)),
  ),
  door(
    'POST /api/office/kits/batches/:id/entries/:position/slip',
    {
      ...sends,
      ...oneEntry,
      body: MendRequest,
      out: KitBatchEntry,
      summary: '送り状の住所の分け方を直す（seenは見ていた内容）',
    },
    (ctx, { person, params, body }) => mendSlip(ctx, person, params, body),
  ),
  door(
    'POST /api/office/kits/batches/:id/entries/:position/take-out',
    {
      ...sends,
      ...oneEntry,
      body: z.strictObject({}).nullish(),
      out: KitBatch,
      summary: 'お申し込み1件を束から外す（If-Matchに見ていた束の版）',
    },
    async (ctx, { person, params, request, reply }) => {
      const version = expectedVersion(request.headers['if-match']);
      return tagged(reply, await takeOutOfBatch(ctx, person, { ...params, version }));
    },
  ),
  door(
    'GET /api/office/kits/batches/:id/review',
    { ...sends, ...one, out: KitReview, summary: '束にしたあとに変わったお申し込み' },
    (ctx, { person, params }) => batchReview(ctx, person, params.id),
  ),
  door(
    'POST /api/office/kits/batches/:id/mark',
    {
      ...sends,
      ...one,
      body: MarkRequest,
      out: MarkOutcome,
      summary: '束を発送済みにする（If-Matchに見ていた版、seenに確認した内容）',
    },
    (ctx, { person, params, body, request }) => {
      const version = expectedVersion(request.headers['if-match']);
      return markBatch(ctx, person, { ...params, version }, body);
    },
  ),
  door(
    'POST /api/office/kits/batches/:id/take-back',
    {
      ...sends,
      ...one,
      longMs: 60_000,
      body: z.strictObject({}).nullish(),
      out: TakeBackMarkOutcome,
      summary: '10分以内に発送済みにした束を、発送前に戻す（If-Matchに見ていた版）',
    },
    (ctx, { person, params, request }) => {
      const version = expectedVersion(request.headers['if-match']);
      return undoBatchMark(ctx, person, { ...params, version });
    },
  ),
  door(
    'POST /api/office/kits/batches/:id/dissolve',
    {
      ...sends,
      ...one,
      body: DissolveRequest,
      out: KitBatch,
      summary: '束を解除する（If-Matchに見ていた版）',
    },
    (ctx, { person, params, body, request }) => {
      const version = expectedVersion(request.headers['if-match']);
      return dissolveBatch(ctx, person, { ...params, version }, body.reason);
    },
  ),
  door(
    'GET /api/office/kits/batches/:id/file',
    {
      ...exports,
      ...one,
      query: whichFile,
      out: saved('text/csv', 'CSV'),
      summary: '運送会社の送り状ソフトに取り込むファイル（箱ごとに1行。書き出しは記録される）',
    },
    (ctx, { person, params, query }) => batchFile(ctx, person, params.id, query),
  ),
  door(
    'GET /api/office/kits/batches/:id/paper',
    {
      ...exports,
      ...one,
      longMs: 30_000,
      query: whichPaper,
      out: saved('application/pdf', 'PDF'),
      summary: '箱のラベルと同梱票（480箱ずつのPDF。書き出しは記録される）',
    },
    (ctx, { person, params, query }) => batchPaper(ctx, person, params.id, query),
  ),
] as const;
