import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { kept } from '#server/topics/kept.ts';
import type { Topics } from '#server/topics/topics.ts';

/** Donations of an Asia/Tokyo month, YYYY-MM. */
export type MonthSum = { month: string; count: number; amountYen: number };

/** What all donations together came to, gifts to funds included; months from the first on. */
export type Totals = {
  totalCount: number;
  totalYen: number;
  monthlyCount: number;
  monthlyYen: number;
  associateCount: number;
  months: MonthSum[];
};

/** What was achieved, from the counts by month: no donation is looked at. */
export const achievements = ({
  db,
  clock,
  topics,
}: Pick<Dependencies, 'db' | 'clock'> & { topics: Topics }) => ({
  /** Kept in memory until a donation is made or taken back, or the day turns. */
  totals: kept({ topics, clock }, ['associates', 'challenges'], (today) => readTotals(db, today)),
});

async function readTotals(db: Database, today: string): Promise<Totals> {
  const sums = await db.execute<MonthSum>(sql`
    select to_char(month, 'YYYY-MM') as month, sum(donation_count)::int as count,
           sum(amount_yen)::float8 as "amountYen"
    from (
      select month, donation_count, amount_yen from associate_months
      union all
      select month, donation_count, amount_yen from challenge_months
    ) as all_months
    group by month having sum(donation_count) > 0 order by month`);
  const listed = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from associates where is_listed`,
  );
  const months = sums.rows.map(({ month, count, amountYen }) => ({ month, count, amountYen }));
  const thisMonth = months.find(({ month }) => month === today.slice(0, 7));
  return {
    totalCount: months.reduce((total, { count }) => total + count, 0),
    totalYen: months.reduce((total, { amountYen }) => total + amountYen, 0),
    monthlyCount: thisMonth?.count ?? 0,
    monthlyYen: thisMonth?.amountYen ?? 0,
    associateCount: listed.rows[0]?.count ?? 0,
    months,
  };
}
