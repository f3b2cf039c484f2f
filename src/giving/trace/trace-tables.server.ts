import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import { applications } from '#giving/applications/application-tables.server.ts';
import { timestamptz } from '#kit/db/columns.server.ts';

/** Links by which a donor shares the trace of a gift. A link ends for good; it also ends with the donor's account. */
export const traceLinks = pgTable(
  'trace_links',
  {
    id: text('id').primaryKey(),
    appraisalId: text('appraisal_id')
      .notNull()
      .references(() => applications.appraisalId, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull().unique(),
    /** Whether the shared page has sums in yen. */
    showsSums: boolean('shows_sums').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    endedAt: timestamptz('ended_at'),
  },
  (table) => [index('trace_links_application').on(table.appraisalId, table.createdAt)],
);

/** Sold-out applications: each donor is notified once, in batches. */
export const soldNotices = pgTable(
  'sold_notices',
  {
    appraisalId: text('appraisal_id')
      .primaryKey()
      .references(() => applications.appraisalId, { onDelete: 'cascade' }),
    /** Null once the mail is written. */
    dueAt: timestamptz('due_at'),
  },
  (table) => [
    index('sold_notices_due')
      .on(table.dueAt, table.appraisalId)
      .where(sql`${table.dueAt} is not null`),
  ],
);
