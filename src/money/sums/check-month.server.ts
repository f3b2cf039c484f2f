import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { addMonths, startOfJstMonth } from '#kit/values/timestamp.ts';
import type { Difference } from './check-sums.server.ts';

/** Compares the stored sums of one month (YYYY-MM) with its rows, of ledger and donations. */
export async function monthDifferences(
  db: Database | Transaction,
  month: string,
): Promise<Difference[]> {
  const from = startOfJstMonth(month).toISOString();
  const before = startOfJstMonth(addMonths(month, 1)).toISOString();
  const found = await db.execute<Difference>(sql`
    with by_account as (
      select account, amount_yen > 0 as is_debit, count(*) as count, sum(abs(amount_yen)) as amount
      from ledger_lines where at >= ${from}::timestamptz and at < ${before}::timestamptz group by 1, 2
    ), given as (
      select associate_id, social_challenge_id, count(*) as count, sum(amount_yen) as amount
      from donations where reversed_at is null and donated_at >= ${from}::timestamptz
        and donated_at < ${before}::timestamptz group by 1, 2
    ), counted as (
      select case when is_debit then 'ledger-debit' else 'ledger-credit' end as name,
        whose || ${` ${month}`} as key, sum(count) as count, sum(amount) as amount
      from by_account, lateral (select account union select ledger_code(account)) as both_of (whose) group by 1, 2
      union all
      select 'donation-months', ${month}, sum(count), sum(amount) from given having count(*) > 0
      union all
      select 'associate_months', associate_id, sum(count), sum(amount) from given
      where associate_id is not null group by 2
      union all
      select 'challenge_months', social_challenge_id, sum(count), sum(amount) from given
      where social_challenge_id is not null group by 2
    ), kept as (
      select name, key, sum(count) as count, sum(amount) as amount from kept_sums
      where name in ('ledger-debit', 'ledger-credit') and right(key, 8) = ${` ${month}`}
        or name = 'donation-months' and key = ${month}
      group by 1, 2
      union all
      select 'associate_months', associate_id, donation_count, amount_yen from associate_months
      where month = ${`${month}-01`}::date
      union all
      select 'challenge_months', social_challenge_id, donation_count, amount_yen from challenge_months
      where month = ${`${month}-01`}::date
    )
    select name, key, coalesce(k.count, 0) || ' / ' || coalesce(k.amount, 0) as kept,
      coalesce(c.count, 0) || ' / ' || coalesce(c.amount, 0) as counted
    from kept k full join counted c using (name, key)
    where coalesce(k.count, 0) <> coalesce(c.count, 0) or coalesce(k.amount, 0) <> coalesce(c.amount, 0)
    order by 1, 2`);
  return found.rows;
}
