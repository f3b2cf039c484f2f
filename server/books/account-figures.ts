import { type AccountKind, balanceOf } from '#domain/books/account.ts';
import {
  addedUp,
  bookedMonths,
  type Moved,
  monthsBetween,
  movedByMonth,
  type Source,
} from './month-sums.ts';

export type Period = {
  /** YYYY-MM; all time without one. */
  month: string | undefined;
  firstMonth: string;
  lastMonth: string;
};

/** The month that is asked about, and those that the books have. */
export const periodOf = async (
  db: Source,
  month: string | undefined,
  now: Date,
): Promise<Period> => ({ month, ...(await bookedMonths(db, now)) });

const laterOf = (one: string, other: string) => (one > other ? one : other);

/** The months that what stands at the end of a period is made of. */
export const monthsUpTo = ({ month, firstMonth, lastMonth }: Period): string[] =>
  // A month that is far ahead has what the books have by now.
  month === undefined || month > lastMonth
    ? monthsBetween(firstMonth, laterOf(firstMonth, lastMonth))
    : monthsBetween(firstMonth, month);

/** What stood before the period, what moved in it, and what stands at its end, as the account's kind counts. */
export function figuresOf(
  kind: AccountKind,
  byMonth: Map<string, Moved> | undefined,
  period: Period,
) {
  const { month } = period;
  const all = [...(byMonth ?? [])];
  const before = month === undefined ? [] : all.filter(([one]) => one < month);
  const within = month === undefined ? all : all.filter(([one]) => one === month);
  const opening = addedUp(before.map(([, moved]) => moved));
  const moved = addedUp(within.map(([, one]) => one));
  const openingYen = balanceOf(kind, opening);
  return {
    openingYen,
    debitYen: moved.debitYen,
    creditYen: moved.creditYen,
    balanceYen: openingYen + balanceOf(kind, moved),
    lines: moved.lines,
  };
}

/** In how many lines accounts moved in a period, or from its month to another. */
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
  const found = await movedByMonth(db, accounts, months);
  return addedUp([...found.values()].flatMap((byMonth) => [...byMonth.values()])).lines;
}
