import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';

/**
 * Counts and amounts of lists and public pages, as deltas: triggers append one per statement in its transaction, so
 * that writers do not wait for each other's row; the hourly sweep merges each key's deltas into one row
 * (docs/decisions/0009).
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
