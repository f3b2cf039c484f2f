import { sql } from 'drizzle-orm';
import { refuse } from '#domain/errors/refusal.ts';
import type { Transaction } from '#server/db/database.ts';

const blockers = {
  remitted: '送金が済んでいる寄付',
  receipt: '受領証明書を発行した寄付',
  pledge: '#mypledgeが公開されている寄付',
} as const;

const shownNumbers = 5;

/**
 * Refuses (Conflict) to reverse a batch while something depends on one of its donations:
 * money sent on, a receipt (of the donation or of its year), a published pledge. Says which.
 */
export async function refuseReleased(tx: Transaction, batchId: string): Promise<void> {
  const { rows } = await tx.execute<{ appraisalId: string; blocker: keyof typeof blockers }>(sql`
    with standing as (
      select a.appraisal_id, x.state, d.id, d.remittance_id, d.uid, d.associate_id,
             extract(year from d.donated_at at time zone 'Asia/Tokyo') as year
      from appraisals a
      join applications x on x.appraisal_id = a.appraisal_id
      left join donations d on d.appraisal_id = a.appraisal_id and d.reversed_at is null
      where a.batch_id = ${batchId} and a.reversed_at is null
    ), judged as (
      select appraisal_id, case
        when remittance_id is not null or state in ('remitted', 'thanked') then 'remitted'
        when exists (select from receipts r where r.donation_id = standing.id) then 'receipt'
        when exists (
          select from receipts r where r.kind = 'year' and r.uid = standing.uid
          and r.associate_id = standing.associate_id and r.year = standing.year
        ) then 'receipt'
        when exists (
          select from pledges p
          where p.appraisal_id = standing.appraisal_id and p.state = 'published'
        ) then 'pledge'
      end as blocker
      from standing
    )
    select appraisal_id as "appraisalId", blocker from judged
    where blocker is not null order by appraisal_id`);
  if (rows.length === 0) return;
  const blocked = Map.groupBy(rows, (row) => row.blocker);
  const reasons = [...blocked].map(([blocker, ids]) => {
    const numbers = ids.slice(0, shownNumbers).map((row) => row.appraisalId);
    const more = ids.length > shownNumbers ? `ほか${ids.length - shownNumbers}件` : '';
    return `${blockers[blocker]}（${numbers.join('、')}${more}）`;
  });
  throw refuse('Conflict', `この取り込みは取り消せません。${reasons.join('、')}があります。`);
}
