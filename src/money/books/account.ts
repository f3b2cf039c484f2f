import * as z from 'zod/mini';
import { type LedgerAccountCode, ledgerAccounts, readAccount } from '#money/ledger/accounts.ts';

export type AccountKind = (typeof ledgerAccounts)[LedgerAccountCode]['kind'];
export const accountKindLabels: Record<AccountKind, string> = {
  asset: '資産',
  liability: '負債',
  income: '収益',
  expense: '費用',
};

export const accountCodes = Object.keys(ledgerAccounts) as LedgerAccountCode[];
/** Code of an account in the chart. */
export const AccountCode = z.enum(accountCodes, '勘定科目の指定が正しくありません。');

/** Kinds of owners that have sub-accounts below this account. */
export const ownersOf = (code: LedgerAccountCode): readonly ('associate' | 'fund')[] =>
  ledgerAccounts[code].per;

/** Balance of an account in yen, with the sign of its kind: assets and expenses by debit, others by credit. */
export function balanceOf(
  kind: AccountKind,
  { debitYen, creditYen }: { debitYen: number; creditYen: number },
): number {
  return kind === 'asset' || kind === 'expense' ? debitYen - creditYen : creditYen - debitYen;
}

const pattern = /^[a-z-]{1,20}(?::(?:associate|fund)(?::[\w-]{1,100})?)?$/;

/** Whether a text names an account: one of the chart, or a sub-account of an organisation or fund. */
export function isAccount(text: string): boolean {
  if (!pattern.test(text)) return false;
  if (accountCodes.some((code) => code === text)) return true;
  const [code] = accountCodes.filter((one) => text.startsWith(`${one}:`));
  if (!code) return false;
  const { owner, id } = readAccount(text);
  return id !== '' && ownersOf(code).some((one) => one === owner);
}

/** Account to filter lines by. */
export const AccountFilter = z
  .string()
  .check(z.refine(isAccount, '勘定科目の指定が正しくありません。'));

/** Name of the chart account that a line belongs to. */
export const accountName = (account: string): string =>
  ledgerAccounts[readAccount(account).code].name;
