import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns.ts';

/** What operators note on a donor ('user' and a uid) or a guest's application ('application' and its number). */
export const donorNotes = pgTable(
  'donor_notes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    subjectType: text('subject_type').notNull(),
    subjectId: text('subject_id').notNull(),
    body: text('body').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    withdrawnAt: timestamptz('withdrawn_at'),
  },
  (table) => [index('donor_notes_subject').on(table.subjectType, table.subjectId, table.id)],
);

/** Two records that were one person: what moved, so that it can be moved back. */
export const donorMerges = pgTable(
  'donor_merges',
  {
    id: text('id').primaryKey(),
    fromUid: text('from_uid').notNull(),
    intoUid: text('into_uid').notNull(),
    /** Ids by table. */
    moved: jsonb('moved').notNull(),
    mergedBy: text('merged_by').notNull(),
    mergedAt: timestamptz('merged_at').notNull(),
    undoneBy: text('undone_by'),
    undoneAt: timestamptz('undone_at'),
  },
  (table) => [
    index('donor_merges_into').on(table.intoUid, table.mergedAt),
    index('donor_merges_from').on(table.fromUid, table.mergedAt),
  ],
);
