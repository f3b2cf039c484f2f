import * as z from 'zod/mini';
import { AppraisalId } from '#domain/applications/appraisal-number.ts';
import { Timestamp } from '#domain/values/timestamp-schema.ts';
import { optionalParagraphs } from '#domain/values/typed-text.ts';
import { ShownLine } from './shown.ts';

/** Approvals on one page of the list. */
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

/** In an installation of one person, what is asked for takes effect this much later (docs/decisions/0031). */
export const soleDelayHours = 24;

/** By what a request was made or decided on: the kind of device, and an address no finer than its region. */
export const ApprovalOrigin = z.object({ device: z.string(), from: z.string() });
export type ApprovalOrigin = z.infer<typeof ApprovalOrigin>;

/** What waits for a second person, or once did, as those read it who may decide. */
export const Approval = z.object({
  id: z.string(),
  kind: ApprovalKind,
  state: ApprovalState,
  /** What is to be done: 役割の変更. */
  title: z.string(),
  /** Whose role, or whose account; of remittances how many, and how much. */
  subject: z.string(),
  /** The screen that has more about it, below /admin; '' for none. */
  to: z.string(),
  facts: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
  /** The applications that it is about; none where it is about something else. */
  appraisalIds: z.array(AppraisalId),
  reason: z.string(),
  askedBy: z.string(),
  askedAt: Timestamp,
  /** When it takes effect by itself, for want of a second person. */
  dueAt: z.nullable(Timestamp),
  /** "" until it is decided; システム where time did. */
  decidedBy: z.string(),
  decidedAt: z.nullable(Timestamp),
  note: z.string(),
  askedVia: ApprovalOrigin,
  /** Of who decided; while it waits, the reader's own. Null where time decides. */
  decidedVia: z.nullable(ApprovalOrigin),
  /** Whether the reader may decide, or why not; whether they may take it back. */
  mayDecide: z.boolean(),
  whyNot: z.string(),
  mayWithdraw: z.boolean(),
});
export type Approval = z.infer<typeof Approval>;

/** SHA-256 of all that a request shows, in hexadecimal. */
const Digest = z.string().check(z.regex(/^[0-9a-f]{64}$/, '画面を読み込み直してください。'));

/** A request and one page of its lines, unusual ones first; once decided, the lines of the decision. */
export const ShownApproval = z.object({
  approval: Approval,
  /** Of the request and all of its lines; '' of what was decided before digests. */
  digest: z.string(),
  lines: z.array(ShownLine),
  /** Lines in all, and those of them that are marked. */
  lineCount: z.number(),
  markedCount: z.number(),
});
export type ShownApproval = z.infer<typeof ShownApproval>;

/** `digest` is that of what the page showed: where it is another one by now, nothing is decided. */
export const ApprovalDecision = z.strictObject({
  digest: Digest,
  outcome: z.enum(['approve', 'decline'], '承認するか、見送るかを選んでください。'),
  note: optionalParagraphs('メモ', 500),
});
export type ApprovalDecision = z.infer<typeof ApprovalDecision>;

/** The answer to asking: whether a second person decides, or time does. */
export const AskedApproval = z.object({ id: z.string(), dueAt: z.nullable(Timestamp) });
export type AskedApproval = z.infer<typeof AskedApproval>;
