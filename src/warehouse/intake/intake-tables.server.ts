import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { applications } from '#giving/applications/application-tables.server.ts';
import { timestamptz } from '#kit/db/columns.server.ts';

/** Scans of incoming boxes: the id is the device's, so that a retry counts once. */
export const scans = pgTable(
  'scans',
  {
    id: text('id').primaryKey(),
    /** As scanned; cut to the length of a label. */
    code: text('code').notNull(),
    appraisalId: text('appraisal_id').references(() => applications.appraisalId, {
      onDelete: 'cascade',
    }),
    boxNumber: integer('box_number'),
    outcome: text('outcome').notNull(),
    scannedBy: text('scanned_by').notNull(),
    /** By the device's clock; `receivedAt` is by ours. */
    scannedAt: timestamptz('scanned_at').notNull(),
    receivedAt: timestamptz('received_at').notNull(),
    /** Undone by the person who scanned within ten minutes, or corrected later. */
    takenBackAt: timestamptz('taken_back_at'),
    takenBackBy: text('taken_back_by'),
    takenBackReason: text('taken_back_reason').notNull().default(''),
  },
  (table) => [
    index('scans_received').on(table.receivedAt.desc().nullsFirst(), table.id),
    index('scans_application').on(table.appraisalId, table.receivedAt),
    check(
      'scans_outcome',
      sql`${table.outcome} in ('received', 'again', 'extra', 'cancelled', 'ended', 'unknown')`,
    ),
  ],
);

/** A box with a problem: its location, reason, person in charge, due day and outcome. */
export const boxExceptions = pgTable(
  'box_exceptions',
  {
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    appraisalId: text('appraisal_id').references(() => applications.appraisalId, {
      onDelete: 'set null',
    }),
    boxNumber: integer('box_number'),
    scanId: text('scan_id').references(() => scans.id, { onDelete: 'set null' }),
    place: text('place').notNull(),
    reason: text('reason').notNull(),
    /** Pictures of purpose 'box-exception'. */
    imageIds: text('image_ids').array().notNull().default([]),
    ownerUid: text('owner_uid').notNull(),
    dueOn: date('due_on').notNull(),
    state: text('state').notNull().default('open'),
    ending: text('ending'),
    endingNote: text('ending_note').notNull().default(''),
    endedBy: text('ended_by'),
    endedAt: timestamptz('ended_at'),
    createdBy: text('created_by').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    changedBy: text('changed_by').notNull(),
    changedAt: timestamptz('changed_at').notNull(),
    version: integer('version').notNull().default(1),
  },
  (table) => [
    index('box_exceptions_open').on(table.dueOn, table.id).where(sql`${table.state} = 'open'`),
    index('box_exceptions_rank').on(table.state.desc().nullsFirst(), table.dueOn, table.id),
    index('box_exceptions_owner')
      .on(table.ownerUid, table.dueOn, table.id)
      .where(sql`${table.state} = 'open'`),
    index('box_exceptions_created').on(table.createdAt.desc().nullsFirst(), table.id),
    index('box_exceptions_application').on(table.appraisalId),
    uniqueIndex('box_exceptions_scan').on(table.scanId).where(sql`${table.scanId} is not null`),
    index('box_exceptions_images').using('gin', table.imageIds),
    check(
      'box_exceptions_kind',
      sql`${table.kind} in ('no-number', 'unknown-number', 'again', 'extra', 'cancelled', 'ended', 'damaged', 'not-accepted', 'other', 'inquiry', 'lost', 'damaged-on-way')`,
    ),
    // At most one open exception per parcel on its way.
    uniqueIndex('box_exceptions_on_way')
      .on(table.appraisalId, table.boxNumber)
      .where(
        sql`${table.state} = 'open' and ${table.kind} in ('inquiry', 'lost', 'damaged-on-way')`,
      ),
    check('box_exceptions_state', sql`${table.state} in ('open', 'ended')`),
    check(
      'box_exceptions_ending',
      sql`(${table.state} = 'ended') = (${table.ending} is not null) and (${table.ending} is null or ${table.ending} in ('received', 'appraised', 'returned', 'discarded', 'other', 'found', 'given-up'))`,
    ),
  ],
);
