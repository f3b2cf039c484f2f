import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { someOf } from '#kit/values/text/some-of.ts';

const blockers = {
  remitted: '送金が済んでいる寄付',
  'in-run': '送金の準備に入っている寄付',
  receipt: '受領証明書を発行した寄付',
  pledge: '#mypledgeが公開されている寄付',
} as const;

/** A result that cannot be reversed, since something depends on its donation. */
export type BlockedResult = { appraisalId: string; blocker: keyof typeof blockers };

/**
 * Results of a batch whose donation something depends on: sent money, a valid receipt, a published pledge. Rows do
 * not affect each other.
 */
export async function findBlocked(
  tx: Database | Transaction,
  batchId: string,
): Promise<BlockedResult[]> {
  const { rows } = await tx.execute<BlockedResult>(sql`
    with standing as (
      select a.appraisal_id, x.state, d.remittance_id,
        coalesce(d.amount_yen > d.fee_yen + d.handling_yen, true) as is_sendable
      from appraisals a
      join applications x on x.appraisal_id = a.appraisal_id
      left join donations d on d.appraisal_id = a.appraisal_id and d.reversed_at is null
      where a.batch_id = ${batchId} and a.reversed_at is null
    ), judged as (
      select appraisal_id, case
        when remittance_id is not null or (state in ('remitted', 'thanked') and is_sendable) then 'remitted'
        when exists (
          select from owed_items i
          where i.appraisal_id = standing.appraisal_id and i.remittance_id is not null
        ) then 'in-run'
        when exists (
          select from receipt_gifts g where g.appraisal_id = standing.appraisal_id and not exists (
            select from receipt_events e where e.receipt_number = g.receipt_number and e.kind <> 'issued')
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
  return rows;
}

/** Reason that a result cannot be reversed, for the operator. */
export const blockerLabel = ({ blocker }: BlockedResult): string => blockers[blocker];

/** Message for a batch that cannot be reversed: which results, and why. */
export function blockedMessage(rows: readonly BlockedResult[]): string {
  const reasons = [...Map.groupBy(rows, ({ blocker }) => blocker)].map(([blocker, ids]) => {
    const numbers = ids.map(({ appraisalId }) => appraisalId);
    return `${blockers[blocker]}（${someOf(numbers, (count) => `ほか${count}件`)}）`;
  });
  return `この取り込みは取り消せません。${reasons.join('、')}があります。`;
}
