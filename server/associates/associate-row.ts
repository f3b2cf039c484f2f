import { eq } from 'drizzle-orm';
import { notFound } from '#domain/errors/refusal.ts';
import type { Transaction } from '#server/db/database.ts';
import { associates } from '#server/db/schema/associates.ts';

export const noAssociate = () => notFound('団体');

/** The row of an organisation, locked. */
export async function lockAssociate(tx: Transaction, id: string) {
  const [row] = await tx.select().from(associates).where(eq(associates.id, id)).for('update');
  if (!row) throw noAssociate();
  return row;
}
