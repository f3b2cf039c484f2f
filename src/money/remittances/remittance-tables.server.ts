import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '#kit/db/columns.server.ts';
import { associates, bankAccounts } from '#organisations/associates/associate-tables.server.ts';
import { socialChallenges } from '#organisations/challenges/challenge-tables.server.ts';

/** Remittances up to a day in one bank file: prepared, approved by a second person, filed, sent, done. */
export const remittanceRuns = pgTable(
  'remittance_runs',
  {
    id: text('id').primaryKey(),
    /** YYYY-NNN, for people. */
    number: text('number').notNull().unique(),
    periodFrom: date('period_from').notNull(),
    periodTo: date('period_to').notNull(),
    /** Requested transfer day (振込指定日). */
    transferOn: date('transfer_on').notNull(),
    state: text('state').notNull().default('draft'),
    /** The payer's account, as of the run's preparation. */
    payerAccountId: text('payer_account_id').references(() => bankAccounts.id),
    payer: jsonb('payer').notNull(),
    remittanceCount: integer('remittance_count').notNull().default(0),
    amountYen: bigint('amount_yen', { mode: 'number' }).notNull().default(0),
    version: integer('version').notNull().default(1),
    createdBy: text('created_by').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    approvedBy: text('approved_by'),
    approvedAt: timestamptz('approved_at'),
    /** When the file was handed to the bank. */
    sentBy: text('sent_by'),
    sentAt: timestamptz('sent_at'),
    endedAt: timestamptz('ended_at'),
    dropReason: text('drop_reason').notNull().default(''),
  },
  (table) => [
    index('remittance_runs_created').on(table.createdAt.desc().nullsFirst(), table.id),
    // One at a time until handed to the bank, so that no gift is in two.
    uniqueIndex('remittance_runs_open')
      .on(sql`(true)`)
      .where(sql`${table.state} in ('draft', 'approved', 'filed')`),
    check(
      'remittance_runs_state',
      sql`${table.state} in ('draft', 'approved', 'filed', 'sent', 'done', 'dropped')`,
    ),
    check('remittance_runs_period', sql`${table.periodFrom} <= ${table.periodTo}`),
  ],
);

/** The recipient's account, as of the run's preparation. */
export type PaidAccount = {
  bankCode: string;
  bankName: string;
  branchCode: string;
  branchName: string;
  kind: string;
  number: string;
  holder: string;
};

/** Money sent on to an organisation. Has no run if recorded before runs existed. */
export const remittances = pgTable(
  'remittances',
  {
    id: text('id').primaryKey(),
    associateId: text('associate_id').references(() => associates.id),
    /** Fund, from before pay-outs named organisations. */
    socialChallengeId: text('social_challenge_id').references(() => socialChallenges.id),
    amountYen: bigint('amount_yen', { mode: 'number' }).notNull(),
    periodFrom: date('period_from').notNull(),
    periodTo: date('period_to').notNull(),
    /** When it was sent, by the bank's answer or set by hand. */
    sentAt: timestamptz('sent_at'),
    createdBy: text('created_by').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    runId: text('run_id').references(() => remittanceRuns.id),
    state: text('state').notNull().default('prepared'),
    /** Components of the amount, in yen: carried over, gifts, corrections, returned transfers, pay-outs, less fees. */
    openingYen: bigint('opening_yen', { mode: 'number' }).notNull().default(0),
    giftCount: integer('gift_count').notNull().default(0),
    giftYen: bigint('gift_yen', { mode: 'number' }).notNull().default(0),
    feeYen: bigint('fee_yen', { mode: 'number' }).notNull().default(0),
    handlingYen: bigint('handling_yen', { mode: 'number' }).notNull().default(0),
    correctionYen: bigint('correction_yen', { mode: 'number' }).notNull().default(0),
    payoutYen: bigint('payout_yen', { mode: 'number' }).notNull().default(0),
    accountId: text('account_id').references(() => bankAccounts.id),
    account: jsonb('account').$type<PaidAccount>(),
    /** Number of its statement (明細書), assigned on confirmation. */
    statementNumber: text('statement_number').unique(),
    /** Day of receipt by the organisation. */
    receivedOn: date('received_on'),
    confirmedBy: text('confirmed_by'),
    /** 'by-hand', 'bank-answer', or 'before' if recorded before runs existed. */
    confirmedBySource: text('confirmed_by_source'),
    returnedOn: date('returned_on'),
    returnReason: text('return_reason').notNull().default(''),
    returnedBy: text('returned_by'),
    takenOutReason: text('taken_out_reason').notNull().default(''),
    /** Queued to be confirmed in the background with this day of receipt. */
    confirmDueOn: date('confirm_due_on'),
    confirmDueBy: text('confirm_due_by'),
    /** How often that failed since it was asked for, and when it did last. */
    confirmFailures: integer('confirm_failures').notNull().default(0),
    confirmFailedAt: timestamptz('confirm_failed_at'),
    version: integer('version').notNull().default(1),
  },
  (table) => [
    index('remittances_run').on(table.runId, table.id),
    index('remittances_created').on(table.createdAt.desc().nullsFirst(), table.id),
    index('remittances_associate').on(
      table.associateId,
      table.createdAt.desc().nullsFirst(),
      table.id,
    ),
    index('remittances_state').on(table.state, table.createdAt.desc().nullsFirst(), table.id),
    index('remittances_confirm_due')
      .on(table.runId, table.id)
      .where(sql`${table.confirmDueOn} is not null and ${table.state} = 'sent'`),
    index('remittances_confirm_failing')
      .on(table.runId)
      .where(sql`${table.confirmFailures} > 0 and ${table.state} = 'sent'`),
    check('remittances_amount', sql`${table.amountYen} > 0`),
    check('remittances_period', sql`${table.periodFrom} <= ${table.periodTo}`),
    check(
      'remittances_state_known',
      sql`${table.state} in ('prepared', 'sent', 'confirmed', 'returned', 'taken-out')`,
    ),
  ],
);
