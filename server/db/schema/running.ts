import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** A picture that was re-encoded by us; its files are named by id and width. */
export const images = pgTable(
  'images',
  {
    id: text('id').primaryKey(),
    ownerUid: text('owner_uid'),
    purpose: text('purpose').notNull(),
    contentType: text('content_type').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    byteCount: integer('byte_count').notNull(),
    /** The widths in pixels that were made of it. */
    widths: integer('widths').array().notNull(),
    alt: text('alt').notNull().default(''),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('images_owner').on(table.ownerUid),
    check('images_type', sql`${table.contentType} in ('image/jpeg', 'image/png', 'image/webp')`),
  ],
);

/** Mails written in the transaction of what they tell; sent afterwards by any process. */
export const outboxMails = pgTable(
  'outbox_mails',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Names the effect ("kit-sent:TS-…"): the same effect is written once. */
    dedupeKey: text('dedupe_key').notNull().unique(),
    messageId: text('message_id').notNull().unique(),
    kind: text('kind').notNull(),
    recipient: text('recipient').notNull(),
    uid: text('uid'),
    appraisalId: text('appraisal_id'),
    subject: text('subject').notNull(),
    textBody: text('text_body').notNull(),
    /** What the HTML is made of when the mail leaves: a quarter of its size. */
    content: json('content').notNull().default({ subject: '', name: '', blocks: [] }),
    state: text('state').notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    /** By the database's clock: processes may disagree about the time, and must not send twice for it. */
    availableAt: moment('available_at').notNull().defaultNow(),
    lastError: text('last_error').notNull().default(''),
    createdAt: moment('created_at').notNull(),
    sentAt: moment('sent_at'),
  },
  (table) => [
    index('outbox_mails_waiting')
      .on(table.availableAt, table.id)
      .where(sql`${table.state} = 'waiting'`),
    index('outbox_mails_created').on(table.createdAt, table.id),
    index('outbox_mails_uid').on(table.uid),
    check('outbox_mails_state', sql`${table.state} in ('waiting', 'sent', 'dead', 'held')`),
  ],
);

/** Completed outcomes to replay (robustness decision 2); a visitor's actor is "0". */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    actor: text('actor').notNull(),
    key: text('key').notNull(),
    route: text('route').notNull(),
    bodyHash: text('body_hash').notNull(),
    status: integer('status').notNull(),
    response: jsonb('response').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.actor, table.key] }),
    index('idempotency_keys_created').on(table.createdAt),
  ],
);

/** Append-only (a trigger refuses the rest): operators' reads of personal data, imports, exports, roles. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    actorUid: text('actor_uid').notNull(),
    action: text('action').notNull(),
    subjectType: text('subject_type').notNull(),
    subjectId: text('subject_id').notNull(),
    details: jsonb('details').notNull().default({}),
    at: moment('at').notNull(),
  },
  (table) => [
    index('audit_log_subject').on(table.subjectType, table.subjectId, table.id),
    index('audit_log_at').on(table.at, table.id),
  ],
);

/** One version per topic of public data, bumped by triggers in the write's transaction (decision 31). */
export const topicVersions = pgTable('topic_versions', {
  topic: text('topic').primaryKey(),
  version: bigint('version', { mode: 'number' }).notNull().default(1),
});

/** Tries within a window, by hashed subject (an address /64, an e-mail): robustness decision 11. */
export const attemptBudgets = pgTable(
  'attempt_budgets',
  {
    subjectHash: text('subject_hash').notNull(),
    purpose: text('purpose').notNull(),
    windowStart: moment('window_start').notNull(),
    attempts: integer('attempts').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subjectHash, table.purpose, table.windowStart] }),
    index('attempt_budgets_window').on(table.windowStart),
  ],
);

/** What visitors ask the operator; answered by mail, and marked here. */
export const contactMessages = pgTable(
  'contact_messages',
  {
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    /** As the sender gave it: nothing says that the application exists or is theirs. */
    appraisalId: text('appraisal_id').notNull().default(''),
    message: text('message').notNull(),
    answeredAt: moment('answered_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('contact_messages_answered').on(table.answeredAt, table.createdAt, table.id)],
);

/** Facts about this installation, such as the sample data's seed and sign-ins. */
export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
});
