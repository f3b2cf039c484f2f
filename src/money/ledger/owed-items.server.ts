import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import { accountOf, owedAccount } from './accounts.ts';
import { owedItems } from './owed-tables.server.ts';

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

/** In no remittance and not cancelled. */
export const isOpen = and(isNull(owedItems.remittanceId), isNull(owedItems.cancelledAt));

/** Open yen of an application's gift, in total and by account. Locks the items. */
export async function lockOpenItems(
  tx: Transaction,
  appraisalId: string,
): Promise<{ openYen: number; byAccount: Map<string, number> }> {
  const rows = await tx
    .select({
      amountYen: owedItems.amountYen,
      overpaidYen: owedItems.overpaidYen,
      associateId: owedItems.associateId,
      socialChallengeId: owedItems.socialChallengeId,
    })
    .from(owedItems)
    .where(and(eq(owedItems.appraisalId, appraisalId), isOpen))
    .orderBy(owedItems.id)
    .for('update');
  const byAccount = new Map<string, number>();
  const add = (account: string, yen: number) =>
    byAccount.set(account, (byAccount.get(account) ?? 0) + yen);
  for (const row of rows) {
    add(owedAccount(row), row.amountYen + row.overpaidYen);
    add(accountOf('overpaid', row), -row.overpaidYen);
  }
  return { openYen: rows.reduce((sum, { amountYen }) => sum + amountYen, 0), byAccount };
}

/** Cancels the open items of these applications' gifts: the amount owed is now zero or another. */
export async function cancelOpenItems(
  tx: Transaction,
  appraisalIds: readonly string[],
  at: Date,
): Promise<void> {
  await tx.execute(sql`
    update owed_items i set cancelled_at = ${at.toISOString()}::timestamptz
    from json_array_elements_text(${JSON.stringify(appraisalIds)}::json) as a(id)
    where i.appraisal_id = a.id and i.remittance_id is null and i.cancelled_at is null`);
}
