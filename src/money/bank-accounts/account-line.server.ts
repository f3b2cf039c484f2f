import type { PaidAccount } from '#money/remittances/remittance-tables.server.ts';
import { type BankAccountKind, bankAccountKindLabels, maskedNumber } from './bank-account.ts';

/** 銀行 支店 普通 ***4567 ﾀｽｷ; '' for none. */
export const accountLine = (account: PaidAccount | null): string =>
  account === null
    ? ''
    : [
        account.bankName,
        account.branchName,
        bankAccountKindLabels[account.kind as BankAccountKind],
        maskedNumber(account.number),
        account.holder,
      ].join(' ');
