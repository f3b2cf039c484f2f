import { z } from 'zod';
import { audited } from '#kit/audit/audited-list.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound } from '#kit/errors/refusal.ts';
import { door, listDoors } from '#kit/http/door.server.ts';
import type { Column } from '#kit/http/list-route.server.ts';
import { formatDate, timestampToDate } from '#kit/values/timestamp.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { appraisalOutcomes } from '#warehouse/results/appraisal-result.ts';
import { findBatch } from '#warehouse/results/batches.server.ts';
import { ResultBatch } from '#warehouse/results/result-import.ts';
import {
  NewWaitingResult,
  TakingOutReason,
  WaitingEdit,
  WaitingResult,
  WaitingRow,
  waitingViews,
} from '#warehouse/results/waiting-result.ts';
import { dropBatch, restoreBatch, scheduleBatch } from './batch-steps.server.ts';
import { addRow, correctRow, putBackRow, takeOutRow } from './edit-rows.server.ts';
import { releaseBatch } from './release-batch.server.ts';
import { findWaitingRow, waitingList } from './waiting-rows.server.ts';

/** File columns of a waiting batch's rows. */
const waitingColumns: readonly Column<WaitingRow>[] = [
  ['行', ({ row }) => String(row)],
  ['申込番号', ({ appraisalId }) => appraisalId],
  ['寄付先', ({ targetName }) => targetName],
  ['受付日', ({ receivedOn }) => formatDate(receivedOn)],
  ['査定完了日', ({ appraisedOn }) => formatDate(appraisedOn)],
  ['結果区分', ({ outcome }) => appraisalOutcomes[outcome].label],
  ['点数', ({ itemCount }) => String(itemCount)],
  ['買取点数', ({ pricedCount }) => String(pricedCount)],
  ['査定金額', ({ appraisedYen }) => String(appraisedYen)],
  ['加算額', ({ bonusYen }) => String(bonusYen)],
  ['寄付金額', ({ donationYen }) => String(donationYen)],
  ['備考', ({ note }) => note],
  ['確かめること', ({ flags }) => flags.map(({ message }) => message).join('／')],
  ['確かめた理由', ({ overrideReason }) => overrideReason],
  ['外した理由', ({ takenOut }) => takenOut?.reason ?? ''],
];

const version = z.int('画面を読み込み直してから、もう一度お試しください。');
const params = { id: z.string().regex(/^[\w-]{1,64}$/, 'IDが正しくありません。') };
const tags = ['results'];
const reads = { allow: 'results.read', isSlow: true, params, tags } as const;
const mends = { ...reads, allow: 'results.import' } as const;
const releases = { ...reads, allow: 'results.release', longMs: 180_000, out: ResultBatch } as const;

async function rowOf({ db }: Context, id: string): Promise<WaitingResult> {
  const row = await findWaitingRow(db, id);
  if (!row) throw notFound('行');
  return row;
}

async function batchOf({ db }: Context, id: string): Promise<ResultBatch> {
  const batch = await findBatch(db, id);
  if (!batch) throw notFound('取り込み');
  return batch;
}

/** Waiting results: show, correct, take out, add, release. */
export const waitingDoors = [
  ...listDoors(
    '/api/office/results/batches/:id/waiting',
    {
      ...reads,
      summary: '確定を待っている行（100件ずつ）',
      query: { view: z.enum(waitingViews, '表示の指定が正しくありません。').default('in') },
      item: WaitingRow,
      columns: waitingColumns,
      fileName: 'waiting-results',
    },
    audited(waitingList),
  ),
  door(
    'GET /api/office/results/waiting/:id',
    { ...reads, out: WaitingResult, summary: '確定を待っている行' },
    (ctx, { params: { id } }) => rowOf(ctx, id),
  ),
  door(
    'POST /api/office/results/waiting/:id',
    {
      ...mends,
      body: z.strictObject({ ...WaitingEdit.shape, version }),
      out: WaitingResult,
      summary: '確定を待っている行を直す（確かめた理由も）',
    },
    async (ctx, { person, params: { id }, body: { version, ...edit } }) => {
      await correctRow(ctx, person, { id, version }, edit);
      return rowOf(ctx, id);
    },
  ),
  door(
    'POST /api/office/results/waiting/:id/take-out',
    {
      ...mends,
      body: z.strictObject({ version, reason: TakingOutReason }),
      out: WaitingResult,
      summary: '行を外す（理由が必要）',
    },
    async (ctx, { person, params: { id }, body }) => {
      await takeOutRow(ctx, person, { ...body, id });
      return rowOf(ctx, id);
    },
  ),
  door(
    'POST /api/office/results/waiting/:id/put-back',
    { ...mends, body: z.strictObject({ version }), out: WaitingResult, summary: '外した行を戻す' },
    async (ctx, { person, params: { id }, body }) => {
      await putBackRow(ctx, person, { ...body, id });
      return rowOf(ctx, id);
    },
  ),
  door(
    'POST /api/office/results/batches/:id/rows',
    {
      ...mends,
      body: NewWaitingResult,
      out: ResultBatch,
      summary: '確定を待っている取り込みに、行を加える',
    },
    async (ctx, { person, params: { id }, body }) => {
      await addRow(ctx, person, id, body);
      return batchOf(ctx, id);
    },
  ),
  door(
    'POST /api/office/results/batches/:id/release',
    {
      ...releases,
      body: z.strictObject({ version }),
      summary: '取り込みを確定し、寄付者に知らせる',
    },
    async (ctx, { person, params: { id }, body }) => {
      await releaseBatch(ctx, { operator: person, batchId: id, ...body });
      return batchOf(ctx, id);
    },
  ),
  door(
    'POST /api/office/results/batches/:id/schedule',
    {
      ...releases,
      body: z.strictObject({ version, releaseDueAt: z.nullable(Timestamp) }),
      summary: '自動で確定する日時を変える（nullで自動では確定しない）',
    },
    async (ctx, { person, params: { id }, body: { version, releaseDueAt } }) => {
      const due = releaseDueAt === null ? null : timestampToDate(releaseDueAt);
      await scheduleBatch(ctx, person, { batchId: id, version, releaseDueAt: due });
      return batchOf(ctx, id);
    },
  ),
  door(
    'POST /api/office/results/batches/:id/drop',
    {
      ...releases,
      body: z.strictObject({ version, reason: TakingOutReason }),
      summary: '確定を待っている取り込みを取りやめる（理由が必要）',
    },
    async (ctx, { person, params: { id }, body }) => {
      await dropBatch(ctx, person, { ...body, batchId: id });
      return batchOf(ctx, id);
    },
  ),
  door(
    'POST /api/office/results/batches/:id/restore',
    {
      ...releases,
      body: z.strictObject({ version }),
      summary: '取り込みの取りやめを取り消す（10分以内）',
    },
    async (ctx, { person, params: { id }, body }) => {
      await restoreBatch(ctx, person, { ...body, batchId: id });
      return batchOf(ctx, id);
    },
  ),
] as const;
