import { sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';

/**
 * Moves one organisation's open items to another, with their lines in the books. Items already in a remittance stay
 * where they were paid.
 */
export async function moveOwed(
  tx: Transaction,
  { from, into, mergeId }: { from: string; into: string; mergeId: string },
  at: Date,
): Promise<void> {
  // By gift if there is one, so that a later reversal takes it from its current account.
  await tx.execute(sql`
    with moved as (
      update owed_items i set associate_id = ${into}
      where i.associate_id = ${from} and i.remittance_id is null and i.cancelled_at is null
      returning i.id, i.amount_yen, i.overpaid_yen, i.appraisal_id
    ), sums as (
      select m.id, d.id as donation_id, part.place, part.account, part.yen
      from moved m left join lateral (
        -- The one that stands, or the last that did: what is open of it is found under it again.
        select d.id from appraisals r join donations d on d.appraisal_row_id = r.id
        where r.appraisal_id = m.appraisal_id order by d.reversed_at desc nulls first limit 1
      ) d on true
      cross join lateral (values (0, 'owed:associate:', m.amount_yen + m.overpaid_yen), (2, 'overpaid:associate:', -m.overpaid_yen))
        as part (place, account, yen)
      where part.yen <> 0
    )
    insert into ledger_lines (posting_id, line, account, amount_yen, donation_id, at)
    select 'merge:' || ${mergeId} || ':' || id, place + line, account || whose, sign * yen, donation_id, ${at.toISOString()}::timestamptz
    from sums cross join (values (1, ${from}, 1), (2, ${into}, -1)) as one (line, whose, sign)`);
}
