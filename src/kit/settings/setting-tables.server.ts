import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';

/** Facts about this installation, such as the sample data's seed and sign-ins. */
export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
});
