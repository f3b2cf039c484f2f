import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { kept } from '#kit/topics/kept.server.ts';
import type { MoneyWay } from './money-way.ts';
import { minGifts } from './public-figure.ts';

type Sums = Record<'associate' | 'fund' | 'total', { yen: number; gifts: number; costYen: number }>;

/** The way of the published yen; undefined while the total is withheld. */
async function readMoneyWay(db: Database | Transaction): Promise<MoneyWay | undefined> {
  const { rows } = await db.execute<{
    scope: keyof Sums;
    yen: number;
    gifts: number;
    costYen: number;
    arrivedYen: number;
  }>(sql`
    select scope, sum(yen)::float8 as yen, sum(gifts)::int as gifts, sum(cost_yen)::float8 as "costYen",
      coalesce(sum(delivered_yen) filter (where delivered_gifts >= ${minGifts}), 0)::float8 as "arrivedYen"
    from published_sums where scope <> 'month' group by scope`);
  const of = (scope: keyof Sums) =>
    rows.find((row) => row.scope === scope) ?? { yen: 0, gifts: 0, costYen: 0, arrivedYen: 0 };
  const { yen: givenYen, gifts } = of('total');
  if (gifts === 0) return undefined;
  const { rows: paid } = await db.execute<{ yen: number }>(sql`
    select coalesce(sum(arrived_yen), 0)::float8 as yen from book_transfers where kind = 'payout'`);
  const [associates, funds, paidOutYen] = [of('associate'), of('fund'), paid[0]?.yen ?? 0];
  const netYen = ({ yen, costYen }: { yen: number; costYen: number }) => yen - costYen;
  return {
    givenYen: Math.max(givenYen, associates.yen + funds.yen),
    gifts,
    toAssociates: {
      arrivedYen: associates.arrivedYen,
      waitingYen: Math.max(0, netYen(associates) - associates.arrivedYen),
      costYen: associates.costYen,
    },
    toFunds: {
      paidOutYen,
      leftYen: Math.max(0, netYen(funds) - paidOutYen),
      costYen: funds.costYen,
    },
    restYen: Math.max(0, givenYen - associates.yen - funds.yen),
  };
}

export const currentMoneyWay = kept(['sums'], ({ db }) => readMoneyWay(db));
