import { pgTable, text, unique } from 'drizzle-orm/pg-core';
import { timestamptz } from '#kit/db/columns.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';

/** An operator's named selection of a list. Without keywords, which may contain names. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: text('id').primaryKey(),
    uid: text('uid')
      .notNull()
      .references(() => users.uid, { onDelete: 'cascade' }),
    list: text('list').notNull(),
    name: text('name').notNull(),
    query: text('query').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [unique('saved_views_name').on(table.uid, table.list, table.name)],
);
