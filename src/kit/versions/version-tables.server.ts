import { sql } from 'drizzle-orm';
import {
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
import { timestamptz } from '#kit/db/columns.server.ts';

/**
 * Edited and published content, version by version: organisations' pages, the service's facts, legal texts, campaigns,
 * templates. Each has at most one open draft; published versions never change, and the newest with a start day reached
 * is in force (docs/decisions/0018).
 */
export const contentVersions = pgTable(
  'content_versions',
  {
    kind: text('kind').notNull(),
    key: text('key').notNull(),
    number: integer('number').notNull(),
    content: jsonb('content').notNull(),
    state: text('state').notNull().default('draft'),
    /** Incremented on each save of a draft: the ETag for If-Match. */
    revision: integer('revision').notNull().default(1),
    /** Reason of the change, or of its rejection. */
    note: text('note').notNull().default(''),
    /** First day in force; null for at once. */
    holdsFrom: date('holds_from'),
    createdBy: text('created_by').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    changedBy: text('changed_by').notNull(),
    changedAt: timestamptz('changed_at').notNull(),
    publishedBy: text('published_by'),
    publishedAt: timestamptz('published_at'),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.key, table.number] }),
    uniqueIndex('content_versions_open')
      .on(table.kind, table.key)
      .where(sql`${table.state} in ('draft', 'waiting')`),
    index('content_versions_waiting')
      .on(table.changedAt, table.kind, table.key)
      .where(sql`${table.state} = 'waiting'`),
    // Drafts of an organisation: their keys begin with its id.
    index('content_versions_room')
      .on(table.kind, sql`split_part(${table.key}, ':', 1)`)
      .where(sql`${table.state} in ('draft', 'waiting')`),
    check(
      'content_versions_state',
      sql`${table.state} in ('draft', 'waiting', 'published', 'discarded')`,
    ),
    check(
      'content_versions_published',
      sql`(${table.state} = 'published') = (${table.publishedAt} is not null)`,
    ),
  ],
);

/**
 * Consents to versions of legal texts: by a person on registration, by an application on submission. A person who
 * agreed to an earlier version is notified of the next, once.
 */
export const legalConsents = pgTable(
  'legal_consents',
  {
    /** 'user' or 'application', with its uid or application number. */
    subjectType: text('subject_type').notNull(),
    subjectId: text('subject_id').notNull(),
    textKind: text('text_kind').notNull(),
    version: integer('version').notNull(),
    /** Whether they agreed, or were notified on their own page. */
    act: text('act').notNull().default('agreed'),
    at: timestamptz('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subjectType, table.subjectId, table.textKind, table.version] }),
    index('legal_consents_version').on(table.textKind, table.version, table.act, table.subjectType),
    check('legal_consents_subject', sql`${table.subjectType} in ('user', 'application')`),
    check('legal_consents_act', sql`${table.act} in ('agreed', 'told')`),
  ],
);
