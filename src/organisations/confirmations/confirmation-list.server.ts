import { desc, eq, sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { remittances } from '#money/remittances/remittance-tables.server.ts';
import { type ConfirmationRow, confirmationsShown } from './confirmation.ts';
import { transferConfirmations as table } from './confirmation-tables.server.ts';

/** The newest confirmations and counter-entries of an organisation. */
export async function readConfirmations(
  tx: Transaction,
  associateId: string,
): Promise<ConfirmationRow[]> {
  const rows = await tx
    .select({
      remittanceId: table.remittanceId,
      number: sql<string>`coalesce(${remittances.statementNumber}, '')`,
      amountYen: remittances.amountYen,
      turn: table.number,
      isTakenBack: table.isTakenBack,
      reason: table.reason,
      at: table.confirmedAt,
    })
    .from(table)
    .innerJoin(remittances, eq(remittances.id, table.remittanceId))
    .where(eq(table.associateId, associateId))
    .orderBy(desc(table.confirmedAt), table.remittanceId, desc(table.number))
    .limit(confirmationsShown);
  return rows.map(({ at, ...row }) => ({ ...row, at: toTimestamp(at) }));
}
