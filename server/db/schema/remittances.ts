import { sql } from 'drizzle-orm';
import { bigint, check, date, pgTable, text } from 'drizzle-orm/pg-core';
import { associates } from './associates.ts';
import { socialChallenges } from './challenges.ts';
import { timestamptz } from './columns.ts';

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
