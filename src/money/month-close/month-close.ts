import * as z from 'zod/mini';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import { ServiceMonth } from '#kit/values/days/month-schema.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { paragraphs } from '#kit/values/typed-text.ts';
import { StatedBalance } from '#money/bank-lines/bank-line.ts';

/** Checks before a month is closed, in order (docs/decisions/0026). */
export const closeCheckKeys = [
  'holds',
  'runs',
  'balance',
  'counters',
  'open-items',
  'bank',
  'sales',
] as const;
export type CloseCheckKey = (typeof closeCheckKeys)[number];

export const closeCheckLabels: Record<CloseCheckKey, string> = {
  holds: '本人確認で保留のままのお申し込み',
  runs: '確認の済んでいない送金',
  balance: '借方と貸方の一致',
  counters: '集計と記録の一致',
  'open-items': '未送金の明細と残高の一致',
  bank: '銀行口座の残高',
  sales: '売り終わっていないお品物',
};

export const closeCheckStates = ['ok', 'to-explain', 'to-mend', 'told'] as const;
export type CloseCheckState = (typeof closeCheckStates)[number];

export const closeCheckStateLabels: Record<CloseCheckState, string> = {
  ok: '問題なし',
  'to-explain': '説明が必要',
  'to-mend': '直してから',
  told: '参考',
};

/** Longer lists are cut in the display; beyond `mostExplainedHolds`, holds must be settled first. */
export const maxShownItems = 20;
export const mostExplainedHolds = 200;

export const CloseCheck = z.object({
  key: z.enum(closeCheckKeys),
  state: z.enum(closeCheckStates),
  message: z.string(),
  /** Screen to fix it on; "" for none. */
  path: z.string(),
  items: z.array(z.string()),
});
export type CloseCheck = z.infer<typeof CloseCheck>;

/** An application on hold for its identity check at the end of the month. */
export const HeldApplication = z.object({
  appraisalId: AppraisalId,
  /** State of the check, in Japanese. */
  identity: z.string(),
  since: Timestamp,
});
export type HeldApplication = z.infer<typeof HeldApplication>;

/** A chart account: movements in the month and balance at its end; debits are positive. */
export const AccountBalance = z.object({
  code: z.string(),
  name: z.string(),
  debitYen: z.number(),
  creditYen: z.number(),
  balanceYen: z.number(),
});
export type AccountBalance = z.infer<typeof AccountBalance>;

export const MonthFigures = z.object({
  postings: z.number(),
  lines: z.number(),
  debitYen: z.number(),
  creditYen: z.number(),
  balances: z.array(AccountBalance),
});
export type MonthFigures = z.infer<typeof MonthFigures>;

/** Current checks of a month. */
export const CloseReview = z.object({
  month: ServiceMonth,
  /** Only the oldest open month can be closed, after its end. */
  mayClose: z.boolean(),
  checks: z.array(CloseCheck),
  held: z.array(HeldApplication),
  /** Last bank balance recorded in the month; null if there is none. */
  stated: z.nullable(StatedBalance),
  figures: MonthFigures,
  /** Digest of the figures, named in the request and in the approval. */
  digest: z.string(),
});
export type CloseReview = z.infer<typeof CloseReview>;

export const Explanation = z.strictObject({
  appraisalId: AppraisalId,
  text: paragraphs('説明', 500),
});
export type Explanation = z.infer<typeof Explanation>;

export const CloseRequest = z.strictObject({
  digest: z.string().check(z.regex(/^[0-9a-f]{64}$/, '確認した内容を指定してください。')),
  explanations: z.array(Explanation).check(z.maxLength(mostExplainedHolds, '説明が多すぎます。')),
  /** Why the bank's balance differs or is unknown; required if its check fails. */
  bankReason: z.optional(paragraphs('銀行口座の残高の説明', 500)),
});
export type CloseRequest = z.infer<typeof CloseRequest>;

/** Stored with a closed month. */
export const ClosedFigures = z.object({
  ...MonthFigures.shape,
  checks: z.array(CloseCheck),
  held: z.array(z.object({ ...HeldApplication.shape, explanation: z.string() })),
  /** Empty for months closed before this field existed. */
  bankReason: z._default(z.string(), ''),
});
export type ClosedFigures = z.infer<typeof ClosedFigures>;

export const monthStates = ['open', 'waiting', 'closed'] as const;
export type MonthState = (typeof monthStates)[number];
export const monthStateLabels: Record<MonthState, string> = {
  open: '開いています',
  waiting: '承認待ち',
  closed: '締め済み',
};

/** A month in the list of months. */
export const ListedMonth = z.object({
  month: ServiceMonth,
  state: z.enum(monthStates),
  /** Whether it is the next one to close. */
  mayClose: z.boolean(),
  /** "" until the closing is requested or done. */
  askedBy: z.string(),
  closedBy: z.string(),
  closedAt: z.nullable(Timestamp),
});
export type ListedMonth = z.infer<typeof ListedMonth>;

/** Months in the list, newest first: ten years. */
export const maxListedMonths = 120;
