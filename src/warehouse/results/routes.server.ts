import { z } from 'zod';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import type { Person } from '#kit/actor.server.ts';
import { audited, auditedList } from '#kit/audit/audited-list.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { door, listDoors, listFileDoor, saved } from '#kit/http/door.server.ts';
import { formErrorTitle } from '#kit/http/error-table.server.ts';
import { cursor, paged } from '#kit/http/paging.server.ts';
import { may } from '#kit/permissions/permissions.ts';
import { approveIdentity } from './approve-identity.server.ts';
import { batchColumns, batchRowColumns } from './batch-columns.server.ts';
import { batchList, batchRowList, findBatch } from './batches.server.ts';
import { correctionsOf, correctResult, undoCorrection } from './corrections/corrections.server.ts';
import { importResults, tryResults, writeMistakes } from './import-results.server.ts';
import { CorrectionUndo, ResultCorrection, ResultHistory } from './result-correction.ts';
import {
  BatchState,
  ResultBatch,
  ResultBatchRow,
  ResultImport,
  ReversalPreview,
  ReversalReason,
} from './result-import.ts';
import { reverseBatch, tryReversal } from './reversal/reverse-batch.server.ts';
import { readUploadBody, UploadBody, uploadBodyLimit, uploadForm } from './upload-body.server.ts';

/** Response to an import with mistakes: the same fields as a dry run, in the form of an error. */
const RefusedImport = z.object({
  ...ResultImport.shape,
  type: z.literal('ValidationError'),
  title: z.string(),
  message: z.string(),
});

const accept = z
  .enum(['all', 'good'], 'acceptはallかgoodにしてください。')
  .default('all')
  .describe('good：誤りのある行があっても、正しい行を受け付ける');
const uploadQuery = {
  dryRun: z.enum(['true', 'false'], 'dryRunはtrueかfalseにしてください。').default('false'),
  accept,
  release: z
    .enum(['later', 'now'], 'releaseはlaterかnowにしてください。')
    .default('later')
    .describe('now：確定を待たずに、寄付者へ知らせる（results.releaseの権限が必要）'),
  batch: z
    .string()
    .regex(/^[\w-]{1,64}$/, '取り込みのIDが正しくありません。')
    .optional()
    .describe('確定を待っている取り込みに、行を加える'),
};

const tags = ['results'];
const oneBatch = {
  params: { id: z.string().regex(/^[\w-]{1,64}$/, '取り込みのIDが正しくありません。') },
  tags,
} as const;
const oneResult = { params: { appraisalId: AppraisalId }, out: ResultHistory, tags } as const;
const reads = { allow: 'results.read', isSlow: true, tags } as const;
const corrects = { allow: 'results.correct', isSlow: true } as const;
/** A hundred thousand rows take some seconds longer than other requests may. */
const many = { isSlow: true, longMs: 180_000 } as const;
const uploads = {
  ...many,
  allow: 'results.import',
  bodyMs: 120_000,
  mostBytes: uploadBodyLimit,
  body: UploadBody,
  form: uploadForm,
  tags,
} as const;

const notYours = '査定結果の確定は、運営の担当者が行います。';
const noBatchMessage = 'お探しの取り込みが見つかりませんでした。';
const noBatch = () => refuse('NotFound', noBatchMessage);

async function oneOfBatches({ db }: Context, id: string): Promise<ResultBatch> {
  const batch = await findBatch(db, id);
  if (!batch) throw noBatch();
  return batch;
}

function demandRelease(
  { role }: Person,
  { accept, batch }: { accept: string; batch?: string | undefined },
) {
  if (!may(role, 'results.release')) throw refuse('Forbidden', notYours);
  if (accept === 'good' || batch !== undefined) {
    throw refuse('ValidationError', 'release=nowは、acceptやbatchと同時に指定できません。');
  }
}

/** Results of appraisals: uploads, their reversal, corrections of single ones, and the approval of an identity. */
export const resultDoors = [
  door(
    'POST /api/csv/appraisal-result',
    {
      ...uploads,
      query: uploadQuery,
      out: ResultImport,
      refused: RefusedImport,
      summary:
        '査定結果の取り込み（JSONかmultipart。dryRun=trueなら確認だけ。行は確定を待つ。release=nowならすぐに確定）',
    },
    async (ctx, { person, query, body, request, reply }) => {
      const { overrideReason, ...upload } = await readUploadBody(request, body);
      if (query.dryRun === 'true') return tryResults(ctx, upload);
      const releasesNow = query.release === 'now';
      if (releasesNow) demandRelease(person, query);
      const answer = await importResults(ctx, person, upload, {
        ...{ releasesNow, overrideReason, batchId: query.batch },
        acceptsGood: query.accept === 'good',
      });
      const [first] = answer.errors;
      if (!first || answer.batchId !== null) return answer;
      reply.status(400);
      const refused = { type: 'ValidationError', title: formErrorTitle, message: first.message };
      return { ...answer, ...refused };
    },
  ),
  door(
    'POST /api/csv/appraisal-result/errors',
    {
      ...uploads,
      query: {
        file: z.enum(['csv', 'items'], 'fileはcsvかitemsにしてください。').default('csv'),
        accept,
      },
      out: saved('text/csv', 'CSV'),
      summary: '誤りのある行だけのCSV（「エラー内容」の列つき、UTF-8）',
    },
    async (ctx, { query, body, request }) => {
      const { overrideReason: _, ...upload } = await readUploadBody(request, body);
      return {
        fileName: 'appraisal-result-errors.csv',
        type: 'text/csv; charset=utf-8',
        bytes: await writeMistakes(ctx, upload, query.file, query.accept === 'good'),
      };
    },
  ),
  ...listDoors(
    '/api/office/results/batches',
    {
      ...reads,
      summary: '取り込みの一覧（新しい順、20件ずつ）',
      query: {
        state: z.enum(['', ...BatchState.options], '状態の指定が正しくありません。').default(''),
      },
      item: ResultBatch,
      columns: batchColumns,
      fileName: 'result-batches',
    },
    audited(batchList),
  ),
  door(
    'GET /api/office/results/batches/:id',
    {
      ...reads,
      ...oneBatch,
      query: { cursor },
      out: z.object({ batch: ResultBatch, rows: z.array(ResultBatchRow) }),
      summary:
        '取り込みの内容（行は100件ずつ。件数はx-total-count、前後のページはx-next-cursorとx-previous-cursor）',
    },
    async (ctx, { person, params, query, reply }) => {
      const batch = await oneOfBatches(ctx, params.id);
      const page = await auditedList(ctx, batchRowList).page(person, params, query.cursor);
      return { batch, rows: paged(reply, page) };
    },
  ),
  listFileDoor(
    '/api/office/results/batches/:id/rows',
    {
      ...reads,
      ...oneBatch,
      summary: '取り込みの行',
      query: {},
      columns: batchRowColumns,
      fileName: 'result-batch',
      absent: noBatchMessage,
    },
    (ctx) =>
      async (person, { id }, encoding) =>
        (await findBatch(ctx.db, id)) &&
        auditedList(ctx, batchRowList).rows(person, { id }, encoding),
  ),
  door(
    'POST /api/office/results/batches/:id/reverse',
    {
      ...many,
      ...oneBatch,
      allow: 'results.reverse',
      body: z.strictObject({
        reason: ReversalReason,
        /** Version of the batch that the operator saw. */
        version: z.int('画面を読み込み直してから、もう一度お試しください。'),
        without: z.literal('blocked').optional(),
      }),
      out: ResultBatch,
      summary:
        '取り込みをまるごと取り消す（理由が必要。without=blockedなら、取り消せない行を除く）',
    },
    async (ctx, { person, params, body }) => {
      await reverseBatch(ctx, person, params.id, body);
      return oneOfBatches(ctx, params.id);
    },
  ),
  door(
    'GET /api/office/results/batches/:id/reversal',
    {
      ...oneBatch,
      allow: 'results.reverse',
      isSlow: true,
      out: ReversalPreview,
      summary: '取り込みを取り消すとどうなるか（取り消せない行と、その理由）',
    },
    async (ctx, { params }) => {
      const preview = await tryReversal(ctx, params.id);
      if (!preview) throw notFound('取り込み');
      return preview;
    },
  ),
  door(
    'GET /api/office/results/:appraisalId',
    { ...reads, ...oneResult, summary: 'お申し込みの査定結果と、その訂正の記録' },
    async (ctx, { params: { appraisalId } }) => {
      const found = await correctionsOf(ctx, appraisalId);
      if (!found) throw notFound('査定結果');
      return found;
    },
  ),
  door(
    'POST /api/office/results/:appraisalId/correct',
    {
      ...corrects,
      ...oneResult,
      body: ResultCorrection,
      summary: '査定結果を1件だけ訂正する（見た版と理由が必要）',
    },
    (ctx, { person, params, body }) => correctResult(ctx, person, params.appraisalId, body),
  ),
  door(
    'POST /api/office/results/:appraisalId/correct/undo',
    {
      ...corrects,
      ...oneResult,
      body: CorrectionUndo,
      summary: '直前の訂正を取り消す（10分以内）',
    },
    (ctx, { person, params, body }) =>
      undoCorrection(ctx, person, params.appraisalId, body.version),
  ),
  door(
    'POST /api/office/identity/:appraisalId/approve',
    {
      allow: 'identity.check',
      isSlow: true,
      ifMatch: 'needed',
      params: oneResult.params,
      out: z.object({
        appraisalId: AppraisalId,
        state: z.literal('donated'),
        amountYen: z.number(),
      }),
      tags,
      summary: '本人確認を承認し、寄付を成立させる（見た版をIf-Matchで指定する）',
    },
    (ctx, { person, params, version }) => approveIdentity(ctx, person, params.appraisalId, version),
  ),
] as const;
