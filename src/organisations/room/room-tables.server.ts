import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#kit/db/columns.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';

/** The organisation of a person with the role staff. */
export const staffMemberships = pgTable(
  'staff_memberships',
  {
    uid: text('uid')
      .notNull()
      .references(() => users.uid, { onDelete: 'cascade' }),
    associateId: text('associate_id')
      .notNull()
      .references(() => associates.id, { onDelete: 'cascade' }),
    role: text('role').notNull().default('editor'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.uid, table.associateId] }),
    check('staff_memberships_role', sql`${table.role} in ('editor', 'viewer')`),
    index('staff_memberships_associate').on(table.associateId),
  ],
);
