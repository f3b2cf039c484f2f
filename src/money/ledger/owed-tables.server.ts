import { sql } from 'drizzle-orm';
import { bigint, check, date, index, pgTable, text } from 'drizzle-orm/pg-core';
import { applications } from '#giving/applications/application-tables.server.ts';
import { timestamptz } from '#kit/db/columns.server.ts';
import { fundPayouts } from '#money/funds/fund-tables.server.ts';
import { remittances } from '#money/remittances/remittance-tables.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { socialChallenges } from '#organisations/challenges/challenge-tables.server.ts';

/**
 * Amounts owed, as open items: a gift, a correction, a fund's pay-out, a returned transfer. Open until a remittance
 * takes them or their cause is undone (docs/decisions/0023). Negative amounts reduce the debt.
 */
export const owedItems = pgTable(
  'owed_items',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    associateId: text('associate_id').references(() => associates.id),
    socialChallengeId: text('social_challenge_id').references(() => socialChallenges.id),
    kind: text('kind').notNull(),
    amountYen: bigint('amount_yen', { mode: 'number' }).notNull(),
    /** Part of a negative amount that the recipient actually received: booked on the account `overpaid`. */
    overpaidYen: bigint('overpaid_yen', { mode: 'number' }).notNull().default(0),
    /** Day in Asia/Tokyo that assigns it to a period. */
    day: date('day').notNull(),
    postingId: text('posting_id').notNull(),
    appraisalId: text('appraisal_id').references(() => applications.appraisalId),
    payoutId: text('payout_id').references(() => fundPayouts.id),
    /** The remittance that came back. */
    returnedId: text('returned_id').references(() => remittances.id),
    /** The remittance that takes it; for a fund's gift the one that paid it out. */
    remittanceId: text('remittance_id').references(() => remittances.id),
    cancelledAt: timestamptz('cancelled_at'),
    at: timestamptz('at').notNull(),
  },
  (table) => [
    index('owed_items_associate_open')
      .on(table.associateId, table.day)
      .where(
        sql`${table.remittanceId} is null and ${table.cancelledAt} is null and ${table.associateId} is not null`,
      ),
    index('owed_items_fund_open')
      .on(table.socialChallengeId, table.day, table.id)
      .where(
        sql`${table.remittanceId} is null and ${table.cancelledAt} is null and ${table.socialChallengeId} is not null`,
      ),
    index('owed_items_remittance').on(table.remittanceId, table.id),
    index('owed_items_appraisal').on(table.appraisalId),
    index('owed_items_corrections')
      .on(table.associateId, table.appraisalId)
      .where(sql`${table.kind} = 'correction' and ${table.cancelledAt} is null`),
    index('owed_items_returned').on(table.returnedId).where(sql`${table.returnedId} is not null`),
    check(
      'owed_items_overpaid',
      sql`${table.overpaidYen} between 0 and greatest(0, -${table.amountYen})`,
    ),
    check('owed_items_kind', sql`${table.kind} in ('gift', 'correction', 'payout', 'return')`),
    check(
      'owed_items_target',
      sql`(${table.associateId} is null) <> (${table.socialChallengeId} is null)`,
    ),
  ],
);
