import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { applications } from '#giving/applications/application-tables.server.ts';
import { timestamptz } from '#kit/db/columns.server.ts';
import { remittances } from '#money/remittances/remittance-tables.server.ts';
import { associates, associateThanks } from '#organisations/associates/associate-tables.server.ts';
import { socialChallenges } from '#organisations/challenges/challenge-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { appraisals } from '#warehouse/results/result-tables.server.ts';

/** A donation in yen. Each application has at most one that is not reversed; reversed ones stay, marked. */
export const donations = pgTable(
  'donations',
  {
    id: text('id').primaryKey(),
    appraisalId: text('appraisal_id')
      .notNull()
      .references(() => applications.appraisalId),
    appraisalRowId: text('appraisal_row_id')
      .notNull()
      .references(() => appraisals.id),
    uid: text('uid').references(() => users.uid, { onDelete: 'set null' }),
    associateId: text('associate_id').references(() => associates.id),
    socialChallengeId: text('social_challenge_id').references(() => socialChallenges.id),
    amountYen: integer('amount_yen').notNull(),
    /** Deductions under the agreement of its day: the service's fee, and shipping and handling. */
    feeYen: integer('fee_yen').notNull().default(0),
    handlingYen: integer('handling_yen').notNull().default(0),
    needReceipt: boolean('need_receipt').notNull(),
    donatedAt: timestamptz('donated_at').notNull(),
    reversedAt: timestamptz('reversed_at'),
    remittanceId: text('remittance_id'),
    /** Day of receipt by the organisation, which counts for taxes. */
    receivedOn: date('received_on'),
  },
  (table) => [
    uniqueIndex('donations_standing').on(table.appraisalId).where(sql`${table.reversedAt} is null`),
    index('donations_uid').on(table.uid, table.donatedAt.desc().nullsFirst(), table.appraisalId),
    index('donations_associate').on(
      table.associateId,
      table.donatedAt.desc().nullsFirst(),
      table.appraisalId,
    ),
    index('donations_receipts')
      .on(table.associateId, table.donatedAt.desc().nullsFirst(), table.appraisalId)
      .where(sql`${table.needReceipt} and ${table.reversedAt} is null`),
    // Donations of a fiscal year, by the day received.
    index('donations_received')
      .on(table.associateId, table.receivedOn, table.appraisalId)
      .where(sql`${table.reversedAt} is null and ${table.receivedOn} is not null`),
    // Donations of all organisations with a requested receipt, by the day received.
    index('donations_wished_receipts')
      .on(table.receivedOn)
      .where(
        sql`${table.needReceipt} and ${table.reversedAt} is null and ${table.receivedOn} is not null`,
      ),
    index('donations_result').on(table.appraisalRowId),
    index('donations_donated').on(table.donatedAt),
    index('donations_remittance_id')
      .on(table.remittanceId)
      .where(sql`${table.remittanceId} is not null`),
    check(
      'donations_kept',
      sql`${table.feeYen} >= 0 and ${table.handlingYen} >= 0 and ${table.feeYen} + ${table.handlingYen} <= ${table.amountYen}`,
    ),
    check('donations_amount', sql`${table.amountYen} >= 0`),
    check(
      'donations_target',
      sql`(${table.associateId} is null) <> (${table.socialChallengeId} is null)`,
    ),
    foreignKey({
      name: 'donations_remittance',
      columns: [table.remittanceId],
      foreignColumns: [remittances.id],
    }),
  ],
);

/** Thanks of a donation: shown to its donor under お礼. */
export const donationThanks = pgTable(
  'donation_thanks',
  {
    donationId: text('donation_id')
      .notNull()
      .references(() => donations.id, { onDelete: 'cascade' }),
    thanksId: text('thanks_id')
      .notNull()
      .references(() => associateThanks.id, { onDelete: 'cascade' }),
    at: timestamptz('at').notNull(),
    /** Earliest notification of the donor by mail; null once sent or if not needed. */
    notifyAt: timestamptz('notify_at'),
  },
  (table) => [
    primaryKey({ columns: [table.donationId, table.thanksId] }),
    index('donation_thanks_thanks').on(table.thanksId),
    index('donation_thanks_notify')
      .on(table.notifyAt, table.donationId, table.thanksId)
      .where(sql`${table.notifyAt} is not null`),
  ],
);
