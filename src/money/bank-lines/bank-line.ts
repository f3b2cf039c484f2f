import * as z from 'zod/mini';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { paragraphs } from '#kit/values/typed-text.ts';
import type { BankRow } from '#money/bank-answers/bank-row.ts';
import type { LedgerAccountCode } from '#money/ledger/accounts.ts';

/** Kinds of statement lines that match no transfer of ours (docs/decisions/0026). */
export const bankLineKinds = [
  'transfer-fee',
  'recall-fee',
  'interest',
  'sale',
  'other',
  'unexplained',
] as const;
export type BankLineKind = (typeof bankLineKinds)[number];

export const bankLineLabels: Record<BankLineKind, string> = {
  'transfer-fee': '振込手数料',
  'recall-fee': '組戻手数料',
  interest: '受取利息',
  sale: '売却代金の入金',
  other: 'そのほか',
  unexplained: '不明',
};

/** Contra account of each kind. */
export const bankLineAccounts = {
  'transfer-fee': 'transfer-fee',
  'recall-fee': 'recall-fee',
  interest: 'interest',
  sale: 'sale-receipts',
  other: 'bank-other',
  unexplained: 'unexplained',
} as const satisfies Record<BankLineKind, LedgerAccountCode>;

const words = {
  recall: /組み?戻|クミモドシ/,
  charge: /料|リ[ヨョ]ウ/,
  fee: /手数料|テスウリ[ヨョ]ウ/,
  interest: /利息|利子|リソク|リシ/,
};

/** Kind by the line's description; other lines are explained by a person. */
export function kindByWords({
  amountYen,
  description,
  descriptionKana,
}: Pick<BankRow, 'amountYen' | 'description' | 'descriptionKana'>): BankLineKind {
  const text = `${description} ${descriptionKana}`.normalize('NFKC');
  if (amountYen > 0) return words.interest.test(text) ? 'interest' : 'unexplained';
  if (words.recall.test(text) && words.charge.test(text)) return 'recall-fee';
  return words.fee.test(text) ? 'transfer-fee' : 'unexplained';
}

export const bankLinesPageSize = 50;

export const BankLine = z.object({
  answerId: z.string(),
  row: z.number(),
  day: z.string(),
  /** Negative for withdrawals, positive for deposits. */
  amountYen: z.number(),
  description: z.string(),
  kind: z.enum(bankLineKinds),
  /** Explanation of the kind; '' if the description implies it. */
  reason: z.string(),
  by: z.string(),
  at: Timestamp,
  postingId: z.string(),
  version: z.number(),
  /** Whether it was taken back, to be read again from its file. */
  isTakenBack: z.boolean(),
});
export type BankLine = z.infer<typeof BankLine>;

/** Explains a line. `again` removes it from the books, so that a later upload books it again. */
export const BankLineExplanation = z.strictObject({
  kind: z.enum([...bankLineKinds, 'again'], '何の入出金かを選んでください。'),
  reason: paragraphs('理由', 300),
  version: z.int().check(z.minimum(1)),
});
export type BankLineExplanation = z.infer<typeof BankLineExplanation>;

/** Bank balance at the end of a day, as the statement has it. */
export const StatedBalance = z.object({
  day: z.string(),
  balanceYen: z.number(),
  source: z.enum(['file', 'typed']),
});
export type StatedBalance = z.infer<typeof StatedBalance>;

/** Closing balance of a month, typed from the bank's statement. */
export const TypedBalance = z.strictObject({
  balanceYen: z
    .int('残高を円単位の数字で入力してください。')
    .check(
      z.minimum(-99_999_999_999, '残高をご確認ください。'),
      z.maximum(99_999_999_999, '残高をご確認ください。'),
    ),
});
export type TypedBalance = z.infer<typeof TypedBalance>;

/** Balance at the end of the last day of each month in a file, and of its last day, if the file has balances. */
export function closingBalances(
  rows: readonly Pick<BankRow, 'day' | 'amountYen' | 'balanceYen'>[],
): { day: string; balanceYen: number }[] {
  const [first, second] = rows;
  const last = rows.at(-1);
  if (!first || !last) return [];
  // Some banks list the newest first; within one day the balances reveal the order.
  const isNewestFirst =
    first.day === last.day
      ? second !== undefined && first.balanceYen === (second.balanceYen ?? 0) + first.amountYen
      : first.day > last.day;
  const byMonth = new Map<string, { day: string; balanceYen: number }>();
  for (const { day, balanceYen } of isNewestFirst ? rows.toReversed() : rows) {
    if (balanceYen !== null) byMonth.set(day.slice(0, 7), { day, balanceYen });
  }
  return [...byMonth.values()];
}
