import { z } from 'zod';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import { type App, personOf } from '#kit/http/app.server.ts';
import { listRoutes } from '#kit/http/paging.server.ts';
import { formatDateTime } from '#kit/values/timestamp.ts';
import type { Services } from '#start/services.server.ts';
import {
  deliveryLabels,
  OperatorReceipt,
  ReceiptRun,
  ReceiptRunRow,
  RunBeginning,
  RunPreview,
  RunRequest,
  runOutcomeLabels,
} from './receipt-run.ts';

const tags = ['受領証明書の発行'];
const allow = 'receipts.issue' as const;
const config = { allow } as const;
const guarded = { allow, needs: 'second-factor-shown' } as const;
const runs = '/api/office/receipt-runs';
const runId = z.string().regex(/^[\w-]{1,64}$/, '一括発行の指定が正しくありません。');
const number = z.string().regex(/^\d{4}[A-Z]{0,3}-\d{6}$/, '証明書番号が正しくありません。');
const after = z.coerce.number('ページの指定が正しくありません。').int().min(0).max(10_000_000);
const pdf = z.any().describe('PDF');

/** Routes of receipts issued by operators: a year's run with letters to post, and single ones. */
export function receiptRunRoutes(app: App, { receiptRuns }: Pick<Services, 'receiptRuns'>) {
  app.post(
    `${runs}/preview`,
    {
      config,
      handlerTimeout: 60_000,
      schema: {
        body: RunRequest,
        response: { 200: RunPreview },
        tags,
        summary: '一括発行で発行できる証明書と、できないものの理由',
      },
    },
    (request) => receiptRuns.preview(request.body),
  );
  app.post(
    runs,
    {
      config: guarded,
      handlerTimeout: 60_000,
      schema: {
        body: RunBeginning,
        response: { 200: ReceiptRun },
        tags,
        summary: '希望された方の1年分の受領証明書を、まとめて発行し始める',
      },
    },
    (request) => receiptRuns.begin(personOf(request), request.body),
  );
  listRoutes(app, {
    path: runs,
    allow,
    tags,
    summary: '受領証明書の一括発行（新しい順）',
    query: {},
    item: ReceiptRun,
    columns: [
      ['開始', ({ startedAt }) => formatDateTime(startedAt)],
      ['寄付金が届いた年', ({ year }) => String(year)],
      ['状態', ({ state }) => (state === 'done' ? '完了' : '発行中')],
      ['発行した数', ({ issuedCount }) => String(issuedCount)],
      ['寄付額（円）', ({ issuedYen }) => String(issuedYen)],
      ['メール', ({ mailCount }) => String(mailCount)],
      ['郵送', ({ postCount }) => String(postCount)],
      ['発行なし', ({ leftOutCount }) => String(leftOutCount)],
    ],
    fileName: 'receipt-runs',
    page: receiptRuns.runPage,
    rows: receiptRuns.runRows,
  });
  app.get(
    `${runs}/:runId`,
    {
      config,
      schema: {
        params: z.strictObject({ runId }),
        response: { 200: ReceiptRun },
        tags,
        summary: '一つの一括発行の進み具合',
      },
    },
    (request) => receiptRuns.one(request.params.runId),
  );
  listRoutes(app, {
    path: `${runs}/:runId/rows`,
    allow,
    tags,
    summary: '一括発行の1通ずつの記録（閲覧は記録される）',
    params: { runId },
    query: {},
    item: ReceiptRunRow,
    columns: [
      ['申込番号', ({ appraisalId }) => appraisalId],
      ['お名前', ({ donorName }) => donorName],
      ['団体', ({ associateName }) => associateName],
      ['結果', ({ outcome }) => runOutcomeLabels[outcome]],
      ['証明書番号', ({ receiptNumber }) => receiptNumber],
      ['寄付額（円）', ({ amountYen }) => String(amountYen)],
      ['お届け', ({ delivery }) => deliveryLabels[delivery]],
      ['理由', ({ reason }) => reason],
    ],
    fileName: 'receipt-run',
    page: receiptRuns.rowPage,
    rows: receiptRuns.rowRows,
  });
  app.get(
    `${runs}/:runId/print.pdf`,
    {
      config: { ...guarded, notes: { kind: 'export', what: 'receipt-run' } },
      handlerTimeout: 120_000,
      schema: {
        params: z.strictObject({ runId }),
        querystring: z.strictObject({ after: after.default(0) }),
        response: { 200: pdf },
        produces: ['application/pdf'],
        tags,
        summary: '郵送する証明書と宛名（続きはx-next-cursorをafterで指定。記録される）',
      },
    },
    async (request, reply) => {
      const { params, query } = request;
      const drawn = await receiptRuns.print(personOf(request), params.runId, query.after);
      if (drawn.next !== undefined) reply.header('x-next-cursor', String(drawn.next));
      return reply.headers(fileHeaders).send(drawn.pdf);
    },
  );
  app.post(
    '/api/office/applications/:appraisalId/receipt',
    {
      config: guarded,
      schema: {
        params: z.strictObject({ appraisalId: AppraisalId }),
        body: OperatorReceipt,
        response: { 200: z.object({ number: z.string() }) },
        tags,
        summary: '寄付者に代わって、理由をつけて受領証明書を発行する',
      },
    },
    (request) => receiptRuns.issueOne(personOf(request), request.params.appraisalId, request.body),
  );
  app.get(
    '/api/office/receipts/:number/post.pdf',
    {
      config: { ...guarded, notes: { kind: 'export', what: 'receipt-run' } },
      handlerTimeout: 90_000,
      schema: {
        params: z.strictObject({ number }),
        response: { 200: pdf },
        produces: ['application/pdf'],
        tags,
        summary: '1通の受領証明書と宛名（記録される）',
      },
    },
    async (request, reply) =>
      reply
        .headers(fileHeaders)
        .send(await receiptRuns.printOne(personOf(request), request.params.number)),
  );
}

const fileHeaders = {
  'content-type': 'application/pdf',
  'content-disposition': 'attachment; filename="receipts-to-post.pdf"',
  'cache-control': 'no-store',
};
