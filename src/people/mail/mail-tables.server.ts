import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '#kit/db/columns.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';

/** A person's setting for a kind of mail; no row means the kind's default. */
export const mailPreferences = pgTable(
  'mail_preferences',
  {
    uid: text('uid')
      .notNull()
      .references(() => users.uid, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    isWanted: boolean('is_wanted').notNull(),
  },
  (table) => [primaryKey({ columns: [table.uid, table.kind] })],
);

/** Outbox: mails written in the transaction of the event they report; sent later by any process. */
export const outboxMails = pgTable(
  'outbox_mails',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Identifies the effect ("kit-sent:TS-…"), which is written once. */
    dedupeKey: text('dedupe_key').notNull().unique(),
    messageId: text('message_id').notNull().unique(),
    kind: text('kind').notNull(),
    recipient: text('recipient').notNull(),
    uid: text('uid'),
    appraisalId: text('appraisal_id'),
    subject: text('subject').notNull(),
    textBody: text('text_body').notNull(),
    /** Content from which the HTML is rendered on sending: a quarter of its size. */
    content: json('content').notNull().default({ subject: '', name: '', blocks: [] }),
    /** The mail that this one repeats, to a corrected or the same address. */
    resendOf: bigint('resend_of', { mode: 'number' }),
    /** Number of the thread for replies; the Reply-To address is made on sending. */
    replyTo: text('reply_to'),
    state: text('state').notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    /** By the database's clock: processes may disagree about the time and would send twice. */
    availableAt: timestamptz('available_at').notNull().defaultNow(),
    /** Delay in minutes during which its event can be undone. */
    waitsMinutes: integer('waits_minutes').notNull().default(0),
    lastError: text('last_error').notNull().default(''),
    createdAt: timestamptz('created_at').notNull(),
    sentAt: timestamptz('sent_at'),
  },
  (table) => [
    index('outbox_mails_waiting')
      .on(table.availableAt, table.id)
      .where(sql`${table.state} = 'waiting'`),
    index('outbox_mails_created').on(table.createdAt, table.id),
    index('outbox_mails_uid').on(table.uid),
    index('outbox_mails_application').on(table.appraisalId, table.id),
    index('outbox_mails_recipient').on(table.recipient, table.id),
    index('outbox_mails_resend_of').on(table.resendOf).where(sql`${table.resendOf} is not null`),
    // The newest mail of a kind previews its texts.
    index('outbox_mails_kind').on(table.kind, table.id),
    index('outbox_mails_state').on(table.state, table.id),
    check('outbox_mails_state', sql`${table.state} in ('waiting', 'sent', 'dead', 'held')`),
  ],
);
