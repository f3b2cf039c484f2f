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
import { timestamptz } from './columns.ts';

/**
 * What people edit and publish, version by version: organisations' pages, the service's facts, texts of law,
 * campaigns, templates. Of one thing there is one open draft at most; what was published is never changed, and the
 * newest whose day has come holds (docs/decisions/0030).
 */
export const contentVersions = pgTable(
  'content_versions',
  {
    kind: text('kind').notNull(),
    key: text('key').notNull(),
    number: integer('number').notNull(),
    content: jsonb('content').notNull(),
    state: text('state').notNull().default('draft'),
    /** Counts the saves of a draft: what If-Match names. */
    revision: integer('revision').notNull().default(1),
    /** Why it was changed, or why it was sent back. */
    note: text('note').notNull().default(''),
    /** From which day it holds; null at once. */
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
    // An organisation's drafts: their keys begin with its id.
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
 * Who agreed to which version of a text of law: a person by registering, an application by being sent. A person who
 * had agreed to an earlier one is told of the next, once.
 */
export const legalConsents = pgTable(
  'legal_consents',
  {
    /** 'user' or 'application', with its uid or application number. */
    subjectType: text('subject_type').notNull(),
    subjectId: text('subject_id').notNull(),
    textKind: text('text_kind').notNull(),
    version: integer('version').notNull(),
    /** Whether they agreed, or were told of it on their own page. */
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
