import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#kit/db/columns.server.ts';

/**
 * Append-only (by a trigger; only security events older than a year may be deleted): operators' reads of personal data,
 * imports, exports, roles; security events.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    actorUid: text('actor_uid').notNull(),
    action: text('action').notNull(),
    subjectType: text('subject_type').notNull(),
    subjectId: text('subject_id').notNull(),
    details: jsonb('details').notNull().default({}),
    at: timestamptz('at').notNull(),
  },
  (table) => [
    index('audit_log_subject').on(table.subjectType, table.subjectId, table.id),
    // Operators' actions, without the many sign-ins.
    index('audit_log_at')
      .on(table.at, table.id)
      .where(sql`split_part(${table.action}, '.', 1) <> 'security'`),
    index('audit_log_actor').on(table.actorUid, table.at, table.id),
    index('audit_log_record').on(table.subjectId, table.at, table.id),
    index('audit_log_room').on(sql`split_part(${table.action}, '.', 1)`, table.at, table.id),
  ],
);
