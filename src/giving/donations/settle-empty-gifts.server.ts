import { inArray, sql } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import { moveToThanked } from '#organisations/thanks/thank-donations.server.ts';

const note = '団体が負担する費用を差し引くと0円になるため、送金せずに完了';

/**
 * Completes gifts with nothing left to remit (src/money/ledger/fees.ts), by application: they advance like remitted ones,
 * as a skipped step. Skips applications that are not 寄付済み.
 */
export async function settleEmptyGifts(
  tx: Transaction,
  appraisalIds: readonly string[],
  at: Date,
): Promise<void> {
  if (appraisalIds.length === 0) return;
  const moment = sql`${at.toISOString()}::timestamptz`;
  const { rows } = await tx.execute<{ appraisalId: string }>(sql`
    with moved as (
      update applications set state = 'remitted', version = version + 1, state_changed_at = ${moment}
      where appraisal_id in (select json_array_elements_text(${JSON.stringify(appraisalIds)}::json)) and state = 'donated'
      returning appraisal_id
    ), noted as (
      insert into application_events (appraisal_id, from_state, to_state, done_by, is_skipped, note, at)
      select appraisal_id, 'donated', 'remitted', 'system', true, ${note}, ${moment} from moved
    )
    select appraisal_id as "appraisalId" from moved`);
  const moved = rows.map(({ appraisalId }) => appraisalId);
  await moveToThanked(tx, inArray(applications.appraisalId, moved), at);
}
