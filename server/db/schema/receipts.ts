import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { associates } from './associates.ts';
import { timestamptz } from './columns.ts';
import { donations } from './donations.ts';

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
    certificationId: integer('certification_id').notNull(),
    verifyCodeHash: text('verify_code_hash').notNull().unique(),
    /** The printed code, sealed, where the present SECRET does not give it any more. */
    sealedVerifyCode: text('sealed_verify_code'),
    reissueOf: text('reissue_of'),
    issuedAt: timestamptz('issued_at').notNull(),
  },
  (table) => [
    index('receipts_uid').on(table.uid, table.issuedAt),
    index('receipts_donation').on(table.donationId),
    unique('receipts_number_kind').on(table.number, table.kind),
    check('receipts_kind', sql`${table.kind} in ('donation', 'year')`),
  ],
);
