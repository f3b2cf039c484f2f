import { sql } from 'drizzle-orm';
import {
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
import { applications } from '#giving/applications/application-tables.server.ts';
import { timestamptz } from '#kit/db/columns.server.ts';

/** A day's kits, frozen: printed and handed to the carrier, and later marked as sent. */
export const kitBatches = pgTable(
  'kit_batches',
  {
    id: text('id').primaryKey(),
    /** Asia/Tokyo; `number` counts that day's batches from 1. */
    day: date('day').notNull(),
    number: integer('number').notNull(),
    state: text('state').notNull().default('frozen'),
    applicationCount: integer('application_count').notNull(),
    boxCount: integer('box_count').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    markedBy: text('marked_by'),
    markedAt: timestamptz('marked_at'),
    dissolvedBy: text('dissolved_by'),
    dissolvedAt: timestamptz('dissolved_at'),
    dissolvedReason: text('dissolved_reason').notNull().default(''),
    version: integer('version').notNull().default(1),
  },
  (table) => [
    uniqueIndex('kit_batches_day').on(table.day, table.number),
    index('kit_batches_created').on(table.createdAt.desc().nullsFirst(), table.id),
    check('kit_batches_state', sql`${table.state} in ('frozen', 'marked', 'dissolved')`),
  ],
);

/** An application's kits in a batch, with address and wishes as of freezing. */
export const kitBatchEntries = pgTable(
  'kit_batch_entries',
  {
    batchId: text('batch_id')
      .notNull()
      .references(() => kitBatches.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    appraisalId: text('appraisal_id')
      .notNull()
      .references(() => applications.appraisalId, { onDelete: 'cascade' }),
    applicationVersion: integer('application_version').notNull(),
    boxes: integer('boxes').notNull(),
    /** Names, kana, phone, address and wished delivery as of freezing. */
    recipient: jsonb('recipient').notNull(),
    /** Address lines split by an operator; null if the computed split applies. */
    split: jsonb('split'),
    state: text('state').notNull().default('waiting'),
    /** Reason that its kit did not leave with the batch. */
    leftOutReason: text('left_out_reason').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.batchId, table.position] }),
    // Prevents double kits: an application is in at most one frozen batch.
    uniqueIndex('kit_batch_entries_waiting')
      .on(table.appraisalId)
      .where(sql`${table.state} = 'waiting'`),
    index('kit_batch_entries_application').on(table.appraisalId),
    check('kit_batch_entries_state', sql`${table.state} in ('waiting', 'sent', 'left-out')`),
  ],
);

/**
 * A box of an application, "n of m". Created when its kit is frozen in a batch or when the box arrives; `number` counts
 * from 1 and may exceed the boxes applied for (`isExtra`).
 */
export const boxes = pgTable(
  'boxes',
  {
    appraisalId: text('appraisal_id')
      .notNull()
      .references(() => applications.appraisalId, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    isExtra: boolean('is_extra').notNull().default(false),
    kitBatchId: text('kit_batch_id').references(() => kitBatches.id, { onDelete: 'set null' }),
    /** 'yamato', 'sagawa', 'other'; '' before anything was sent. */
    carrier: text('carrier').notNull().default(''),
    trackingNumber: text('tracking_number').notNull().default(''),
    kitState: text('kit_state').notNull().default('none'),
    kitSentAt: timestamptz('kit_sent_at'),
    /** The carrier's own wording of the state, verbatim from its file. */
    carrierWord: text('carrier_word').notNull().default(''),
    /** When the carrier reported it as delivered, returned, missing, lost or damaged. */
    kitStateAt: timestamptz('kit_state_at'),
    receivedAt: timestamptz('received_at'),
    receivedBy: text('received_by'),
    version: integer('version').notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.appraisalId, table.number] }),
    index('boxes_batch').on(table.kitBatchId),
    index('boxes_tracking').on(table.trackingNumber).where(sql`${table.trackingNumber} <> ''`),
    // Kits that are out: returned ones, and ones without news for long.
    index('boxes_out')
      .on(table.kitState, table.kitSentAt, table.appraisalId, table.number)
      .where(sql`${table.receivedAt} is null`),
    // Everything under way, longest without news first.
    index('boxes_under_way')
      .on(table.kitSentAt, table.appraisalId, table.number)
      .where(sql`${table.receivedAt} is null and ${table.kitState} in ('sent', 'delivered')`),
    index('boxes_received')
      .on(table.receivedAt, table.appraisalId, table.number)
      .where(sql`${table.receivedAt} is not null`),
    check('boxes_number', sql`${table.number} between 1 and 99`),
    check(
      'boxes_kit_state',
      sql`${table.kitState} in ('none', 'frozen', 'sent', 'delivered', 'returned', 'inquiry', 'lost', 'damaged')`,
    ),
    check('boxes_carrier', sql`${table.carrier} in ('', 'yamato', 'sagawa', 'other')`),
  ],
);

/** Pickup day that a donor asked for; goes into the carrier's file. */
export const pickups = pgTable(
  'pickups',
  {
    appraisalId: text('appraisal_id')
      .primaryKey()
      .references(() => applications.appraisalId, { onDelete: 'cascade' }),
    day: date('day').notNull(),
    slot: text('slot').notNull().default(''),
    boxes: integer('boxes').notNull(),
    askedAt: timestamptz('asked_at').notNull(),
    exportedAt: timestamptz('exported_at'),
    exportedBy: text('exported_by'),
    /** Carrier whose file contains it, so that it can be regenerated; '' if arranged otherwise. */
    exportedCarrier: text('exported_carrier').notNull().default(''),
    cancelledAt: timestamptz('cancelled_at'),
    version: integer('version').notNull().default(1),
  },
  (table) => [
    index('pickups_day')
      .on(table.day, table.appraisalId)
      .where(sql`${table.cancelledAt} is null and ${table.exportedAt} is null`),
    index('pickups_arranged')
      .on(table.day, table.appraisalId)
      .where(sql`${table.cancelledAt} is null and ${table.exportedAt} is not null`),
    check('pickups_slot', sql`${table.slot} in ('', '12', '14', '16', '18', '19')`),
    check('pickups_carrier', sql`${table.exportedCarrier} in ('', 'yamato', 'sagawa')`),
    check('pickups_boxes', sql`${table.boxes} between 1 and 5`),
  ],
);
