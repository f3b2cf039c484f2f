import { and, eq, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { stale } from '#kit/http/versions.server.ts';
import { bankLayouts } from './bank-layouts.ts';
import type { TransferSettings } from './run.ts';
import { moneySettings } from './transfer-tables.server.ts';

/** How files for the bank are written; codes are '' until they are set. */
export async function transferSettings(
  source: Database | Transaction,
): Promise<TransferSettings & { version: number }> {
  const [row] = await source.select().from(moneySettings).where(eq(moneySettings.id, 1));
  if (!row) throw new Error('no settings of money');
  const { consignorCode, consignorName, version } = row;
  return {
    consignorCode,
    consignorName,
    layout: row.layout as TransferSettings['layout'],
    lineEnds: row.lineEnds as TransferSettings['lineEnds'],
    transferKind: row.transferKind as TransferSettings['transferKind'],
    version,
  };
}

/** Changes the file settings. Refused for a stale version. */
export const changeSettings = (
  { db, clock }: Context,
  operator: Person,
  { version, ...settings }: TransferSettings & { version: number },
) =>
  transaction(db, async (tx) => {
    const { label, transferKinds } = bankLayouts[settings.layout];
    if (!transferKinds.includes(settings.transferKind)) {
      const message = `${label}の形式では、振込指定区分に${settings.transferKind}を使えません。`;
      throw refuse('ValidationError', message, { errors: [{ path: 'transferKind', message }] });
    }
    const at = clock();
    const [changed] = await tx
      .update(moneySettings)
      .set({
        ...settings,
        version: sql`${moneySettings.version} + 1`,
        changedBy: operator.uid,
        changedAt: at,
      })
      .where(and(eq(moneySettings.id, 1), eq(moneySettings.version, version)))
      .returning({ version: moneySettings.version });
    if (!changed) throw stale();
    await audit(tx, operator, 'remittances.change-settings', ['service', 'money-settings'], { at });
    return transferSettings(tx);
  });
