import { ledgerAccounts } from '#money/ledger/accounts.ts';
import { accountCodes, ownersOf } from './account.ts';
import { figuresOf, monthsUpTo, periodOf } from './account-figures.server.ts';
import type { Chart } from './book-rows.ts';
import { movementsByMonth, type Source } from './month-sums.server.ts';

/** Chart of accounts with balances, for a month YYYY-MM; for all time without one. */
export async function readChart(db: Source, month: string | undefined, now: Date): Promise<Chart> {
  const period = await periodOf(db, month, now);
  const found = await movementsByMonth(db, accountCodes, monthsUpTo(period));
  const accounts = accountCodes.map((code) => {
    const { name, kind } = ledgerAccounts[code];
    const { lines: _, ...figures } = figuresOf(kind, found.get(code), period);
    return { code, name, kind, owners: [...ownersOf(code)], ...figures };
  });
  const sum = (of: (account: (typeof accounts)[number]) => number) =>
    accounts.reduce((total, account) => total + of(account), 0);
  const { firstMonth, lastMonth } = period;
  return {
    month: month ?? null,
    firstMonth,
    lastMonth,
    accounts,
    debitYen: sum(({ debitYen }) => debitYen),
    creditYen: sum(({ creditYen }) => creditYen),
    openingDifferenceYen: sum(({ kind, openingYen }) =>
      kind === 'asset' || kind === 'expense' ? openingYen : -openingYen,
    ),
  };
}
