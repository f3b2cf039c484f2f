import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#kit/db/columns.server.ts';
import { remittances } from '#money/remittances/remittance-tables.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';

/**
 * What an organisation said of a transfer: received, or a mistaken confirmation taken back by a counter-entry. The last
 * row of a transfer is in force; rows never change.
 */
export const transferConfirmations = pgTable(
  'transfer_confirmations',
  {
    remittanceId: text('remittance_id')
      .notNull()
      .references(() => remittances.id),
    /** From 1; odd numbers confirm, even ones take back. */
    number: integer('number').notNull(),
    associateId: text('associate_id')
      .notNull()
      .references(() => associates.id),
    isTakenBack: boolean('is_taken_back').notNull(),
    /** Of the counter-entry. */
    reason: text('reason').notNull().default(''),
    confirmedBy: text('confirmed_by').notNull(),
    confirmedAt: timestamptz('confirmed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.remittanceId, table.number] }),
    index('transfer_confirmations_associate').on(
      table.associateId,
      table.confirmedAt.desc().nullsFirst(),
      table.remittanceId,
      table.number,
    ),
    check(
      'transfer_confirmations_turn',
      sql`${table.number} > 0 and ${table.isTakenBack} = (${table.number} % 2 = 0)`,
    ),
    check('transfer_confirmations_reason', sql`${table.isTakenBack} = (${table.reason} <> '')`),
  ],
);
