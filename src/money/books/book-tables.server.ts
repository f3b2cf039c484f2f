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
} from 'drizzle-orm/pg-core';
import { applications } from '#giving/applications/application-tables.server.ts';
import { timestamptz } from '#kit/db/columns.server.ts';

/** Closed months, whose books no longer change: requested by one person, closed by another. */
export const closedMonths = pgTable('closed_months', {
  /** The first day of the month. */
  month: date('month').primaryKey(),
  /** Check list and balances at closing. */
  figures: jsonb('figures').notNull(),
  askedBy: text('asked_by').notNull(),
  closedBy: text('closed_by').notNull(),
  closedAt: timestamptz('closed_at').notNull(),
});

/** Sales proceeds of goods: per box, in one sale or several. Never changed, only reversed. */
export const goodsSales = pgTable(
  'goods_sales',
  {
    id: text('id').primaryKey(),
    appraisalId: text('appraisal_id')
      .notNull()
      .references(() => applications.appraisalId),
    soldOn: date('sold_on').notNull(),
    amountYen: bigint('amount_yen', { mode: 'number' }).notNull(),
    /** Whether the box is sold out: the difference to the appraisal is booked. */
    isLast: boolean('is_last').notNull(),
    /** Where it was sold, in words for its donor; '' if not stated. */
    place: text('place').notNull().default(''),
    /** Line of the result's list of items, from 1; null for a sale of the box or a lot. */
    itemPosition: integer('item_position'),
    note: text('note').notNull().default(''),
    /** Recognises the same row in another file. */
    rowHash: text('row_hash').notNull(),
    postingId: text('posting_id').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    reversedAt: timestamptz('reversed_at'),
    reversalReason: text('reversal_reason').notNull().default(''),
    reversedBy: text('reversed_by'),
  },
  (table) => [
    index('goods_sales_appraisal').on(table.appraisalId),
    index('goods_sales_created').on(table.createdAt.desc().nullsFirst(), table.id),
    index('goods_sales_row').on(table.rowHash),
    check('goods_sales_amount', sql`${table.amountYen} >= 0`),
    check('goods_sales_item', sql`${table.itemPosition} > 0`),
  ],
);

/** Account names and codes of an accounting program. */
export const journalCodes = pgTable(
  'journal_codes',
  {
    software: text('software').notNull(),
    accountCode: text('account_code').notNull(),
    accountName: text('account_name').notNull(),
    subAccountName: text('sub_account_name').notNull().default(''),
    taxCode: text('tax_code').notNull(),
    version: integer('version').notNull().default(1),
    changedBy: text('changed_by').notNull(),
    changedAt: timestamptz('changed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.software, table.accountCode] }),
    check(
      'journal_codes_software',
      sql`${table.software} in ('yayoi', 'yayoi-online', 'freee', 'moneyforward', 'general')`,
    ),
  ],
);
