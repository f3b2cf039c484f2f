import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { applications } from '#giving/applications/application-tables.server.ts';
import { timestamptz } from '#kit/db/columns.server.ts';

/** Papers of an identity check, encrypted, deleted after the retention time. */
export const identityPapers = pgTable(
  'identity_papers',
  {
    id: text('id').primaryKey(),
    appraisalId: text('appraisal_id')
      .notNull()
      .references(() => applications.appraisalId, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    fileName: text('file_name').notNull(),
    submittedAt: timestamptz('submitted_at').notNull(),
    reviewedAt: timestamptz('reviewed_at'),
    reviewedBy: text('reviewed_by'),
    deleteAfter: timestamptz('delete_after').notNull(),
  },
  (table) => [
    index('identity_papers_appraisal').on(table.appraisalId),
    index('identity_papers_delete').on(table.deleteAfter),
  ],
);
