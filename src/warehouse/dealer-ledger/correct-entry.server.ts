import { eq, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { formErrorTitle } from '#kit/http/error-table.server.ts';
import { formatDateTime, jstDay } from '#kit/values/timestamp.ts';
import type { DealerEntry, EntryCorrection } from './dealer-entry.ts';
import { dealerEntries as entries } from './dealer-ledger-tables.server.ts';
import { ledgerYears } from './duty.ts';
import { selectEntries, toEntry } from './entry-list.server.ts';
import { foldedLine, withNextNumbers } from './number-entries.server.ts';

export const absentEntry = () => notFound('番号の台帳の行');

async function readEntry(tx: Transaction, number: string): Promise<DealerEntry | undefined> {
  const [row] = await selectEntries(tx, eq(entries.number, number));
  return row && toEntry(row);
}

/**
 * Writes a line that replaces another, with the reason; the other stays unchanged. Refuses (Conflict, names the newer
 * line) a line already replaced, and a cancelling one.
 */
export async function correctEntry(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  operator: Person,
  number: string,
  { reason, ...says }: EntryCorrection,
): Promise<DealerEntry> {
  return transaction(db, async (tx) => {
    // Serialises corrections of the same line.
    await tx
      .select({ id: entries.id })
      .from(entries)
      .where(eq(entries.number, number))
      .for('update');
    const before = await readEntry(tx, number);
    if (!before) throw absentEntry();
    if (before.correctedBy !== '') throw refuse('Conflict', await replacedBy(tx, before));
    if (before.way === 'cancelled') {
      throw refuse('Conflict', '取消しの行は訂正できません。');
    }
    const at = clock();
    const day = jstDay(at);
    refuseComingDays(says, day);
    await withNextNumbers(tx, at, (nth) => {
      const next = nth(sql`1`);
      const dayOf = (text: string) => sql`nullif(${text}, '')::date`;
      return sql`
        insert into dealer_entries (number, appraisal_id, appraisal_row_id, item_position, traded_on, way, kind,
          quantity, feature, price_yen, party_name, party_address, party_occupation, party_age, identity_method,
          letter_number, letter_sent_on, letter_delivered_on, tax_note, entered_by, entered_at, kept_until, corrects,
          correction_reason, folded)
        select ${next}, e.appraisal_id, e.appraisal_row_id, e.item_position, ${says.tradedOn}::date, e.way,
          ${says.kind}, ${says.quantity}::int, ${says.feature}, ${says.priceYen}::int, ${says.partyName},
          ${says.partyAddress}, ${says.partyOccupation}, ${says.partyAge}::int, ${says.identityMethod},
          ${says.letterNumber}, ${dayOf(says.letterSentOn)}, ${dayOf(says.letterDeliveredOn)}, e.tax_note,
          ${operator.uid}, ${at.toISOString()}::timestamptz,
          greatest(e.kept_until, (${day}::date + make_interval(years => ${ledgerYears}::int))::date), e.id, ${reason},
          ${foldedLine({ number: next, appraisalId: sql`e.appraisal_id`, letterNumber: sql`${says.letterNumber}::text`, partyName: sql`${says.partyName}::text`, partyAddress: sql`${says.partyAddress}::text`, kind: sql`${says.kind}::text`, feature: sql`${says.feature}::text` })}
        from dealer_entries e where e.number = ${number}`;
    });
    const replaced = await readEntry(tx, number);
    const written = await readEntry(tx, replaced?.correctedBy ?? '');
    if (!written) throw new Error('the line just written is gone');
    await audit(tx, operator, 'dealer-ledger.correct', ['dealer-entry', number], {
      at,
      by: written.number,
    });
    return written;
  });
}

/** Refuses future days of trading, sending and delivery. */
function refuseComingDays(says: Omit<EntryCorrection, 'reason'>, today: string): void {
  const errors = (['tradedOn', 'letterSentOn', 'letterDeliveredOn'] as const)
    .filter((path) => says[path] > today)
    .map((path) => ({ path, message: '今日より先の日付は入力できません。' }));
  const [first] = errors;
  if (first) throw refuse('ValidationError', first.message, { title: formErrorTitle, errors });
}

async function replacedBy(tx: Transaction, { correctedBy }: DealerEntry): Promise<string> {
  const by = await readEntry(tx, correctedBy);
  const who = by ? `${by.enteredBy || 'ほかの人'}さんが${formatDateTime(by.enteredAt)}に` : '';
  return `この行は、${who}${correctedBy}へ訂正済みです。新しい行をご確認ください。`;
}
