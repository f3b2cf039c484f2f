import { z } from 'zod';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { type App, personOf } from '#kit/http/app.server.ts';
import { formErrorTitle } from '#kit/http/error-table.server.ts';
import { cursor, listFileRoute, listRoutes, pageHeaders } from '#kit/http/paging.server.ts';
import { demandedVersion } from '#kit/http/versions.server.ts';
import { may } from '#kit/permissions/permissions.ts';
import type { Services } from '#start/services.server.ts';
import { batchColumns, batchRowColumns } from './batch-columns.server.ts';
import {
  BatchState,
  ResultBatch,
  ResultBatchRow,
  ResultImport,
  ReversalReason,
} from './result-import.ts';
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
const UploadQuery = z.strictObject({
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
});
const WhichFile = z.strictObject({
  file: z.enum(['csv', 'items'], 'fileはcsvかitemsにしてください。').default('csv'),
  accept,
});
const batchId = { id: z.string().regex(/^[\w-]{1,64}$/, '取り込みのIDが正しくありません。') };
const BatchId = z.strictObject(batchId);
const tags = ['results'];
const reading = { allow: 'results.read' } as const;
/** A hundred thousand rows take some seconds longer than other requests may. */
const uploading = {
  config: { allow: 'results.import', bodyTimeoutMs: 120_000 } as const,
  bodyLimit: uploadBodyLimit,
  handlerTimeout: 180_000,
};

const notYours = '査定結果の確定は、運営の担当者が行います。';
const noBatchMessage = 'お探しの取り込みが見つかりませんでした。';
const noBatch = () => refuse('NotFound', noBatchMessage);

/** Routes of uploads of appraisal results. */
export function resultRoutes(app: App, { results }: Pick<Services, 'results'>) {
  app.post(
    '/api/csv/appraisal-result',
    {
      ...uploading,
      schema: {
        querystring: UploadQuery,
        body: UploadBody,
        form: uploadForm,
        response: { 200: ResultImport, 400: RefusedImport },
        tags,
        summary:
          '査定結果の取り込み（JSONかmultipart。dryRun=trueなら確認だけ。行は確定を待つ。release=nowならすぐに確定）',
      },
    },
    async (request, reply) => {
      const { overrideReason, ...upload } = await readUploadBody(request, request.body);
      const { dryRun, accept, release, batch: batchId } = request.query;
      if (dryRun === 'true') return results.try(upload);
      const operator = personOf(request);
      const releasesNow = release === 'now';
      if (releasesNow && !may(operator.role, 'results.release'))
        throw refuse('Forbidden', notYours);
      if (releasesNow && (accept === 'good' || batchId !== undefined)) {
        throw refuse('ValidationError', 'release=nowは、acceptやbatchと同時に指定できません。');
      }
      const acceptsGood = accept === 'good';
      const options = { releasesNow, acceptsGood, batchId, overrideReason };
      const answer = await results.import(operator, upload, options);
      const [first] = answer.errors;
      if (!first || answer.batchId !== null) return answer;
      const { message } = first;
      const type = 'ValidationError' as const;
      return reply.status(400).send({ ...answer, type, title: formErrorTitle, message });
    },
  );
  app.post(
    '/api/csv/appraisal-result/errors',
    {
      ...uploading,
      schema: {
        querystring: WhichFile,
        body: UploadBody,
        form: uploadForm,
        produces: ['text/csv'],
        tags,
        summary: '誤りのある行だけのCSV（「エラー内容」の列つき、UTF-8）',
      },
    },
    async (request, reply) => {
      const { overrideReason: _, ...upload } = await readUploadBody(request, request.body);
      const { file, accept } = request.query;
      const csv = await results.faultyRows(upload, file, accept === 'good');
      return reply
        .header('content-disposition', 'attachment; filename="appraisal-result-errors.csv"')
        .type('text/csv; charset=utf-8')
        .send(csv);
    },
  );
  listRoutes(app, {
    path: '/api/office/results/batches',
    allow: 'results.read',
    tags,
    summary: '取り込みの一覧（新しい順、20件ずつ）',
    query: {
      state: z.enum(['', ...BatchState.options], '状態の指定が正しくありません。').default(''),
    },
    item: ResultBatch,
    columns: batchColumns,
    fileName: 'result-batches',
    ...results.batchList,
  });
  app.get(
    '/api/office/results/batches/:id',
    {
      config: reading,
      schema: {
        params: BatchId,
        querystring: z.strictObject({ cursor }),
        response: { 200: z.object({ batch: ResultBatch, rows: z.array(ResultBatchRow) }) },
        tags,
        summary:
          '取り込みの内容（行は100件ずつ。件数はx-total-count、前後のページはx-next-cursorとx-previous-cursor）',
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const batch = await results.batch(id);
      if (!batch) throw noBatch();
      const page = await results.batchRows(personOf(request), id, request.query.cursor);
      return pageHeaders(reply, page).send({ batch, rows: page.items });
    },
  );
  listFileRoute(app, {
    path: '/api/office/results/batches/:id/rows',
    allow: 'results.read',
    tags,
    summary: '取り込みの行',
    params: batchId,
    query: {},
    columns: batchRowColumns,
    fileName: 'result-batch',
    rows: results.exportBatchRows,
    absent: noBatchMessage,
  });
  app.post(
    '/api/office/results/batches/:id/reverse',
    {
      config: { allow: 'results.reverse' },
      handlerTimeout: uploading.handlerTimeout,
      schema: {
        params: BatchId,
        body: z.strictObject({
          reason: ReversalReason,
          /** Version of the batch that the operator saw. */
          version: z.int('画面を読み込み直してから、もう一度お試しください。'),
          without: z.literal('blocked').optional(),
        }),
        response: { 200: ResultBatch },
        tags,
        summary:
          '取り込みをまるごと取り消す（理由が必要。without=blockedなら、取り消せない行を除く）',
      },
    },
    async (request) => {
      const { id } = request.params;
      await results.reverse(personOf(request), id, request.body);
      const batch = await results.batch(id);
      if (!batch) throw noBatch();
      return batch;
    },
  );
  app.post(
    '/api/office/identity/:appraisalId/approve',
    {
      config: { allow: 'identity.check' },
      schema: {
        params: z.strictObject({ appraisalId: AppraisalId }),
        response: {
          200: z.object({
            appraisalId: AppraisalId,
            state: z.literal('donated'),
            amountYen: z.number(),
          }),
        },
        tags,
        summary: '本人確認を承認し、寄付を成立させる（見た版をIf-Matchで指定する）',
      },
    },
    (request) => {
      const version = demandedVersion(request.headers['if-match']);
      const { appraisalId } = request.params;
      return results.approveIdentity(personOf(request), appraisalId, version);
    },
  );
}
