import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#kit/db/columns.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';

/** Consents of donors to be named in an organisation's 寄附者名簿, and their withdrawals; the latest counts. */
export const giverConsents = pgTable(
  'giver_consents',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    uid: text('uid')
      .notNull()
      .references(() => users.uid, { onDelete: 'cascade' }),
    associateId: text('associate_id')
      .notNull()
      .references(() => associates.id),
    act: text('act').notNull(),
    /** Version of the text that was shown (giver-consent.ts). */
    textVersion: integer('text_version').notNull(),
    at: timestamptz('at').notNull(),
  },
  (table) => [
    index('giver_consents_latest').on(table.uid, table.associateId, table.id),
    index('giver_consents_associate').on(table.associateId),
    check('giver_consents_act', sql`${table.act} in ('agreed', 'withdrawn')`),
  ],
);
