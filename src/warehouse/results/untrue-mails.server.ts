import { sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';

/**
 * Deletes unsent mails that are untrue once an application has no donation: that its money was sent, and thanks for
 * it, unless the same mail may thank for another standing donation.
 */
export async function deleteUntrueMails(
  tx: Transaction,
  appraisalIds: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    delete from outbox_mails m
    using json_array_elements_text(${JSON.stringify(appraisalIds)}::json) as r(id)
    where m.appraisal_id = r.id and m.state <> 'sent' and m.kind in ('thanks', 'remitted')
      and not exists (
        select from donations d where d.appraisal_id = r.id and d.reversed_at is null)
      and (m.kind = 'remitted' or not exists (
        select from applications x
        join donations d on d.appraisal_id = x.appraisal_id and d.reversed_at is null
        join donation_thanks g on g.donation_id = d.id
        where x.uid = m.uid or (m.uid is null and x.email = m.recipient)))`);
}
