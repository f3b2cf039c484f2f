import * as z from 'zod/mini';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { optionalParagraphs } from '#kit/values/typed-text.ts';
import { ShownLine } from './shown.ts';

export const approvalsPageSize = 20;

export const approvalKinds = [
  'role',
  'bank-account',
  'remittance',
  'remittance-run',
  'month-close',
  'associate-merge',
  'fund-payout',
] as const;
export const ApprovalKind = z.enum(approvalKinds, '絞り込みの指定が正しくありません。');
export type ApprovalKind = z.infer<typeof ApprovalKind>;

export const approvalKindLabels: Record<ApprovalKind, string> = {
  role: '役割',
  'bank-account': '振込先の口座',
  remittance: '送金の記録（以前のもの）',
  'remittance-run': '送金',
  'month-close': '月の締め',
  'associate-merge': '団体の統合',
  'fund-payout': '基金からの支払い',
};

export const approvalStates = ['waiting', 'done', 'declined', 'withdrawn'] as const;
export const ApprovalState = z.enum(approvalStates, '絞り込みの指定が正しくありません。');
export type ApprovalState = z.infer<typeof ApprovalState>;

export const approvalStateLabels: Record<ApprovalState, string> = {
  waiting: '承認待ち',
  done: '反映済み',
  declined: '見送り',
  withdrawn: '取り下げ',
};

/** With a single operator, a request takes effect after this delay (docs/decisions/0014). */
export const soleDelayHours = 24;

/** Origin of a request or decision: the kind of device, and an address no finer than its region. */
export const ApprovalOrigin = z.object({ device: z.string(), from: z.string() });
export type ApprovalOrigin = z.infer<typeof ApprovalOrigin>;

/** A request for a second person's approval, open or decided, as its possible deciders see it. */
export const Approval = z.object({
  id: z.string(),
  kind: ApprovalKind,
  state: ApprovalState,
  /** Title of the action: 役割の変更. */
  title: z.string(),
  /** Person or account concerned; for remittances their number and sum. */
  subject: z.string(),
  /** Path of a related screen below /admin; '' for none. */
  to: z.string(),
  facts: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
  /** Applications concerned, if any. */
  appraisalIds: z.array(AppraisalId),
  reason: z.string(),
  askedBy: z.string(),
  askedAt: Timestamp,
  /** When it takes effect without a second person. */
  dueAt: z.nullable(Timestamp),
  /** "" until decided; システム if it took effect by time. */
  decidedBy: z.string(),
  decidedAt: z.nullable(Timestamp),
  note: z.string(),
  askedVia: ApprovalOrigin,
  /** Origin of the decision; while pending, the reader's own. Null if decided by time. */
  decidedVia: z.nullable(ApprovalOrigin),
  /** Whether the reader may decide, the reason if not, and whether they may withdraw it. */
  mayDecide: z.boolean(),
  whyNot: z.string(),
  mayWithdraw: z.boolean(),
});
export type Approval = z.infer<typeof Approval>;

/** SHA-256 of everything that a request shows, in hexadecimal. */
const Digest = z.string().check(z.regex(/^[0-9a-f]{64}$/, '画面を読み込み直してください。'));

/**
 * A request and one page of its lines, unusual ones first; once decided, the lines at the time of
 * the decision.
 */
export const ShownApproval = z.object({
  approval: Approval,
  /** Digest of the request and all its lines; '' for decisions older than digests. */
  digest: z.string(),
  lines: z.array(ShownLine),
  /** Number of all lines, and of those with marks. */
  lineCount: z.number(),
  markedCount: z.number(),
});
export type ShownApproval = z.infer<typeof ShownApproval>;

/** `digest` covers what the page showed: if it is stale, the decision is refused. */
export const ApprovalDecision = z.strictObject({
  digest: Digest,
  outcome: z.enum(['approve', 'decline'], '承認するか、見送るかを選んでください。'),
  note: optionalParagraphs('メモ', 500),
});
export type ApprovalDecision = z.infer<typeof ApprovalDecision>;

/** Response to a request: `dueAt` is set if it takes effect by time, without a second person. */
export const AskedApproval = z.object({ id: z.string(), dueAt: z.nullable(Timestamp) });
export type AskedApproval = z.infer<typeof AskedApproval>;
