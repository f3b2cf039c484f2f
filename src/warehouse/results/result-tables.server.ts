import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { applications } from '#giving/applications/application-tables.server.ts';
import { timestamptz } from '#kit/db/columns.server.ts';

/**
 * Results released together: an upload, or a day's appraisals on site. Waits, with its rows in waiting_results, until
 * released; then it can be reversed with a reason.
 */
export const resultBatches = pgTable(
  'result_batches',
  {
    id: text('id').primaryKey(),
    uploadedBy: text('uploaded_by').notNull(),
    fileName: text('file_name').notNull(),
    fileHash: text('file_hash').notNull(),
    itemFileName: text('item_file_name').notNull().default(''),
    encoding: text('encoding').notNull(),
    rowCount: integer('row_count').notNull(),
    acceptedCount: integer('accepted_count').notNull(),
    unchangedCount: integer('unchanged_count').notNull().default(0),
    donationYen: bigint('donation_yen', { mode: 'number' }).notNull(),
    /** True while donors of a large batch still have to be notified (src/warehouse/results/notify-donors.server.ts). */
    mailsDue: boolean('mails_due').notNull().default(false),
    state: text('state').notNull().default('released'),
    source: text('source').notNull().default('csv'),
    /** Automatic release, unless released or postponed before; null for never. */
    releaseDueAt: timestamptz('release_due_at'),
    releasedAt: timestamptz('released_at'),
    releasedBy: text('released_by'),
    version: integer('version').notNull().default(1),
    createdAt: timestamptz('created_at').notNull(),
    reversedAt: timestamptz('reversed_at'),
    reversedBy: text('reversed_by'),
    reversalReason: text('reversal_reason').notNull().default(''),
  },
  (table) => [
    index('result_batches_created').on(table.createdAt, table.id),
    index('result_batches_due').on(table.releaseDueAt).where(sql`${table.state} = 'waiting'`),
    check('result_batches_state', sql`${table.state} in ('waiting', 'released', 'dropped')`),
    check('result_batches_source', sql`${table.source} in ('csv', 'tablet')`),
  ],
);

/** An accepted result row. A reversed one stays, marked; each application has at most one that is not reversed. */
export const appraisals = pgTable(
  'appraisals',
  {
    id: text('id').primaryKey(),
    appraisalId: text('appraisal_id')
      .notNull()
      .references(() => applications.appraisalId, { onDelete: 'cascade' }),
    batchId: text('batch_id')
      .notNull()
      .references(() => resultBatches.id),
    rowNumber: integer('row_number').notNull(),
    rowHash: text('row_hash').notNull(),
    receivedOn: date('received_on').notNull(),
    appraisedOn: date('appraised_on').notNull(),
    itemCount: integer('item_count').notNull(),
    pricedCount: integer('priced_count').notNull(),
    appraisedYen: integer('appraised_yen').notNull(),
    bonusYen: integer('bonus_yen').notNull(),
    donationYen: integer('donation_yen').notNull(),
    outcome: text('outcome').notNull(),
    note: text('note').notNull().default(''),
    stateBefore: text('state_before').notNull(),
    /** Reason to release an implausible result. */
    overrideReason: text('override_reason').notNull().default(''),
    /** The row that this one replaces, and why. */
    correctsId: text('corrects_id'),
    correctionReason: text('correction_reason').notNull().default(''),
    correctedBy: text('corrected_by'),
    createdAt: timestamptz('created_at').notNull(),
    reversedAt: timestamptz('reversed_at'),
  },
  (table) => [
    uniqueIndex('appraisals_standing')
      .on(table.appraisalId)
      .where(sql`${table.reversedAt} is null`),
    // Earlier results of an application.
    index('appraisals_application').on(table.appraisalId, table.createdAt),
    index('appraisals_batch').on(table.batchId, table.rowNumber, table.id),
    check('appraisals_sum', sql`${table.donationYen} = ${table.appraisedYen} + ${table.bonusYen}`),
    check('appraisals_amounts', sql`${table.appraisedYen} >= 0 and ${table.bonusYen} >= 0`),
    check('appraisals_counts', sql`${table.pricedCount} between 0 and ${table.itemCount}`),
    check(
      'appraisals_outcome',
      sql`${table.outcome} in ('completed', 'unpriced', 'returned', 'discarded', 'cancelled')`,
    ),
  ],
);

export const appraisalItems = pgTable(
  'appraisal_items',
  {
    appraisalRowId: text('appraisal_row_id')
      .notNull()
      .references(() => appraisals.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    quantity: integer('quantity').notNull(),
    amountYen: integer('amount_yen').notNull(),
    destination: text('destination').notNull().default(''),
    reason: text('reason').notNull().default(''),
    /** '' if from a file without it. */
    category: text('category').notNull().default(''),
    brand: text('brand').notNull().default(''),
    feature: text('feature').notNull().default(''),
    condition: text('condition').notNull().default(''),
    boxNumber: integer('box_number'),
    imageIds: text('image_ids').array().notNull().default([]),
    /** By the database's clock: used only to order prices by age. */
    addedAt: timestamptz('added_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.appraisalRowId, table.position] }),
    // Earlier prices of similar goods, newest first, by brand or of any brand.
    index('appraisal_items_prices')
      .on(table.category, table.condition, table.addedAt.desc().nullsFirst())
      .where(sql`${table.category} <> '' and ${table.amountYen} > 0`),
    index('appraisal_items_brand_prices')
      .on(table.category, table.brand, table.condition, table.addedAt.desc().nullsFirst())
      .where(sql`${table.category} <> '' and ${table.amountYen} > 0`),
    index('appraisal_items_images')
      .using('gin', table.imageIds)
      .where(sql`${table.imageIds} <> '{}'`),
    check('appraisal_items_amounts', sql`${table.quantity} > 0 and ${table.amountYen} >= 0`),
  ],
);
