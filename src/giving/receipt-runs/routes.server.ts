import { z } from 'zod';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import { door, listDoors, saved } from '#kit/http/door.server.ts';
import { formatDateTime } from '#kit/values/timestamp.ts';
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
import {
  beginRun,
  issueOne,
  previewOf,
  printOne,
  printRun,
  readRun,
  runRows,
  runs,
} from './receipt-runs.server.ts';

const tags = ['受領証明書の発行'];
const allow = 'receipts.issue';
const guarded = { allow, tags, needs: 'second-factor-shown' } as const;
const letters = {
  ...guarded,
  notes: { kind: 'export', what: 'receipt-run' },
  out: saved('application/pdf', 'PDF'),
} as const;
const fileName = 'receipts-to-post.pdf';
const runId = z.string().regex(/^[\w-]{1,64}$/, '一括発行の指定が正しくありません。');
const number = z.string().regex(/^\d{4}[A-Z]{0,3}-\d{6}$/, '証明書番号が正しくありません。');
const after = z.coerce.number('ページの指定が正しくありません。').int().min(0).max(10_000_000);
/** What a year of gifts takes at most. */
const longMs = 60_000;

/** Receipts issued by operators: a year's run with letters to post, and single ones. */
export const receiptRunDoors = [
  door(
    'POST /api/office/receipt-runs/preview',
    {
      allow,
      longMs,
      body: RunRequest,
      out: RunPreview,
      tags,
      summary: '一括発行で発行できる証明書と、できないものの理由',
    },
    (context, { body }) => previewOf(context, body),
  ),
  door(
    'POST /api/office/receipt-runs',
    {
      ...guarded,
      longMs,
      body: RunBeginning,
      out: ReceiptRun,
      summary: '希望された方の1年分の受領証明書を、まとめて発行し始める',
    },
    (context, { person, body }) => beginRun(context, person, body),
  ),
  ...listDoors(
    '/api/office/receipt-runs',
    {
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
    },
    runs,
  ),
  door(
    'GET /api/office/receipt-runs/:runId',
    { allow, params: { runId }, out: ReceiptRun, tags, summary: '一つの一括発行の進み具合' },
    (context, { params }) => readRun(context, params.runId),
  ),
  ...listDoors(
    '/api/office/receipt-runs/:runId/rows',
    {
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
    },
    runRows,
  ),
  door(
    'GET /api/office/receipt-runs/:runId/print.pdf',
    {
      ...letters,
      longMs: 120_000,
      params: { runId },
      query: { after: after.default(0) },
      summary: '郵送する証明書と宛名（続きはx-next-cursorをafterで指定。記録される）',
    },
    async (context, { person, params, query, reply }) => {
      const { pdf, next } = await printRun(context, person, params.runId, query.after);
      if (next !== undefined) reply.header('x-next-cursor', String(next));
      return { fileName, bytes: pdf };
    },
  ),
  door(
    'POST /api/office/applications/:appraisalId/receipt',
    {
      ...guarded,
      params: { appraisalId: AppraisalId },
      body: OperatorReceipt,
      out: z.object({ number: z.string() }),
      summary: '寄付者に代わって、理由をつけて受領証明書を発行する',
    },
    (context, { person, params, body }) => issueOne(context, person, params.appraisalId, body),
  ),
  door(
    'GET /api/office/receipts/:number/post.pdf',
    {
      ...letters,
      longMs: 90_000,
      params: { number },
      summary: '1通の受領証明書と宛名（記録される）',
    },
    async (context, { person, params }) => ({
      fileName,
      bytes: await printOne(context, person, params.number),
    }),
  ),
] as const;
