import * as z from 'zod/mini';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import { receiptYears } from '#giving/receipts/receipt.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { line } from '#kit/values/typed-text.ts';

export const receiptRunsPageSize = 20;
export const receiptRunRowsPageSize = 50;
/** Papers per print file; one donor's papers are never split. */
export const maxPapersPerFile = 200;
/** Limit of applications whose papers are posted on request. */
const maxByPost = 500;
/** Left-out donors named in a preview. */
export const maxNamedLeftOut = 100;

export const Delivery = z.enum(['mail', 'post'], 'お届けの方法を選んでください。');
export type Delivery = z.infer<typeof Delivery>;
export const deliveryLabels: Record<Delivery, string> = { mail: 'メール', post: '郵送' };

export const leftOutReasons = ['issued', 'singles', 'no-name', 'names', 'not-deductible'] as const;
export const LeftOutReason = z.enum(leftOutReasons);
export type LeftOutReason = z.infer<typeof LeftOutReason>;
/** Why a run issues no paper for a donor's gifts to an organisation. */
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

/** Parameters of a run, and of its preview. */
export const RunRequest = z.strictObject({
  year,
  /** Whether annual papers replace papers on single gifts. */
  replacesSingles: z.boolean('1件ずつの証明書の扱いを選んでください。'),
  /** Applications of donors who asked for papers by post. */
  byPost: z
    .array(AppraisalId, '申込番号を指定してください。')
    .check(z.maxLength(maxByPost, `郵送を希望された方は、${maxByPost}件まで指定できます。`)),
});
export type RunRequest = z.infer<typeof RunRequest>;

/** Starts a run as its preview showed it. */
export const RunBeginning = z.strictObject({
  ...RunRequest.shape,
  /** Papers that the preview announced. */
  readyCount: z.int('もう一度、内容を確かめてください。').check(z.minimum(1)),
});
export type RunBeginning = z.infer<typeof RunBeginning>;

/** Preview of a run. Counts are of papers: one per donor and organisation. */
export const RunPreview = z.object({
  readyCount: z.number(),
  readyYen: z.number(),
  mailCount: z.number(),
  postCount: z.number(),
  leftOut: z.array(z.object({ reason: LeftOutReason, count: z.number() })),
  /** The first left-out donors, without those who already have papers. */
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
  /** Number of the paper; "" if there is none. */
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

/** A paper that the operator issues on behalf of a donor. */
export const OperatorReceipt = z.strictObject({
  kind: z.enum(['donation', 'year'], '証明書の種類を選んでください。'),
  reason: line('理由', 200),
});
export type OperatorReceipt = z.infer<typeof OperatorReceipt>;
