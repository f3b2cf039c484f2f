import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { timestamptz } from '#kit/db/columns.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';

/**
 * Search index of /admin/donors, maintained by triggers on users and applications: registered people, and guests,
 * defined as the applications of one e-mail without an account. The text holds everything they entered, folded like
 * application_search (docs/decisions/0009).
 */
export const donorSearch = pgTable(
  'donor_search',
  {
    /** The uid, or the number of a guest's newest application. */
    id: text('id').primaryKey(),
    uid: text('uid')
      .unique()
      .references(() => users.uid, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    /** Creation of the account, or of the newest application. */
    createdAt: timestamptz('created_at').notNull(),
    folded: text('folded').notNull(),
  },
  (table) => [
    uniqueIndex('donor_search_guest').on(table.email).where(sql`${table.uid} is null`),
    index('donor_search_email').on(table.email),
    index('donor_search_created').on(table.createdAt, table.id),
    index('donor_search_grams').using('gin', sql`search_grams(${table.folded})`),
  ],
);

/** Operators' notes on a donor ('user' and a uid) or a guest's application ('application' and its number). */
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

/** A merge of two records of one person, with the moved rows so that it can be undone. */
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
