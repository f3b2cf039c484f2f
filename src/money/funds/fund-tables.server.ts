import { sql } from 'drizzle-orm';
import { bigint, check, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#kit/db/columns.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { socialChallenges } from '#organisations/challenges/challenge-tables.server.ts';

/** Pay-outs of a fund to an organisation, with a public reason. */
export const fundPayouts = pgTable(
  'fund_payouts',
  {
    id: text('id').primaryKey(),
    socialChallengeId: text('social_challenge_id')
      .notNull()
      .references(() => socialChallenges.id),
    associateId: text('associate_id')
      .notNull()
      .references(() => associates.id),
    amountYen: bigint('amount_yen', { mode: 'number' }).notNull(),
    /** Part of it that, once it arrived, was set against gifts of the fund, oldest first. */
    coveredYen: bigint('covered_yen', { mode: 'number' }).notNull().default(0),
    reason: text('reason').notNull(),
    decidedOn: date('decided_on').notNull(),
    decidedBy: text('decided_by').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    /** Withdrawn before it was sent, by a counter-entry; the public page shows it as withdrawn. */
    withdrawnAt: timestamptz('withdrawn_at'),
    withdrawalReason: text('withdrawal_reason').notNull().default(''),
    version: integer('version').notNull().default(1),
  },
  (table) => [
    index('fund_payouts_fund').on(
      table.socialChallengeId,
      table.createdAt.desc().nullsFirst(),
      table.id,
    ),
    index('fund_payouts_created').on(table.createdAt.desc().nullsFirst(), table.id),
    index('fund_payouts_associate').on(table.associateId),
    check('fund_payouts_amount', sql`${table.amountYen} > 0`),
  ],
);

/** Fee and costs of gifts to funds, from a day on; a new row replaces the earlier, which is kept. */
export const fundTerms = pgTable(
  'fund_terms',
  {
    id: text('id').primaryKey(),
    startsOn: date('starts_on').notNull(),
    feeBasisPoints: integer('fee_basis_points').notNull(),
    /** Per box, in yen. */
    handlingYen: integer('handling_yen').notNull().default(0),
    reason: text('reason').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('fund_terms_starts').on(table.startsOn, table.createdAt),
    check('fund_terms_fee', sql`${table.feeBasisPoints} between 0 and 10000`),
    check('fund_terms_handling', sql`${table.handlingYen} >= 0`),
  ],
);
