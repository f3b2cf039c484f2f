import { pgTable, text } from 'drizzle-orm/pg-core';

/** Stored files to delete: recorded with the deletion of their rows, removed after the commit. */
export const fileRemovals = pgTable('file_removals', { name: text('name').primaryKey() });
