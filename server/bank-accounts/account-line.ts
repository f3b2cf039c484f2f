import {
  type BankAccountKind,
  bankAccountKindLabels,
  maskedNumber,
} from '#domain/bank-accounts/bank-account.ts';
import type { PaidAccount } from '#server/db/schema/remittances.ts';

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
