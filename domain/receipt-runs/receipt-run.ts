import * as z from 'zod/mini';
import { AppraisalId } from '#domain/applications/appraisal-number.ts';
import { receiptYears } from '#domain/receipts/receipt.ts';
import { Timestamp } from '#domain/values/timestamp-schema.ts';
import { line } from '#domain/values/typed-text.ts';

export const receiptRunsPageSize = 20;
export const receiptRunRowsPageSize = 50;
/** Papers of one print file; a donor's papers are never in two. */
export const mostPrintedPapers = 200;
/** Applications whose papers go by post on request. */
const mostByPost = 500;
/** Donors left out that a preview names. */
export const mostNamedLeftOut = 100;

export const Delivery = z.enum(['mail', 'post'], 'お届けの方法を選んでください。');
export type Delivery = z.infer<typeof Delivery>;
export const deliveryLabels: Record<Delivery, string> = { mail: 'メール', post: '郵送' };

export const leftOutReasons = ['issued', 'singles', 'no-name', 'names', 'not-deductible'] as const;
export const LeftOutReason = z.enum(leftOutReasons);
export type LeftOutReason = z.infer<typeof LeftOutReason>;
/** Why a donor's gifts to an organisation get no paper by a run. */
export const leftOutLabels: Record<LeftOutReason, string> = {
  issued: 'すでに有効な証明書がある',
  singles: '1件ずつの証明書を発行済み（「差し替える」を選ぶと1年分にまとめます）',
  'no-name': 'お名前の記録がない',
  names: 'お申し込みのお名前が寄付によって異なる（1件ずつ発行してください）',
  'not-deductible': '寄付が届いた日に、団体が寄付金控除の対象ではなかった',
};

const yearMessage = `年は、${receiptYears.first}から${receiptYears.last}までの数字で指定してください。`;
const year = z
  .int(yearMessage)
  .check(z.minimum(receiptYears.first, yearMessage), z.maximum(receiptYears.last, yearMessage));

/** What a run is to issue; the same words give a preview. */
export const RunRequest = z.strictObject({
  year,
  /** Whether a year's paper takes the place of papers on single gifts. */
  replacesSingles: z.boolean('1件ずつの証明書の扱いを選んでください。'),
  /** Applications of donors who want their papers by post. */
  byPost: z
    .array(AppraisalId, '申込番号を指定してください。')
    .check(z.maxLength(mostByPost, `郵送を希望された方は、${mostByPost}件まで指定できます。`)),
});
export type RunRequest = z.infer<typeof RunRequest>;

/** A run as it is begun: only what its preview showed. */
export const RunBeginning = z.strictObject({
  ...RunRequest.shape,
  /** Papers that the preview said would be issued. */
  readyCount: z.int('もう一度、内容を確かめてください。').check(z.minimum(1)),
});
export type RunBeginning = z.infer<typeof RunBeginning>;

/** What a run would do. Counts are of papers: one for each donor and organisation. */
export const RunPreview = z.object({
  readyCount: z.number(),
  readyYen: z.number(),
  mailCount: z.number(),
  postCount: z.number(),
  leftOut: z.array(z.object({ reason: LeftOutReason, count: z.number() })),
  /** The first of them, but for those who have papers already. */
  named: z.array(
    z.object({ appraisalId: z.string(), associateName: z.string(), reason: LeftOutReason }),
  ),
});
export type RunPreview = z.infer<typeof RunPreview>;

export const ReceiptRun = z.object({
  id: z.string(),
  year: z.number(),
  replacesSingles: z.boolean(),
  state: z.enum(['running', 'done']),
  startedBy: z.string(),
  startedAt: Timestamp,
  finishedAt: z.union([Timestamp, z.literal('')]),
  rowCount: z.number(),
  waitingCount: z.number(),
  issuedCount: z.number(),
  issuedYen: z.number(),
  mailCount: z.number(),
  postCount: z.number(),
  leftOutCount: z.number(),
});
export type ReceiptRun = z.infer<typeof ReceiptRun>;

export const ReceiptRunRow = z.object({
  position: z.number(),
  appraisalId: z.string(),
  outcome: z.enum(['waiting', 'issued', 'left-out']),
  delivery: Delivery,
  /** Of the paper; "" where there is none. */
  receiptNumber: z.string(),
  donorName: z.string(),
  associateName: z.string(),
  amountYen: z.number(),
  reason: z.string(),
});
export type ReceiptRunRow = z.infer<typeof ReceiptRunRow>;
export const runOutcomeLabels: Record<ReceiptRunRow['outcome'], string> = {
  waiting: 'これから',
  issued: '発行済み',
  'left-out': '発行なし',
};

/** One paper that the operator issues for a donor. */
export const OperatorReceipt = z.strictObject({
  kind: z.enum(['donation', 'year'], '証明書の種類を選んでください。'),
  reason: line('理由', 200),
});
export type OperatorReceipt = z.infer<typeof OperatorReceipt>;
