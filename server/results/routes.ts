import { z } from 'zod';
import { AppraisalId } from '#domain/applications/appraisal-number.ts';
import { refuse } from '#domain/errors/refusal.ts';
import {
  ResultBatch,
  ResultBatchRow,
  ResultImport,
  ReversalReason,
} from '#domain/results/result-import.ts';
import { type App, personOf } from '#server/http/app.ts';
import { formErrorTitle } from '#server/http/error-table.ts';
import { expectedVersion } from '#server/http/versions.ts';
import type { Services } from '#server/services.ts';
import { readUploadBody, UploadBody, uploadBodyLimit } from './upload-body.ts';

/** What a real upload with mistakes answers: all that a dry run says, in the shape of an error. */
const RefusedImport = z.object({
  ...ResultImport.shape,
  type: z.literal('ValidationError'),
  title: z.string(),
  message: z.string(),
});

const pageMessage = 'ページ番号は1以上の数字で指定してください。';
const Page = z.strictObject({
  page: z.coerce
    .number(pageMessage)
    .int(pageMessage)
    .min(1, pageMessage)
    .max(1_000_000, pageMessage)
    .default(1),
});
const DryRun = z.strictObject({
  dryRun: z.enum(['true', 'false'], 'dryRunはtrueかfalseにしてください。').default('false'),
});
const WhichFile = z.strictObject({
  file: z.enum(['csv', 'items'], 'fileはcsvかitemsにしてください。').default('csv'),
});
const BatchId = z.strictObject({
  id: z.string().regex(/^[\w-]{1,64}$/, '取り込みのIDが正しくありません。'),
});
const tags = ['results'];
const config = { allow: 'operator' } as const;
/** A hundred thousand rows take some seconds more than other requests may. */
const uploading = {
  config: { ...config, bodyPatienceMs: 120_000 },
  bodyLimit: uploadBodyLimit,
  handlerTimeout: 180_000,
};

const noBatch = () => refuse('NotFound', '取り込みが見つかりません。');

/** The operator's upload of appraisal results, and what became of each. */
export function resultRoutes(app: App, { results }: Pick<Services, 'results'>) {
  app.post(
    '/api/csv/appraisal-result',
    {
      ...uploading,
      schema: {
        querystring: DryRun,
        body: UploadBody,
        response: { 200: ResultImport, 400: RefusedImport },
        tags,
        summary: '査定結果の取り込み（JSONかmultipart。dryRun=trueなら確認だけ）',
      },
    },
    async (request, reply) => {
      const upload = await readUploadBody(request, request.body);
      if (request.query.dryRun === 'true') return results.try(upload);
      const answer = await results.import(personOf(request), upload);
      const [first] = answer.errors;
      if (!first) return answer;
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
        produces: ['text/csv'],
        tags,
        summary: '誤りのある行だけのCSV（「エラー内容」の列つき、UTF-8）',
      },
    },
    async (request, reply) => {
      const upload = await readUploadBody(request, request.body);
      const csv = await results.faultyRows(upload, request.query.file);
      return reply
        .header('content-disposition', 'attachment; filename="appraisal-result-errors.csv"')
        .type('text/csv; charset=utf-8')
        .send(csv);
    },
  );
  app.get(
    '/api/office/results/batches',
    {
      config,
      schema: {
        querystring: Page,
        response: { 200: z.array(ResultBatch) },
        tags,
        summary: '取り込みの一覧（新しい順、20件ずつ）',
      },
    },
    async (request, reply) => {
      const { batches, total } = await results.batches(request.query.page);
      return reply.header('x-total-count', String(total)).send(batches);
    },
  );
  app.get(
    '/api/office/results/batches/:id',
    {
      config,
      schema: {
        params: BatchId,
        querystring: Page,
        response: { 200: z.object({ batch: ResultBatch, rows: z.array(ResultBatchRow) }) },
        tags,
        summary: '取り込みの内容（行は100件ずつ）',
      },
    },
    async (request, reply) => {
      const found = await results.batch(request.params.id, request.query.page);
      if (!found) throw noBatch();
      const { batch, rows, total } = found;
      return reply.header('x-total-count', String(total)).send({ batch, rows });
    },
  );
  app.post(
    '/api/office/results/batches/:id/reverse',
    {
      config,
      handlerTimeout: uploading.handlerTimeout,
      schema: {
        params: BatchId,
        body: z.strictObject({ reason: ReversalReason }),
        response: { 200: ResultBatch },
        tags,
        summary: '取り込みをまるごと取り消す（理由が必要）',
      },
    },
    async (request) => {
      const { id } = request.params;
      await results.reverse(personOf(request), id, request.body.reason);
      const found = await results.batch(id, 1);
      if (!found) throw noBatch();
      return found.batch;
    },
  );
  app.post(
    '/api/office/identity/:appraisalId/approve',
    {
      config,
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
        summary: '本人確認を承認し、寄付を成立させる（If-Matchで版を指定できる）',
      },
    },
    (request) => {
      const version = expectedVersion(request.headers['if-match']);
      const { appraisalId } = request.params;
      return results.approveIdentity(personOf(request), appraisalId, version);
    },
  );
}
