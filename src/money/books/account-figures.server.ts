import { type AccountKind, balanceOf } from './account.ts';
import {
  bookedMonths,
  type Moved,
  monthsBetween,
  movementsByMonth,
  type Source,
  sumMovements,
} from './month-sums.server.ts';

export type Period = {
  /** YYYY-MM; all time without one. */
  month: string | undefined;
  firstMonth: string;
  lastMonth: string;
};

/** The requested month, and the range of booked months. */
export const periodOf = async (
  db: Source,
  month: string | undefined,
  now: Date,
): Promise<Period> => ({ month, ...(await bookedMonths(db, now)) });

const laterMonth = (one: string, other: string) => (one > other ? one : other);

/** Months that add up to the balance at the end of a period. */
export const monthsUpTo = ({ month, firstMonth, lastMonth }: Period): string[] =>
  // A future month has the current balance.
  month === undefined || month > lastMonth
    ? monthsBetween(firstMonth, laterMonth(firstMonth, lastMonth))
    : monthsBetween(firstMonth, month);

/** Opening balance, movements and closing balance of a period, signed by the kind of account. */
export function figuresOf(
  kind: AccountKind,
  byMonth: Map<string, Moved> | undefined,
  period: Period,
) {
  const { month } = period;
  const all = [...(byMonth ?? [])];
  const before = month === undefined ? [] : all.filter(([one]) => one < month);
  const within = month === undefined ? all : all.filter(([one]) => one === month);
  const opening = sumMovements(before.map(([, moved]) => moved));
  const moved = sumMovements(within.map(([, one]) => one));
  const openingYen = balanceOf(kind, opening);
  return {
    openingYen,
    debitYen: moved.debitYen,
    creditYen: moved.creditYen,
    balanceYen: openingYen + balanceOf(kind, moved),
    lines: moved.lines,
  };
}

/** Number of lines of accounts in a period, or from one month to another. */
export async function countedLines(
  db: Source,
  accounts: readonly string[],
  period: Period,
  until?: string,
): Promise<number> {
  const { month } = period;
  const months =
    until !== undefined
      ? monthsUpTo({ ...period, month: until }).filter((one) => one >= (month ?? ''))
      : month === undefined
        ? monthsUpTo(period)
        : [month];
  const found = await movementsByMonth(db, accounts, months);
  return sumMovements([...found.values()].flatMap((byMonth) => [...byMonth.values()])).lines;
}
