import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#kit/db/columns.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';

/** Due date if nothing is due: keyset columns must not be null. */
const farAway = sql.raw(`timestamptz '9999-01-01 00:00:00+00'`);

/** Listing applications of organisations, from new to the operator's decision. */
export const listingApplications = pgTable(
  'listing_applications',
  {
    id: text('id').primaryKey(),
    organisationName: text('organisation_name').notNull(),
    classification: text('classification').notNull(),
    representative: text('representative').notNull(),
    prefecture: text('prefecture').notNull(),
    socialChallenges: text('social_challenges').array().notNull(),
    certification: text('certification').notNull().default(''),
    personName: text('person_name').notNull(),
    email: text('email').notNull(),
    tel: text('tel').notNull(),
    websiteUrl: text('website_url').notNull().default(''),
    message: text('message').notNull().default(''),
    state: text('state').notNull().default('new'),
    assigneeUid: text('assignee_uid'),
    dueAt: timestamptz('due_at'),
    threadTokenHash: text('thread_token_hash').unique(),
    version: integer('version').notNull().default(1),
    /** The organisation created from it. */
    associateId: text('associate_id').references(() => associates.id),
    stateChangedAt: timestamptz('state_changed_at').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('listing_applications_state').on(
      table.state,
      sql`(coalesce(${table.dueAt}, ${farAway}))`,
      table.createdAt.desc().nullsFirst(),
      table.id,
    ),
    index('listing_applications_rank').on(
      sql`(coalesce(${table.dueAt}, ${farAway}))`,
      sql`(case ${table.state} when 'new' then 0 when 'in-talks' then 1 else 2 end)`,
      table.createdAt.desc().nullsFirst(),
      table.id,
    ),
    index('listing_applications_due')
      .on(table.dueAt, table.id)
      .where(sql`${table.dueAt} is not null`),
    index('listing_applications_email').on(
      table.email,
      table.createdAt.desc().nullsFirst(),
      table.id,
    ),
    check(
      'listing_applications_state',
      sql`${table.state} in ('new', 'in-talks', 'accepted', 'declined')`,
    ),
  ],
);

/** Visitors' questions to the operator; answered by mail, and marked here. */
export const contactMessages = pgTable(
  'contact_messages',
  {
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    /** As entered by the sender: the application may not exist or not be theirs. */
    appraisalId: text('appraisal_id').notNull().default(''),
    /** Item of the application that it asks about; '' for none. */
    item: text('item').notNull().default(''),
    message: text('message').notNull(),
    answeredAt: timestamptz('answered_at'),
    assigneeUid: text('assignee_uid'),
    /** Due date of the answer; null once answered. */
    dueAt: timestamptz('due_at'),
    /** Hash of the link by which the sender reads and replies. */
    threadTokenHash: text('thread_token_hash').unique(),
    version: integer('version').notNull().default(1),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('contact_messages_due').on(table.dueAt, table.id).where(sql`${table.answeredAt} is null`),
    // Questions about appraisals, counted by month.
    index('contact_messages_item').on(table.createdAt).where(sql`${table.item} <> ''`),
    index('contact_messages_email').on(table.email, table.createdAt.desc().nullsFirst(), table.id),
    index('contact_messages_rank').on(
      sql`(case when ${table.answeredAt} is null then 0 else 1 end)`,
      sql`(coalesce(${table.dueAt}, ${farAway}))`,
      table.createdAt.desc().nullsFirst(),
      table.id,
    ),
  ],
);

/** Later entries of a contact message or a listing application, by the operator or the sender. */
export const threadEntries = pgTable(
  'thread_entries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** 'message' or 'listing', with its reference number. */
    subjectType: text('subject_type').notNull(),
    subjectId: text('subject_id').notNull(),
    direction: text('direction').notNull(),
    body: text('body').notNull(),
    /** Operator who wrote it; null for the sender. */
    authorUid: text('author_uid'),
    /** The mail that carried it, if any. */
    mailId: bigint('mail_id', { mode: 'number' }),
    /** Message-ID of an incoming mail, so that it is accepted once. */
    inboundId: text('inbound_id').unique(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('thread_entries_subject').on(table.subjectType, table.subjectId, table.id),
    index('thread_entries_mail').on(table.mailId).where(sql`${table.mailId} is not null`),
    check('thread_entries_subject', sql`${table.subjectType} in ('message', 'listing')`),
    check('thread_entries_direction', sql`${table.direction} in ('out', 'in', 'note')`),
  ],
);

/** A file attached to an entry; its bytes are in the file store. */
export const threadAttachments = pgTable(
  'thread_attachments',
  {
    id: text('id').primaryKey(),
    entryId: bigint('entry_id', { mode: 'number' })
      .notNull()
      .references(() => threadEntries.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    contentType: text('content_type').notNull(),
    byteCount: integer('byte_count').notNull(),
  },
  (table) => [index('thread_attachments_entry').on(table.entryId)],
);

/** Operators' templates for frequent answers. */
export const replyTemplates = pgTable(
  'reply_templates',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    body: text('body').notNull(),
    version: integer('version').notNull().default(1),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [index('reply_templates_name').on(table.name, table.id)],
);
