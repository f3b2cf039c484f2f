import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { associates } from './associates.ts';
import { socialChallenges } from './challenges.ts';
import { timestamptz } from './columns.ts';
import { donations } from './donations.ts';

/** Money sent on to an organisation, or paid out of a fund. */
export const remittances = pgTable(
  'remittances',
  {
    id: text('id').primaryKey(),
    associateId: text('associate_id').references(() => associates.id),
    socialChallengeId: text('social_challenge_id').references(() => socialChallenges.id),
    amountYen: bigint('amount_yen', { mode: 'number' }).notNull(),
    periodFrom: date('period_from').notNull(),
    periodTo: date('period_to').notNull(),
    sentAt: timestamptz('sent_at'),
    createdBy: text('created_by').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    check('remittances_amount', sql`${table.amountYen} > 0`),
    check('remittances_period', sql`${table.periodFrom} <= ${table.periodTo}`),
  ],
);

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
