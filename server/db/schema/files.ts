import { pgTable, text } from 'drizzle-orm/pg-core';

/** Files of the store whose rows are gone: noted in the same transaction, removed after its commit. */
export const fileRemovals = pgTable('file_removals', { name: text('name').primaryKey() });
