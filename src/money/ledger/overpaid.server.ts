import { sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import type { PostingReason } from './ledger.server.ts';

/**
 * Recomputes what was overpaid for these applications' gifts: what arrived at their organisations beyond what is due
 * to them (docs/decisions/0023). Call it whenever one of the two changes. Posts the difference between `owed` and
 * `overpaid`, and stores it on items that are in no sent run.
 */
export async function settleOverpaid(
  tx: Transaction,
  appraisalIds: readonly string[],
  { reason, actorUid, at }: PostingReason,
): Promise<void> {
  const moment = sql`${at.toISOString()}::timestamptz`;
  await tx.execute(sql`
    with recursive unsent as materialized (
      select i.id, i.appraisal_id, i.associate_id, i.amount_yen, i.overpaid_yen from owed_items i
      left join remittances r on r.id = i.remittance_id
      where i.appraisal_id in (select json_array_elements_text(${JSON.stringify(appraisalIds)}::json))
        and i.associate_id is not null and i.cancelled_at is null and i.amount_yen < 0
        and (r.id is null or r.state = 'prepared')
    ), about as materialized (
      select distinct appraisal_id from unsent
    ), sent as materialized (
      select i.id, i.appraisal_id, i.amount_yen, i.overpaid_yen, i.remittance_id
      from about a join owed_items i using (appraisal_id) join remittances r on r.id = i.remittance_id
      where i.associate_id is not null and i.cancelled_at is null and r.state in ('sent', 'confirmed', 'returned')
    ), way as (
      -- What came back goes with another remittance.
      select id, remittance_id from sent
      union
      select w.id, n.remittance_id from way w join owed_items n on n.returned_id = w.remittance_id
      where n.cancelled_at is null and n.remittance_id is not null
    ), arrived as (
      select distinct w.id from way w join remittances r on r.id = w.remittance_id where r.state = 'confirmed'
    ), beyond as (
      select a.appraisal_id, greatest(0,
        coalesce((select sum(case when n.id is null then -s.overpaid_yen else s.amount_yen end)
          from sent s left join arrived n using (id) where s.appraisal_id = a.appraisal_id), 0)
        - coalesce((select sum(d.amount_yen - d.fee_yen - d.handling_yen) from donations d
          where d.appraisal_id = a.appraisal_id and d.reversed_at is null), 0)) as yen
      from about a
    ), wanted as (
      select u.*, least(-u.amount_yen, greatest(0, b.yen
        - coalesce(sum(-u.amount_yen) over (partition by u.appraisal_id order by u.id rows between unbounded preceding and 1 preceding), 0)
        )) as yen
      from unsent u join beyond b using (appraisal_id)
    ), moved as (
      update owed_items i set overpaid_yen = w.yen from wanted w where i.id = w.id and w.yen <> i.overpaid_yen
      returning i.appraisal_id, i.associate_id, w.yen - w.overpaid_yen as yen, 'overpaid:' || gen_random_uuid() as posting_id
    ), posted as (
      insert into ledger_lines (posting_id, line, account, amount_yen, donation_id, at)
      select m.posting_id, one.line, one.account || m.associate_id, one.yen, d.id, ${moment}
      from moved m
      -- The one that stands, or the last that did: what is open of it is found under it again.
      left join lateral (
        select id from donations where appraisal_id = m.appraisal_id order by reversed_at desc nulls first limit 1
      ) d on true
      cross join lateral (values (1, 'overpaid:associate:', m.yen), (2, 'owed:associate:', -m.yen)) as one (line, account, yen)
    )
    insert into posting_notes (posting_id, reason, corrects, actor_uid, at)
    select posting_id, ${reason}, null, ${actorUid}, ${moment} from moved`);
}

/**
 * Applications of all gifts and corrections in these remittances, including those of returned remittances that they
 * pay again.
 */
export async function applicationsIn(
  tx: Transaction,
  remittanceIds: readonly string[],
): Promise<string[]> {
  const { rows } = await tx.execute<{ appraisalId: string }>(sql`
    with recursive chain as (
      select id from json_array_elements_text(${JSON.stringify(remittanceIds)}::json) as r(id)
      union
      select i.returned_id from chain c join owed_items i on i.remittance_id = c.id and i.returned_id is not null
    )
    select distinct i.appraisal_id as "appraisalId" from chain c join owed_items i on i.remittance_id = c.id
    where i.appraisal_id is not null and i.associate_id is not null order by 1`);
  return rows.map(({ appraisalId }) => appraisalId);
}
