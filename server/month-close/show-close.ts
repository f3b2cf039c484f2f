import { formatYen } from '#domain/values/yen.ts';
import type { Shows } from '#server/approvals/approval-kinds.ts';
import { readBalances } from './month-figures.ts';

/** Movements and balance of each account in the month to be closed. */
export const showMonthClose: Shows['month-close'] = async (tx, { change }) => {
  const balances = await readBalances(tx, change.month);
  return balances
    .filter((one) => one.debitYen !== 0 || one.creditYen !== 0 || one.balanceYen !== 0)
    .map(({ name, debitYen, creditYen, balanceYen }) => ({
      label: name,
      detail: `借方 ${formatYen(debitYen)}円・貸方 ${formatYen(creditYen)}円`,
      before: `${formatYen(balanceYen - debitYen + creditYen)}円`,
      after: `${formatYen(balanceYen)}円`,
      marks: [],
      to: 'ledger',
    }));
};
