import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
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
  /** Of one donation: the day on which it was received; papers of before do not store it. */
  receivedOn?: string;
  /** Of a year: gifts without a wish were left out, since the organisation issued none for them then. */
  isWishedOnly?: true;
  /** Those that were valid on the days of its gifts, the earliest first. */
  certifications: { number: string; authority: string; certifiedOn: string; expiresOn: string }[];
};

/** 寄付金受領証明書, numbered; a re-issue names the number it repeats. */
export const receipts = pgTable(
  'receipts',
  {
    number: text('number').primaryKey(),
    kind: text('kind').notNull(),
    uid: text('uid').references(() => users.uid, { onDelete: 'set null' }),
    associateId: text('associate_id')
      .notNull()
      .references(() => associates.id),
    donationId: text('donation_id').references(() => donations.id),
    year: integer('year').notNull(),
    amountYen: bigint('amount_yen', { mode: 'number' }).notNull(),
    donorName: text('donor_name').notNull(),
    donorAddress: text('donor_address').notNull(),
    /** As on the day of issue: what changes of the organisation later leaves the paper as it was. */
    stated: jsonb('stated').$type<Stated>().notNull(),
    verifyCodeHash: text('verify_code_hash').notNull().unique(),
    /** The printed code, sealed, where the present SECRET does not give it any more. */
    sealedVerifyCode: text('sealed_verify_code'),
    reissueOf: text('reissue_of'),
    issuedAt: timestamptz('issued_at').notNull(),
  },
  (table) => [
    index('receipts_uid').on(table.uid, table.issuedAt),
    index('receipts_donation').on(table.donationId),
    index('receipts_reissue_of').on(table.reissueOf).where(sql`${table.reissueOf} is not null`),
    index('receipts_associate').on(table.associateId, table.issuedAt, table.number),
    unique('receipts_number_kind').on(table.number, table.kind),
    check('receipts_kind', sql`${table.kind} in ('donation', 'year')`),
  ],
);
