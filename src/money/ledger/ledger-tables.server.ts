import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { donations } from '#giving/donations/donation-tables.server.ts';
import { timestamptz } from '#kit/db/columns.server.ts';
import { remittances } from '#money/remittances/remittance-tables.server.ts';

/**
 * Chart of accounts, with the rows of src/money/ledger/accounts.ts. A line's account is a code, or a code with its party:
 * `owed:associate:<id>`, `owed:fund:<challenge>`.
 */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    code: text('code').primaryKey(),
    name: text('name').notNull(),
    kind: text('kind').notNull(),
    position: integer('position').notNull(),
  },
  (table) => [
    check(
      'ledger_accounts_kind',
      sql`${table.kind} in ('asset', 'liability', 'income', 'expense')`,
    ),
  ],
);

/** Double entry: lines of a posting sum to zero; never changed, only reversed by another posting. */
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
    index('ledger_lines_at').on(table.at.desc().nullsFirst(), table.postingId, table.line),
    index('ledger_lines_donation').on(table.donationId),
    index('ledger_lines_remittance')
      .on(table.remittanceId)
      .where(sql`${table.remittanceId} is not null`),
    check('ledger_lines_amount', sql`${table.amountYen} <> 0`),
  ],
);

/** Reason of a posting not explained by a donation, its author, and the posting it corrects. */
export const postingNotes = pgTable('posting_notes', {
  postingId: text('posting_id').primaryKey(),
  reason: text('reason').notNull(),
  corrects: text('corrects'),
  actorUid: text('actor_uid').notNull(),
  at: timestamptz('at').notNull(),
});
