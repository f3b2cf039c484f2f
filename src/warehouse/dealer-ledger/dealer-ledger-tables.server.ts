import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { applications } from '#giving/applications/application-tables.server.ts';
import { timestamptz } from '#kit/db/columns.server.ts';

/**
 * A line of the dealer's ledger (古物営業法 16), one per item. Never changed: a correction is a new line that names the one
 * it replaces.
 */
export const dealerEntries = pgTable(
  'dealer_entries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Year of the entry and a gapless number: 2026-000123. */
    number: text('number').notNull(),
    /** No foreign key: the line outlives an erased application for as long as the law requires. */
    appraisalId: text('appraisal_id').notNull(),
    appraisalRowId: text('appraisal_row_id').notNull(),
    itemPosition: integer('item_position').notNull(),
    tradedOn: date('traded_on').notNull(),
    way: text('way').notNull(),
    kind: text('kind').notNull(),
    quantity: integer('quantity').notNull(),
    feature: text('feature').notNull(),
    priceYen: integer('price_yen').notNull(),
    partyName: text('party_name').notNull(),
    partyAddress: text('party_address').notNull(),
    partyOccupation: text('party_occupation').notNull(),
    /** On the day of the trade. */
    partyAge: integer('party_age').notNull(),
    identityMethod: text('identity_method').notNull(),
    letterNumber: text('letter_number').notNull().default(''),
    letterSentOn: date('letter_sent_on'),
    letterDeliveredOn: date('letter_delivered_on'),
    /** Note that a private person's goods need no qualified invoice (古物商特例). */
    taxNote: text('tax_note').notNull().default(''),
    enteredBy: text('entered_by').notNull(),
    enteredAt: timestamptz('entered_at').notNull(),
    keptUntil: date('kept_until').notNull(),
    corrects: bigint('corrects', { mode: 'number' }).references(
      (): AnyPgColumn => dealerEntries.id,
    ),
    correctionReason: text('correction_reason').notNull().default(''),
    /** Search text of the ledger, folded. */
    folded: text('folded').notNull(),
  },
  (table) => [
    unique('dealer_entries_number').on(table.number),
    index('dealer_entries_traded').on(table.tradedOn, table.id),
    index('dealer_entries_entered').on(table.enteredAt, table.id),
    index('dealer_entries_application').on(table.appraisalId, table.id),
    index('dealer_entries_kept').on(table.keptUntil),
    unique('dealer_entries_corrects').on(table.corrects),
    index('dealer_entries_grams').using('gin', sql`search_grams(${table.folded})`),
    check('dealer_entries_way', sql`${table.way} in ('purchase', 'consignment', 'cancelled')`),
    check('dealer_entries_amounts', sql`${table.quantity} > 0 and ${table.priceYen} >= 0`),
  ],
);

/** The letter that must reach its addressee to confirm an identity, and its outcome. */
export const identityLetters = pgTable(
  'identity_letters',
  {
    appraisalId: text('appraisal_id')
      .primaryKey()
      .references(() => applications.appraisalId, { onDelete: 'cascade' }),
    /** Method of confirming identity; src/warehouse/identity-checks. */
    method: text('method').notNull(),
    letterNumber: text('letter_number').notNull().default(''),
    /** Destination, as the application had it then; '' if not yet sent. */
    address: text('address').notNull().default(''),
    sentOn: date('sent_on'),
    deliveredOn: date('delivered_on'),
    returnedOn: date('returned_on'),
    changedBy: text('changed_by').notNull(),
    changedAt: timestamptz('changed_at').notNull(),
    version: integer('version').notNull().default(1),
  },
  (table) => [index('identity_letters_number').on(table.letterNumber)],
);
