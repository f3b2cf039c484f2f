import { sql } from 'drizzle-orm';

/**
 * Fee and handling of an owed item `c` (gift or correction), as columns of `part`. A correction settles the donation
 * it was recorded with against the one that remittances settled before.
 */
const partOf = sql`
  left join donations after on c.posting_id like 'donation:%' and after.id = substr(c.posting_id, 10)
  left join lateral (
    select p.posting_id from owed_items p
    where c.kind = 'correction' and p.appraisal_id = c.appraisal_id and p.id < c.id and p.remittance_id is not null
      and p.cancelled_at is null
    order by p.id desc limit 1
  ) earlier on true
  left join donations before on earlier.posting_id like 'donation:%' and before.id = substr(earlier.posting_id, 10)
  cross join lateral (
    select coalesce(after.fee_yen, 0) - coalesce(before.fee_yen, 0) as fee,
      coalesce(after.handling_yen, 0) - coalesce(before.handling_yen, 0) as handling
  ) part`;

/**
 * Corrections and returned transfers in a remittance `r`, as columns of `s`. A correction changes the gift by its own
 * amount plus its change of the costs.
 */
export const settledOf = sql`lateral (
  select coalesce(sum(c.amount_yen) filter (where c.kind = 'return'), 0) as return_yen,
    coalesce(sum(c.amount_yen + part.fee + part.handling) filter (where c.kind = 'correction'), 0) as gift_yen,
    coalesce(sum(part.fee) filter (where c.kind = 'correction'), 0) as fee_yen,
    coalesce(sum(part.handling) filter (where c.kind = 'correction'), 0) as handling_yen
  from owed_items c ${partOf}
  where c.remittance_id = r.id and c.associate_id is not null and c.kind in ('return', 'correction')
    and (r.opening_yen <> 0 or r.correction_yen <> 0)
) s on true`;

/** Gifts of earlier periods in a remittance `r`, as columns of `c`. */
export const carriedOf = sql`lateral (
  select count(*) as count, coalesce(sum(g.amount_yen), 0) as gift_yen, coalesce(sum(g.fee_yen), 0) as fee_yen,
    coalesce(sum(g.handling_yen), 0) as handling_yen
  from owed_items i join donations g on g.id = substr(i.posting_id, 10)
  where i.remittance_id = r.id and i.associate_id is not null and i.kind = 'gift' and i.amount_yen <> 0 and i.day < r.period_from
    and r.run_id is not null and r.opening_yen <> 0
) c on true`;

/** Fee and handling of returned transfers that a remittance `r` pays again, as columns of `a`. */
export const chargedAgain = sql`lateral (
  with recursive back as (
    select i.returned_id as id from owed_items i
    where r.opening_yen <> 0 and i.remittance_id = r.id and i.returned_id is not null
    union
    select i.returned_id from back b join owed_items i on i.remittance_id = b.id and i.returned_id is not null
  )
  select coalesce(sum(part.fee), 0) as fee_yen, coalesce(sum(part.handling), 0) as handling_yen
  from back join owed_items c on c.remittance_id = back.id and c.associate_id is not null and c.kind in ('gift', 'correction')
  ${partOf}
) a on true`;
