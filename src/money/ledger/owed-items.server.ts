import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import { accountOf, owedAccount } from './accounts.ts';
import { owedItems } from './owed-tables.server.ts';

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
