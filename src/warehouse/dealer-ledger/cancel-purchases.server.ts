import { sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { ledgerYears } from './duty.ts';
import { type EntryAuthor, isAmong, type Purchases } from './enter-purchases.server.ts';
import { foldedLine, withNextNumbers } from './number-entries.server.ts';

/**
 * Writes a cancelling line for each valid line of goods with a reversed donation, with the reason. Call in that
 * transaction, after all other locks. Skips cancelled lines.
 */
export async function cancelPurchases(
  tx: Transaction,
  which: Purchases,
  { operator, at, reason }: EntryAuthor & { reason: string },
): Promise<void> {
  const standing = sql`
    select e.* from dealer_entries e join appraisals a on a.appraisal_id = e.appraisal_id and a.id = e.appraisal_row_id
    where ${isAmong(which)} and e.way <> 'cancelled'
      and not exists (select 1 from dealer_entries c where c.corrects = e.id)`;
  const { rows } = await tx.execute(sql`select 1 from (${standing}) as standing limit 1`);
  if (rows.length === 0) return;
  const day = jstDay(at);
  await withNextNumbers(
    tx,
    at,
    (number) => sql`
      insert into dealer_entries (number, appraisal_id, appraisal_row_id, item_position, traded_on, way, kind, quantity,
        feature, price_yen, party_name, party_address, party_occupation, party_age, identity_method, letter_number,
        letter_sent_on, letter_delivered_on, tax_note, entered_by, entered_at, kept_until, corrects, correction_reason,
        folded)
      select l.new_number, l.appraisal_id, l.appraisal_row_id, l.item_position, l.traded_on, 'cancelled', l.kind,
        l.quantity, l.feature, l.price_yen, l.party_name, l.party_address, l.party_occupation, l.party_age,
        l.identity_method, l.letter_number, l.letter_sent_on, l.letter_delivered_on, l.tax_note, ${operator.uid},
        ${at.toISOString()}::timestamptz,
        greatest(l.kept_until, (${day}::date + make_interval(years => ${ledgerYears}::int))::date), l.id, ${reason},
        ${foldedLine({ number: sql`l.new_number`, appraisalId: sql`l.appraisal_id`, letterNumber: sql`l.letter_number`, partyName: sql`l.party_name`, partyAddress: sql`l.party_address`, kind: sql`l.kind`, feature: sql`l.feature` })}
      from (select s.*, ${number(sql`row_number() over (order by s.id)`)} as new_number from (${standing}) as s) as l
      order by l.id`,
  );
}
