import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { applications } from '#server/db/schema/applications.ts';
import { timestamptz } from '#server/db/schema/columns.ts';
import { resultBatches } from '#server/db/schema/results.ts';

/** An appraisal that people write at the table, box by box; finished, it is a row of the waiting batch. */
export const appraisalDrafts = pgTable(
  'appraisal_drafts',
  {
    appraisalId: text('appraisal_id')
      .primaryKey()
      .references(() => applications.appraisalId, { onDelete: 'cascade' }),
    state: text('state').notNull().default('open'),
    /** Boxes whose goods have all been entered. */
    finishedBoxes: integer('finished_boxes').array().notNull().default([]),
    outcome: text('outcome').notNull().default('completed'),
    bonusYen: integer('bonus_yen').notNull().default(0),
    note: text('note').notNull().default(''),
    /** Why what looks unlikely is right. */
    overrideReason: text('override_reason').notNull().default(''),
    /** Why the second look sent it back; '' once it is through again. */
    sentBackNote: text('sent_back_note').notNull().default(''),
    startedBy: text('started_by').notNull(),
    startedAt: timestamptz('started_at').notNull(),
    changedBy: text('changed_by').notNull(),
    changedAt: timestamptz('changed_at').notNull(),
    finishedBy: text('finished_by'),
    finishedAt: timestamptz('finished_at'),
    reviewedBy: text('reviewed_by'),
    reviewedAt: timestamptz('reviewed_at'),
    version: integer('version').notNull().default(1),
  },
  (table) => [
    index('appraisal_drafts_state').on(table.state, table.changedAt, table.appraisalId),
    check('appraisal_drafts_state', sql`${table.state} in ('open', 'review', 'reviewed')`),
    check('appraisal_drafts_bonus', sql`${table.bonusYen} >= 0`),
  ],
);

/** A piece or a lot of goods in a draft. A removed one stays, marked, until the draft is gone. */
export const appraisalDraftItems = pgTable(
  'appraisal_draft_items',
  {
    /** Made by the device, so that what is sent again is one item. */
    id: text('id').primaryKey(),
    appraisalId: text('appraisal_id')
      .notNull()
      .references(() => appraisalDrafts.appraisalId, { onDelete: 'cascade' }),
    boxNumber: integer('box_number').notNull(),
    /** Category, brand, feature, condition, quantity, price and so on: domain/appraisals. */
    content: jsonb('content').notNull(),
    imageIds: text('image_ids').array().notNull().default([]),
    addedBy: text('added_by').notNull(),
    addedAt: timestamptz('added_at').notNull(),
    changedBy: text('changed_by').notNull(),
    changedAt: timestamptz('changed_at').notNull(),
    removedAt: timestamptz('removed_at'),
    version: integer('version').notNull().default(1),
  },
  (table) => [
    index('appraisal_draft_items_draft').on(table.appraisalId, table.boxNumber, table.addedAt),
    index('appraisal_draft_items_images').using('gin', table.imageIds),
  ],
);

/** A result that nobody was told of yet: a row of a waiting batch, from a file or from the table. */
export const waitingResults = pgTable(
  'waiting_results',
  {
    id: text('id').primaryKey(),
    batchId: text('batch_id')
      .notNull()
      .references(() => resultBatches.id, { onDelete: 'cascade' }),
    rowNumber: integer('row_number').notNull(),
    appraisalId: text('appraisal_id')
      .notNull()
      .references(() => applications.appraisalId, { onDelete: 'cascade' }),
    source: text('source').notNull(),
    /** The row and its items as read and checked; domain/results. */
    result: jsonb('result').notNull(),
    items: jsonb('items').notNull().default([]),
    rowHash: text('row_hash').notNull(),
    /** What looks unlikely: [{ code, message }]. Released only with a reason. */
    flags: jsonb('flags').notNull().default([]),
    overrideReason: text('override_reason').notNull().default(''),
    addedBy: text('added_by').notNull(),
    addedAt: timestamptz('added_at').notNull(),
    changedBy: text('changed_by').notNull(),
    changedAt: timestamptz('changed_at').notNull(),
    takenOutBy: text('taken_out_by'),
    takenOutAt: timestamptz('taken_out_at'),
    takenOutReason: text('taken_out_reason').notNull().default(''),
    releasedAt: timestamptz('released_at'),
    version: integer('version').notNull().default(1),
  },
  (table) => [
    index('waiting_results_batch').on(table.batchId, table.rowNumber, table.id),
    // What stops a release: rows that look unlikely, without a reason (server/results/waiting/flagged.ts).
    index('waiting_results_flagged')
      .on(table.batchId, table.rowNumber, table.id)
      .where(
        sql`${table.flags} <> '[]'::jsonb and (${table.overrideReason} = '' or ${table.flags} @> '[{"code":"does-not-fit"}]'::jsonb) and ${table.takenOutAt} is null and ${table.releasedAt} is null`,
      ),
    uniqueIndex('waiting_results_application')
      .on(table.appraisalId)
      .where(sql`${table.takenOutAt} is null and ${table.releasedAt} is null`),
    check('waiting_results_source', sql`${table.source} in ('csv', 'tablet')`),
  ],
);

/** A day's figure of how long a step took, in days: the median of the last 90 days and of how many. */
export const measuredDays = pgTable(
  'measured_days',
  {
    step: text('step').primaryKey(),
    /** In tenths of a day. */
    medianTenths: integer('median_tenths').notNull(),
    count: integer('count').notNull(),
    measuredOn: date('measured_on').notNull(),
  },
  (table) => [
    check('measured_days_step', sql`${table.step} in ('kit', 'appraisal', 'remittance')`),
  ],
);
