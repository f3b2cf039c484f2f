import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';

/** An owed or overpaid account whose balance differs from its items, in yen. */
export type OwedDifference = { account: string; name: string; booked: number; open: number };

/**
 * Compares the books with the items, as of now: what each organisation is owed and was overpaid, and what each fund
 * has. For an organisation its open items count, including those of runs not sent yet; for a fund all its items, less
 * pay-outs.
 */
export async function owedDifferences(db: Database | Transaction): Promise<OwedDifference[]> {
  const { rows } = await db.execute<OwedDifference>(sql`
    with booked as (
      select left(key, -8) as account, sum(case name when 'ledger-credit' then amount else -amount end) as yen
      from kept_sums
      where name in ('ledger-debit', 'ledger-credit') and key ~ '^(owed|overpaid):(associate|fund):'
      group by 1
    ), items as (
      select i.associate_id, i.amount_yen, i.overpaid_yen from owed_items i
      where i.associate_id is not null and i.remittance_id is null and i.cancelled_at is null
      union all
      select i.associate_id, i.amount_yen, i.overpaid_yen
      from remittances r join owed_items i on i.remittance_id = r.id
      where r.state = 'prepared' and i.associate_id is not null and i.cancelled_at is null
    ), of_items as (
      select 'owed:associate:' || associate_id as account, amount_yen + overpaid_yen as yen from items
      union all
      select 'overpaid:associate:' || associate_id, -overpaid_yen from items
      union all
      select 'owed:fund:' || social_challenge_id, amount_yen from owed_items
      where social_challenge_id is not null and cancelled_at is null
      union all
      select 'owed:fund:' || social_challenge_id, -amount_yen from fund_payouts where withdrawn_at is null
      union all
      select 'owed:fund:' || social_challenge_id, -amount_yen from remittances
      where social_challenge_id is not null and state in ('sent', 'confirmed')
    ), opened as (
      select account, sum(yen) as yen from of_items group by 1
    )
    select account, coalesce(a.name, c.fund_name, account) || case when account like 'overpaid:%' then '（送金しすぎた額）' else '' end as name,
      coalesce(b.yen, 0)::float8 as booked, coalesce(o.yen, 0)::float8 as open
    from booked b full join opened o using (account)
    left join associates a on a.id = substring(account from '^(?:owed|overpaid):associate:(.*)$')
    left join social_challenges c on c.id = substring(account from '^(?:owed|overpaid):fund:(.*)$')
    where coalesce(b.yen, 0) <> coalesce(o.yen, 0)
    order by account`);
  return rows;
}
