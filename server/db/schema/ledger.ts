import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns.ts';
import { donations } from './donations.ts';
import { remittances } from './remittances.ts';

/** Double entry: the lines of one posting sum to zero; never changed, only reversed by another. */
export const ledgerLines = pgTable(
  'ledger_lines',
  {
    postingId: text('posting_id').notNull(),
    line: integer('line').notNull(),
    account: text('account').notNull(),
    amountYen: bigint('amount_yen', { mode: 'number' }).notNull(),
    donationId: text('donation_id').references(() => donations.id),
    remittanceId: text('remittance_id').references(() => remittances.id),
    at: timestamptz('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.postingId, table.line] }),
    index('ledger_lines_account').on(table.account, table.at),
    index('ledger_lines_donation').on(table.donationId),
    check('ledger_lines_amount', sql`${table.amountYen} <> 0`),
  ],
);
