import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { applications } from '#giving/applications/application-tables.server.ts';
import { timestamptz } from '#kit/db/columns.server.ts';
import { images } from '#kit/images/image-tables.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';

/** Reports of an organisation on the use of its gifts, each as of its last edition. */
export const useReports = pgTable(
  'use_reports',
  {
    id: text('id').primaryKey(),
    associateId: text('associate_id')
      .notNull()
      .references(() => associates.id),
    edition: integer('edition').notNull(),
    periodFrom: date('period_from').notNull(),
    periodTo: date('period_to').notNull(),
    title: text('title').notNull(),
    body: text('body').notNull(),
    imageId: text('image_id').references(() => images.id),
    /** As the organisation says. */
    yen: bigint('yen', { mode: 'number' }).notNull(),
    /** Gifts that it covers, as of its last edition. */
    gifts: integer('gifts').notNull(),
    publishedAt: timestamptz('published_at').notNull(),
    /** Text and picture hidden by an operator; the figures stay. */
    hiddenAt: timestamptz('hidden_at'),
    hiddenReason: text('hidden_reason').notNull().default(''),
  },
  (table) => [
    index('use_reports_associate').on(
      table.associateId,
      table.publishedAt.desc().nullsFirst(),
      table.id,
    ),
    index('use_reports_published').on(table.publishedAt.desc().nullsFirst(), table.id),
    index('use_reports_image').on(table.imageId).where(sql`${table.imageId} is not null`),
    check('use_reports_yen', sql`${table.yen} > 0`),
    check('use_reports_period', sql`${table.periodFrom} <= ${table.periodTo}`),
  ],
);

/** Every edition of a report, as published; rows never change. */
export const useReportEditions = pgTable(
  'use_report_editions',
  {
    reportId: text('report_id')
      .notNull()
      .references(() => useReports.id),
    /** From 1. */
    edition: integer('edition').notNull(),
    periodFrom: date('period_from').notNull(),
    periodTo: date('period_to').notNull(),
    title: text('title').notNull(),
    body: text('body').notNull(),
    imageId: text('image_id').references(() => images.id),
    yen: bigint('yen', { mode: 'number' }).notNull(),
    gifts: integer('gifts').notNull(),
    /** SHA-256 of title, a blank line and body; of the picture's largest file. */
    textHash: text('text_hash').notNull(),
    pictureHash: text('picture_hash'),
    publishedBy: text('published_by').notNull(),
    publishedAt: timestamptz('published_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.reportId, table.edition] }),
    index('use_report_editions_image').on(table.imageId).where(sql`${table.imageId} is not null`),
  ],
);

/**
 * Shares of gifts in reports, in yen. A gift's share of a report is the sum of its rows: corrections, reversed gifts and
 * returned transfers add counter-entries, and rows never change.
 */
export const useReportGifts = pgTable(
  'use_report_gifts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    reportId: text('report_id')
      .notNull()
      .references(() => useReports.id),
    appraisalId: text('appraisal_id')
      .notNull()
      .references(() => applications.appraisalId),
    yen: bigint('yen', { mode: 'number' }).notNull(),
    at: timestamptz('at').notNull(),
  },
  (table) => [
    index('use_report_gifts_report').on(table.reportId, table.id),
    index('use_report_gifts_appraisal').on(table.appraisalId, table.reportId),
    check('use_report_gifts_yen', sql`${table.yen} <> 0`),
  ],
);

/** Progress of telling a report's donors; a table of its own, since a change of the report drops public pages. */
export const useReportDeliveries = pgTable(
  'use_report_deliveries',
  {
    reportId: text('report_id')
      .primaryKey()
      .references(() => useReports.id),
    /** Last row of use_report_gifts about which a mail was written. */
    reachedId: bigint('reached_id', { mode: 'number' }).notNull().default(0),
    endedAt: timestamptz('ended_at'),
  },
  (table) => [
    index('use_report_deliveries_open').on(table.reportId).where(sql`${table.endedAt} is null`),
  ],
);

/**
 * What an organisation has not reported on yet, as published (docs/decisions/0032). The counts move at once; the sum moves
 * once a day at most, and only if the number of gifts differs by five or more from that of the last sum.
 */
export const unreportedSums = pgTable('unreported_sums', {
  associateId: text('associate_id')
    .primaryKey()
    .references(() => associates.id),
  gifts: integer('gifts').notNull(),
  /** Of these, arrived more than 90 days before. */
  lateGifts: integer('late_gifts').notNull(),
  /** The last sum, its gifts and its JST day; null before the first. */
  sumYen: bigint('sum_yen', { mode: 'number' }),
  sumGifts: integer('sum_gifts').notNull().default(0),
  sumDay: date('sum_day'),
});
