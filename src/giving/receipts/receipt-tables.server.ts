import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { donations } from '#giving/donations/donation-tables.server.ts';
import { timestamptz } from '#kit/db/columns.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';

/** Issuer and form of the gift on a receipt; days are YYYY-MM-DD. */
export type Stated = {
  /** Gifts of goods; only older receipts say `purchase` (docs/decisions/0028). */
  way: 'goods' | 'purchase';
  name: string;
  address: string;
  representative: string;
  classification: string;
  /** The organisation's seal on the day of issue; older receipts have none. */
  sealImageId?: string;
  /** It replaces receipts of another form instead of repeating one. */
  isSubstitute?: true;
  /** Target of its QR code; older receipts point to the current address. */
  verifyPage?: string;
  /** Costs borne by the organisation, in yen; not on older receipts. */
  cost?: { feeYen: number; handlingYen: number };
  /**
   * Annual receipt without gifts for which no receipt was requested, since the organisation issued none for those then.
   */
  isWishedOnly?: true;
  /** Certifications valid on the days of its gifts, earliest first. */
  certifications: { number: string; authority: string; certifiedOn: string; expiresOn: string }[];
};

/**
 * 寄付金受領証明書: the content of a receipt as issued. Immutable (triggers of the migration `papers`) except for its owner and
 * the key that seals its code. Its history is in `receipt_events`.
 */
export const receipts = pgTable(
  'receipts',
  {
    number: text('number').primaryKey(),
    kind: text('kind').notNull(),
    uid: text('uid').references(() => users.uid, { onDelete: 'set null' }),
    associateId: text('associate_id')
      .notNull()
      .references(() => associates.id),
    year: integer('year').notNull(),
    amountYen: bigint('amount_yen', { mode: 'number' }).notNull(),
    donorName: text('donor_name').notNull(),
    donorAddress: text('donor_address').notNull(),
    /** As on the day of issue: later changes of the organisation do not affect it. */
    stated: jsonb('stated').$type<Stated>().notNull(),
    /** Numbers of the receipts that it replaces. */
    replaces: text('replaces').array().notNull().default(sql`'{}'`),
    /** Version of the drawing: older receipts keep their layout. */
    layout: integer('layout').notNull().default(1),
    /** Issued while sample data was loaded, and marked accordingly. */
    isSample: boolean('is_sample').notNull().default(false),
    verifyCodeHash: text('verify_code_hash').notNull().unique(),
    /** The printed code, sealed; null if an earlier version derived it from SECRET and number. */
    sealedVerifyCode: text('sealed_verify_code'),
    issuedAt: timestamptz('issued_at').notNull(),
  },
  (table) => [
    index('receipts_uid').on(table.uid, table.issuedAt),
    index('receipts_associate').on(table.associateId, table.issuedAt, table.number),
    index('receipts_associate_year').on(table.associateId, table.year, table.number),
    check('receipts_kind', sql`${table.kind} in ('donation', 'year')`),
  ],
);

/**
 * Gifts on a receipt, in order. `stands` turns false once, when the receipt ends; a gift has at most one standing
 * receipt. Annual receipts that an earlier version voided or replaced with another sum have no lines.
 */
export const receiptGifts = pgTable(
  'receipt_gifts',
  {
    receiptNumber: text('receipt_number')
      .notNull()
      .references(() => receipts.number),
    line: integer('line').notNull(),
    appraisalId: text('appraisal_id').notNull(),
    donationId: text('donation_id')
      .notNull()
      .references(() => donations.id),
    /** Day of receipt by the organisation, as printed. */
    receivedOn: date('received_on').notNull(),
    amountYen: integer('amount_yen').notNull(),
    stands: boolean('stands').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.receiptNumber, table.line] }),
    uniqueIndex('receipt_gifts_standing').on(table.appraisalId).where(sql`${table.stands}`),
    index('receipt_gifts_appraisal').on(table.appraisalId),
    index('receipt_gifts_donation').on(table.donationId),
  ],
);

/** History of a receipt: issued, then at most one ending, which is final. */
export const receiptEvents = pgTable(
  'receipt_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    receiptNumber: text('receipt_number')
      .notNull()
      .references(() => receipts.number),
    kind: text('kind').notNull(),
    /** In Japanese, shown to the receipt's holder; "" when issued. */
    reason: text('reason').notNull().default(''),
    /** The replacing receipt. */
    replacedBy: text('replaced_by').references(() => receipts.number),
    /** Null for the system. */
    actorUid: text('actor_uid'),
    at: timestamptz('at').notNull(),
  },
  (table) => [
    index('receipt_events_receipt').on(table.receiptNumber, table.id),
    uniqueIndex('receipt_events_ending')
      .on(table.receiptNumber)
      .where(sql`${table.kind} <> 'issued'`),
    index('receipt_events_replaced_by')
      .on(table.replacedBy)
      .where(sql`${table.replacedBy} is not null`),
    check('receipt_events_kind', sql`${table.kind} in ('issued', 'replaced', 'voided')`),
    check(
      'receipt_events_successor',
      sql`(${table.kind} = 'replaced') = (${table.replacedBy} is not null)`,
    ),
  ],
);

/** Two valid receipts of one gift found when receipts became records: a person decides which one ends. */
export const receiptDoubles = pgTable(
  'receipt_doubles',
  {
    earlier: text('earlier')
      .notNull()
      .references(() => receipts.number),
    later: text('later')
      .notNull()
      .references(() => receipts.number),
    appraisalId: text('appraisal_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.earlier, table.later, table.appraisalId] }),
    index('receipt_doubles_later').on(table.later),
  ],
);
