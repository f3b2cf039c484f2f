import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';

/**
 * Counts and amounts that lists and public pages show, as moves: triggers append one for what each
 * statement changed, in its transaction, so that no two writers wait for a row; the hourly sweep
 * makes one row of each key's moves (docs/decisions/0018).
 */
export const keptSums = pgTable(
  'kept_sums',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    key: text('key').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
  },
  (table) => [index('kept_sums_key').on(table.name, table.key)],
);
