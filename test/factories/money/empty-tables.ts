import { sql } from 'drizzle-orm';
import { type Database, transaction } from '#kit/db/database.server.ts';

/** Empties tables and those that reference them between tests, even ones that the product never empties. */
export const emptyTables = (db: Database, ...tables: string[]): Promise<void> =>
  transaction(db, async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql.raw(`truncate ${tables.join(', ')} cascade`));
  });
