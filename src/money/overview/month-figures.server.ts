import { sql } from 'drizzle-orm';
import { addMonths, jstMonth, startOfJstMonth } from '#kit/values/timestamp.ts';
import {
  bookedMonths,
  type Moved,
  monthsBetween,
  movementsByMonth,
  noMovements,
  type Source,
} from '#money/books/month-sums.server.ts';
import { isArrival } from './arrivals.server.ts';
import type { MoneyFigures, MoneyMonth } from './money-figures.ts';

const accounts = [
  'owed:associate',
  'overpaid',
  'in-transit',
  'returned',
  'owed:fund',
  'service-fee',
  'handling',
];

/**
 * Arrived at organisations, by the month it is booked in, so that a later return does not change a closed month.
 * Remittances from before there were runs were booked in one step.
 */
async function sentByMonth(db: Source, first: string, last: string): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ month: string; sent: number }>(sql`
    select month, sum(sent)::float8 as sent from (
      select to_char(at at time zone 'Asia/Tokyo', 'YYYY-MM') as month, amount_yen as sent from ledger_lines
      where account like 'in-transit:%' and ${isArrival}
        and at >= ${startOfJstMonth(first).toISOString()}::timestamptz
        and at < ${startOfJstMonth(addMonths(last, 1)).toISOString()}::timestamptz
      union all
      select to_char(received_on, 'YYYY-MM'), amount_yen from remittances
      where run_id is null and received_on >= ${`${first}-01`}::date and received_on < ${`${addMonths(last, 1)}-01`}::date
    ) as moves group by month`);
  return new Map(rows.map(({ month, sent }) => [month, sent]));
}

/** Balance of an account at the end of each month, credit positive. `months` must be in order. */
function balances(byMonth: Map<string, Moved> | undefined, months: readonly string[]) {
  let yen = 0;
  return new Map(
    months.map((month) => {
      const { debitYen, creditYen } = byMonth?.get(month) ?? noMovements;
      yen += creditYen - debitYen;
      return [month, yen];
    }),
  );
}

/** Figures now and by month: of a year YYYY, or of the last twelve months. */
export async function readMoneyFigures(
  db: Source,
  year: string | undefined,
  now: Date,
): Promise<MoneyFigures> {
  const { firstMonth, lastMonth } = await bookedMonths(db, now);
  const present = jstMonth(now);
  const all = monthsBetween(firstMonth, lastMonth);
  const shown =
    year === undefined
      ? monthsBetween(addMonths(present, -11), present)
      : monthsBetween(`${year}-01`, `${year}-12`).filter((month) => month <= lastMonth);
  const movements = await movementsByMonth(db, accounts, all);
  const sent = await sentByMonth(db, shown[0] ?? present, shown.at(-1) ?? present);
  const balance = new Map(
    accounts.map((account) => [account, balances(movements.get(account), all)]),
  );
  const balanceAt = (account: string, month: string) =>
    balance.get(account)?.get(month > lastMonth ? lastMonth : month) ?? 0;
  const earned = (account: string, month: string) => {
    const { debitYen, creditYen } = movements.get(account)?.get(month) ?? noMovements;
    return creditYen - debitYen;
  };
  const months = shown.map(
    (month): MoneyMonth => ({
      month,
      owedYen: balanceAt('owed:associate', month),
      inTransitYen: balanceAt('in-transit', month),
      fundYen: balanceAt('owed:fund', month),
      sentYen: sent.get(month) ?? 0,
      returnedYen: movements.get('returned')?.get(month)?.creditYen ?? 0,
      feeYen: earned('service-fee', month),
      handlingYen: earned('handling', month),
    }),
  );
  const sum = (of: (month: MoneyMonth) => number) =>
    months.reduce((total, month) => total + of(month), 0);
  const years = [...new Set([...all, present].map((month) => month.slice(0, 4)))];
  return {
    now: {
      owedYen: balanceAt('owed:associate', lastMonth),
      overpaidYen: 0 - balanceAt('overpaid', lastMonth),
      inTransitYen: balanceAt('in-transit', lastMonth),
      fundYen: balanceAt('owed:fund', lastMonth),
    },
    years: years.toSorted().reverse(),
    year: year ?? null,
    months,
    total: {
      sentYen: sum(({ sentYen }) => sentYen),
      returnedYen: sum(({ returnedYen }) => returnedYen),
      feeYen: sum(({ feeYen }) => feeYen),
      handlingYen: sum(({ handlingYen }) => handlingYen),
    },
  };
}
