import * as z from 'zod/mini';
import { line, optionalLine } from '#kit/values/typed-text.ts';
import { type LedgerAccountCode, ledgerAccounts } from '#money/ledger/accounts.ts';
import type { Software } from './journal.ts';

export const accountCodes = Object.keys(ledgerAccounts) as LedgerAccountCode[];

/** Placeholder in a sub-account for the name of the organisation or fund. */
export const ownerMark = '{団体名}';

/** Name of a chart account in an accounting program. */
export const JournalCode = z.strictObject({
  accountCode: z.enum(accountCodes as [LedgerAccountCode, ...LedgerAccountCode[]]),
  accountName: line('勘定科目', 24),
  subAccountName: optionalLine('補助科目', 24),
  taxCode: line('税区分', 24),
});
export type JournalCode = z.infer<typeof JournalCode>;

/** All accounts of a program, each once. */
export const JournalCodes = z.strictObject({
  codes: z
    .array(JournalCode)
    .check(
      z.refine(
        (codes) =>
          codes.length === accountCodes.length &&
          new Set(codes.map(({ accountCode }) => accountCode)).size === accountCodes.length,
        'すべての科目を1つずつ指定してください。',
      ),
    ),
});
export type JournalCodes = z.infer<typeof JournalCodes>;

/** With version and last editor. */
export const KeptJournalCodes = z.object({
  codes: z.array(JournalCode),
  /** 0 before the first change. */
  version: z.number(),
  changedBy: z.string(),
});
export type KeptJournalCodes = z.infer<typeof KeptJournalCodes>;

/** Common account names of accounting programs; real names depend on the books. */
const usualNames: Record<LedgerAccountCode, string> = {
  proceeds: '商品',
  bonus: '寄付金',
  'service-fee': '受取手数料',
  handling: '雑収入',
  'owed:associate': '預り金',
  'owed:fund': '預り金',
  overpaid: '立替金',
  'in-transit': '未払金',
  returned: '仮受金',
  bank: '普通預金',
  'sale-difference': '雑収入',
  rounding: '雑損失',
  'sale-receipts': '売掛金',
  'transfer-fee': '支払手数料',
  'recall-fee': '支払手数料',
  interest: '受取利息',
  'bank-other': '雑損失',
  unexplained: '仮払金',
};

/** Defaults. The tax accountant decides on tax codes; all are out of scope here. */
export const usualCodes = (software: Software): JournalCode[] =>
  accountCodes.map((accountCode) => ({
    accountCode,
    accountName:
      software === 'general' ? ledgerAccounts[accountCode].name : usualNames[accountCode],
    subAccountName: ledgerAccounts[accountCode].per.length > 0 ? ownerMark : '',
    taxCode: '対象外',
  }));
