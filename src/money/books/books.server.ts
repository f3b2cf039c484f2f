import { auditedList } from '#kit/audit/audited-list.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { ledgerAccounts } from '#money/ledger/accounts.ts';
import { accountCodes, ownersOf } from './account.ts';
import { figuresOf, monthsUpTo, periodOf } from './account-figures.server.ts';
import type { BoxBooks, Chart, Posting } from './book-rows.ts';
import { lineList } from './line-list.server.ts';
import { movementsByMonth, type Source } from './month-sums.server.ts';
import { ownerList } from './owner-list.server.ts';
import { readBoxBooks, readPosting } from './posting.server.ts';

/** Chart of accounts with balances, for a month or for all time. */
async function readChart(db: Source, month: string | undefined, now: Date): Promise<Chart> {
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

/** Reads the books; src/money/ledger writes them. */
export const books = (dependencies: Pick<Dependencies, 'db' | 'clock'>) => {
  const { db, clock } = dependencies;
  return {
    /** Chart of accounts for a month YYYY-MM; for all time without one. */
    chart: (month: string | undefined): Promise<Chart> => readChart(db, month, clock()),
    ownerList: auditedList(dependencies, ownerList),
    lineList: auditedList(dependencies, lineList),
    posting: (postingId: string): Promise<Posting | undefined> => readPosting(db, postingId),
    /** An application's postings and totals. */
    ofBox: (appraisalId: string): Promise<BoxBooks> => readBoxBooks(db, appraisalId),
  };
};
