import { sql } from 'drizzle-orm';
import { bigint, check, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

export const socialChallenges = pgTable('social_challenges', {
  id: text('id').primaryKey(),
  will: text('will').notNull(),
  orders: integer('orders').notNull(),
  description: text('description').notNull().default(''),
  fundName: text('fund_name').notNull(),
});

/**
 * Donations per month to a challenge's fund, which count for no organisation (docs/product.md, Donations and counts).
 */
export const challengeMonths = pgTable(
  'challenge_months',
  {
    socialChallengeId: text('social_challenge_id')
      .notNull()
      .references(() => socialChallenges.id, { onDelete: 'cascade' }),
    month: date('month').notNull(),
    donationCount: integer('donation_count').notNull().default(0),
    amountYen: bigint('amount_yen', { mode: 'number' }).notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.socialChallengeId, table.month] }),
    check('challenge_months_count', sql`${table.donationCount} >= 0`),
    check('challenge_months_amount', sql`${table.amountYen} >= 0`),
  ],
);
