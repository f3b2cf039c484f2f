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
import { users } from './accounts.ts';
import { associates } from './associates.ts';
import { timestamptz } from './columns.ts';
import { donations } from './donations.ts';

/** What a receipt says of who issues it and how was given; days are YYYY-MM-DD. */
export type Stated = {
  /** Goods that were given; a purchase is only what papers of before said (docs/decisions/0028). */
  way: 'goods' | 'purchase';
  name: string;
  address: string;
  representative: string;
  classification: string;
  /** The seal of the organisation, as it was on the day of issue; papers of before have none. */
  sealImageId?: string;
  /** It takes the place of papers of another form, rather than repeating one. */
  isSubstitute?: true;
  /** The page that its QR code leads to; papers of before lead to that of the present address. */
  verifyPage?: string;
  /** What the organisation bears of the cost of its gifts, in yen; papers of before do not say. */
  cost?: { feeYen: number; handlingYen: number };
  /** Of a year: gifts without a wish were left out, since the organisation issued none for them then. */
  isWishedOnly?: true;
  /** Those that were valid on the days of its gifts, the earliest first. */
  certifications: { number: string; authority: string; certifiedOn: string; expiresOn: string }[];
};

/**
 * 寄付金受領証明書: what a paper says, as it was issued. Nothing changes afterwards (triggers of the migration `papers`)
 * but whose it is and the key under which its code is sealed. What happened to it is in `receipt_events`.
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
    /** As on the day of issue: what changes of the organisation later leaves the paper as it was. */
    stated: jsonb('stated').$type<Stated>().notNull(),
    /** Numbers of the papers that it says it replaces. */
    replaces: text('replaces').array().notNull().default(sql`'{}'`),
    /** The form of the drawing: a later form leaves earlier papers as they were drawn. */
    layout: integer('layout').notNull().default(1),
    /** Issued while sample data was loaded, and marked so. */
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
 * The gifts that a paper names, in their order. `stands` turns false once, when the paper ends; one standing paper a gift.
 * Year papers that an earlier version voided or replaced with another sum have no lines.
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
    /** The day on which the organisation received it, as the paper says. */
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

/** What happened to a paper: issued, then at most one ending, which is for ever. */
export const receiptEvents = pgTable(
  'receipt_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    receiptNumber: text('receipt_number')
      .notNull()
      .references(() => receipts.number),
    kind: text('kind').notNull(),
    /** In Japanese, shown to whoever holds the paper; "" of an issue. */
    reason: text('reason').notNull().default(''),
    /** The paper in its place. */
    replacedBy: text('replaced_by').references(() => receipts.number),
    /** Null where the system did it. */
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

/** Two papers over one gift that both stood when papers became records: a person decides which one ends. */
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
