import { sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/database.ts';

/**
 * Lets no trigger run for the rest of the transaction, checks of foreign keys among them: each row
 * of a million would be looked at some times over, though all are made to fit. Only the balance of the
 * books is checked all the same (migration 0015). Whoever asks does
 * what triggers keep. False where the account may not (PostgreSQL asks for a superuser or for a
 * grant): then all of them run, and the same work takes longer.
 */
export async function setTriggersAside(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ may: boolean }>(
    sql`select has_parameter_privilege('session_replication_role', 'SET') as may`,
  );
  if (!rows[0]?.may) return false;
  await tx.execute(sql`set local session_replication_role = replica`);
  return true;
}
