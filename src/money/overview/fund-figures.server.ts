import { asc } from 'drizzle-orm';
import {
  bookedMonths,
  monthsBetween,
  movementsByMonth,
  type Source,
  sumMovements,
} from '#money/books/month-sums.server.ts';
import { socialChallenges } from '#organisations/challenges/challenge-tables.server.ts';
import { type MoneyFund, maxFunds } from './money-figures.ts';

/** Funds with their balances, the largest first, and their movements in a year YYYY. */
export async function readFunds(db: Source, year: string, now: Date): Promise<MoneyFund[]> {
  const funds = await db
    .select({ id: socialChallenges.id, name: socialChallenges.fundName })
    .from(socialChallenges)
    .orderBy(asc(socialChallenges.orders), asc(socialChallenges.id))
    .limit(maxFunds);
  const { firstMonth, lastMonth } = await bookedMonths(db, now);
  const monthlyMovements = await movementsByMonth(
    db,
    funds.flatMap(({ id }) => [`owed:fund:${id}`, `service-fee:fund:${id}`, `handling:fund:${id}`]),
    monthsBetween(firstMonth, lastMonth),
  );
  const movedOn = (account: string) => {
    const all = [...(monthlyMovements.get(account) ?? [])];
    return {
      ever: sumMovements(all.map(([, one]) => one)),
      ofYear: sumMovements(
        all.filter(([month]) => month.startsWith(`${year}-`)).map(([, one]) => one),
      ),
    };
  };
  return funds
    .map(({ id, name }) => {
      const fund = movedOn(`owed:fund:${id}`);
      const fee = movedOn(`service-fee:fund:${id}`).ofYear;
      const handling = movedOn(`handling:fund:${id}`).ofYear;
      return {
        id,
        name,
        balanceYen: fund.ever.creditYen - fund.ever.debitYen,
        receivedYen: fund.ofYear.creditYen,
        paidOutYen: fund.ofYear.debitYen,
        feeYen: fee.creditYen - fee.debitYen,
        handlingYen: handling.creditYen - handling.debitYen,
      };
    })
    .toSorted((one, other) => other.balanceYen - one.balanceYen);
}
