import { sql } from 'drizzle-orm';
import { type CloseCheck, mostShownItems } from '#domain/month-close/month-close.ts';
import { formatYen } from '#domain/values/yen.ts';
import type { Database, Transaction } from '#server/db/database.ts';

type OpenDifference = { name: string; booked: number; open: number };

/**
 * Compares what is open for each organisation and fund with the books, as of now. Of an organisation: its open items,
 * those of a run that is not sent yet among them. Of a fund: all its items, less what was paid out of it.
 */
async function openDifferences(db: Database | Transaction): Promise<OpenDifference[]> {
  const { rows } = await db.execute<OpenDifference>(sql`
    with booked as (
      select substring(key from '^(?:owed|overpaid):(.*) \\d{4}-\\d{2}$') as target,
        sum(case name when 'ledger-credit' then amount else -amount end) as yen
      from kept_sums
      where name in ('ledger-debit', 'ledger-credit') and key ~ '^(owed|overpaid):(associate|fund):'
      group by 1
    ), open_items as (
      select 'associate:' || associate_id as target, amount_yen as yen from owed_items
      where associate_id is not null and remittance_id is null and cancelled_at is null
      union all
      select 'associate:' || i.associate_id, i.amount_yen
      from remittances r join owed_items i on i.remittance_id = r.id
      where r.state = 'prepared' and i.associate_id is not null and i.cancelled_at is null
      union all
      select 'fund:' || social_challenge_id, amount_yen from owed_items
      where social_challenge_id is not null and cancelled_at is null
      union all
      select 'fund:' || social_challenge_id, -amount_yen from fund_payouts where withdrawn_at is null
      union all
      select 'fund:' || social_challenge_id, -amount_yen from remittances
      where social_challenge_id is not null and state in ('sent', 'confirmed')
    ), opened as (
      select target, sum(yen) as yen from open_items group by 1
    )
    select coalesce(a.name, c.fund_name, target) as name, coalesce(b.yen, 0)::float8 as booked,
      coalesce(o.yen, 0)::float8 as open
    from booked b full join opened o using (target)
    left join associates a on target = 'associate:' || a.id
    left join social_challenges c on target = 'fund:' || c.id
    where coalesce(b.yen, 0) <> coalesce(o.yen, 0)
    order by target`);
  return rows;
}

export async function checkOpenItems(db: Database | Transaction): Promise<CloseCheck> {
  const differences = await openDifferences(db);
  const check = { key: 'open-items', path: '/admin/remittances' } as const;
  if (differences.length === 0) {
    const message = '団体と基金ごとの未送金の明細は、帳簿の残高と一致しています。';
    return { ...check, state: 'ok', message, items: [] };
  }
  return {
    ...check,
    state: 'to-mend',
    message: `${differences.length}か所で、未送金の明細と帳簿の残高が違っています。`,
    items: differences
      .slice(0, mostShownItems)
      .map(
        ({ name, booked, open }) =>
          `${name}：帳簿 ${formatYen(booked)}円、明細 ${formatYen(open)}円`,
      ),
  };
}
