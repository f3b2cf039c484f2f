import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { receipts } from '#giving/receipts/receipt-tables.server.ts';
import { timestamptz } from '#kit/db/columns.server.ts';

/** Sender on the address sheets, as of the start of the run. */
export type RunSender = { name: string; address: string };

/** Receipts of a year for everyone who asked, issued by an operator in one go. */
export const receiptRuns = pgTable(
  'receipt_runs',
  {
    id: text('id').primaryKey(),
    /** Year of the gifts, by the day received. */
    year: integer('year').notNull(),
    /** Whether annual receipts replace those of single gifts. */
    replacesSingles: boolean('replaces_singles').notNull(),
    state: text('state').notNull().default('running'),
    sender: jsonb('sender').$type<RunSender>().notNull(),
    startedBy: text('started_by').notNull(),
    startedAt: timestamptz('started_at').notNull(),
    finishedAt: timestamptz('finished_at'),
  },
  (table) => [
    index('receipt_runs_started').on(table.startedAt, table.id),
    // One running at a time, so that no donor is in two.
    uniqueIndex('receipt_runs_open').on(sql`(true)`).where(sql`${table.state} = 'running'`),
    check('receipt_runs_state', sql`${table.state} in ('running', 'done')`),
    check(
      'receipt_runs_finished',
      sql`(${table.state} = 'done') = (${table.finishedAt} is not null)`,
    ),
  ],
);

/** A receipt of a run, or the reason that there is none. Waits, then ends once. */
export const receiptRunRows = pgTable(
  'receipt_run_rows',
  {
    runId: text('run_id').notNull(),
    position: integer('position').notNull(),
    /** Rows of one donor share a number and are adjacent. */
    donor: integer('donor').notNull(),
    /** First gift of the donor to the organisation in that year: identifies the receipt. */
    appraisalId: text('appraisal_id').notNull(),
    delivery: text('delivery').notNull(),
    outcome: text('outcome').notNull(),
    receiptNumber: text('receipt_number'),
    /** Reason if none was issued, else "". */
    reason: text('reason').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.position] }),
    foreignKey({
      name: 'receipt_run_rows_run',
      columns: [table.runId],
      foreignColumns: [receiptRuns.id],
    }),
    foreignKey({
      name: 'receipt_run_rows_receipt',
      columns: [table.receiptNumber],
      foreignColumns: [receipts.number],
    }).onDelete('cascade'),
    index('receipt_run_rows_waiting')
      .on(table.runId, table.donor)
      .where(sql`${table.outcome} = 'waiting'`),
    uniqueIndex('receipt_run_rows_paper')
      .on(table.receiptNumber)
      .where(sql`${table.receiptNumber} is not null`),
    index('receipt_run_rows_gift').on(table.appraisalId),
    check('receipt_run_rows_outcome', sql`${table.outcome} in ('waiting', 'issued', 'left-out')`),
    check('receipt_run_rows_delivery', sql`${table.delivery} in ('mail', 'post')`),
    check(
      'receipt_run_rows_number',
      sql`(${table.outcome} = 'issued') = (${table.receiptNumber} is not null)`,
    ),
  ],
);
