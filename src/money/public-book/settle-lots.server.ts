import { sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';

/**
 * Settles the lots whose gifts have all arrived at their organisations, by the remittance that brought the last; a
 * fund's at once, since its money goes out by pay-outs. Forgets the changes that every sum holds.
 */
export async function settleLots(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    with settled as (
      select l.id, l.day, came.remittance_id, came.received_on from public_lots l left join lateral (
        select d.remittance_id, d.received_on from public_changes c
        join donations d on d.appraisal_id = c.gift and d.reversed_at is null
        where c.lot_id = l.id and d.remittance_id is not null
        order by d.received_on desc nulls first, d.remittance_id limit 1
      ) came on starts_with(l.cell, 'associate:')
      where l.settled_on is null and (starts_with(l.cell, 'fund:') or not exists (
        select from public_changes c join donations d on d.appraisal_id = c.gift and d.reversed_at is null
        where c.lot_id = l.id and d.received_on is null and d.amount_yen > d.fee_yen + d.handling_yen))
    )
    update public_lots l set settled_on = coalesce(s.received_on, s.day), transfer_id = s.remittance_id
    from settled s where s.id = l.id`);
  // What came back goes with another remittance.
  await tx.execute(sql`
    update public_lots l set transfer_id = i.remittance_id from owed_items i
    where i.returned_id is not null and i.returned_id = l.transfer_id
      and i.remittance_id is not null and i.cancelled_at is null`);
  await tx.execute(sql`
    delete from public_changes c using public_lots l
    where l.id = c.lot_id and c.lot_id is not null and c.in_total and l.settled_on is not null`);
}

/** Sums up what has arrived of the published gifts, by organisation: settled lots of remittances that stand confirmed. */
export async function sumDelivered(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    with arrived as (
      select substr(l.cell, 11) as key, sum(l.gifts) as gifts, sum(l.yen - l.cost_yen) as yen
      from public_lots l left join remittances r on r.id = l.transfer_id
      where l.settled_on is not null and starts_with(l.cell, 'associate:')
        and (l.transfer_id is null or r.state = 'confirmed')
      group by 1
    )
    update published_sums s set delivered_gifts = coalesce(a.gifts, 0), delivered_yen = coalesce(a.yen, 0)
    from published_sums o left join arrived a on a.key = o.key
    where o.scope = 'associate' and s.scope = o.scope and s.key = o.key
      and (s.delivered_gifts, s.delivered_yen) is distinct from (coalesce(a.gifts, 0), coalesce(a.yen, 0))`);
}
