import { eq } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import { notFound } from '#kit/errors/refusal.ts';
import { associates } from './associate-tables.server.ts';

export const noAssociate = () => notFound('団体');

/** The row of an organisation, locked. */
export async function lockAssociate(tx: Transaction, id: string) {
  const [row] = await tx.select().from(associates).where(eq(associates.id, id)).for('update');
  if (!row) throw noAssociate();
  return row;
}
