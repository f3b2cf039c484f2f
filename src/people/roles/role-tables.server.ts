import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { timestamptz } from '#kit/db/columns.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import type { ShownLine } from '#people/approvals/shown.ts';

/** Mailed invitations to the service or to an organisation's staff; the link's secret is stored as a hash. */
export const invitations = pgTable(
  'invitations',
  {
    id: text('id').primaryKey(),
    email: text('email').notNull(),
    role: text('role').notNull(),
    associateId: text('associate_id').references(() => associates.id, { onDelete: 'cascade' }),
    staffRole: text('staff_role'),
    tokenHash: text('token_hash').notNull().unique(),
    invitedBy: text('invited_by').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    acceptedAt: timestamptz('accepted_at'),
    acceptedBy: text('accepted_by'),
    withdrawnAt: timestamptz('withdrawn_at'),
  },
  (table) => [
    index('invitations_associate').on(
      table.associateId,
      table.createdAt.desc().nullsFirst(),
      table.id,
    ),
    index('invitations_created').on(table.createdAt.desc().nullsFirst(), table.id),
    index('invitations_email').on(table.email),
    uniqueIndex('invitations_open')
      .on(table.email, sql`coalesce(${table.associateId}, '')`)
      .where(sql`${table.acceptedAt} is null and ${table.withdrawnAt} is null`),
    check(
      'invitations_role',
      sql`(${table.role} = 'staff') = (${table.associateId} is not null) and (${table.role} = 'staff') = (${table.staffRole} is not null)`,
    ),
  ],
);

/**
 * Requests for approval by a second person: bank accounts, roles and remittances. In an installation of one person they
 * take effect a day later instead (docs/decisions/0014).
 */
export const approvals = pgTable(
  'approvals',
  {
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    /** Subject of the change: an organisation's id, a uid, '' for the service's own account, or an id of its own. */
    subjectId: text('subject_id').notNull(),
    change: jsonb('change').notNull(),
    reason: text('reason').notNull().default(''),
    state: text('state').notNull().default('waiting'),
    askedBy: text('asked_by').notNull(),
    askedAt: timestamptz('asked_at').notNull(),
    /** When it takes effect without a second person; null if a second person is asked. */
    dueAt: timestamptz('due_at'),
    decidedBy: text('decided_by'),
    decidedAt: timestamptz('decided_at'),
    decisionNote: text('decision_note').notNull().default(''),
    /** Kind of device and coarse address of the two requests; '' if unknown. */
    askedDevice: text('asked_device').notNull().default(''),
    askedFrom: text('asked_from').notNull().default(''),
    decidedDevice: text('decided_device').notNull().default(''),
    decidedFrom: text('decided_from').notNull().default(''),
    /** The content approved, line by line (`ShownLine`), and its digest; null while it waits, and before 2026-11-27. */
    shown: jsonb('shown').$type<ShownLine[]>(),
    digest: text('digest').notNull().default(''),
  },
  (table) => [
    index('approvals_state').on(table.state, table.askedAt.desc().nullsFirst(), table.id),
    index('approvals_rank').on(
      sql`(case ${table.state} when 'waiting' then 0 else 1 end)`,
      table.askedAt.desc().nullsFirst(),
      table.id,
    ),
    index('approvals_subject').on(table.kind, table.subjectId, table.askedAt),
    uniqueIndex('approvals_waiting')
      .on(table.kind, table.subjectId)
      .where(sql`${table.state} = 'waiting'`),
    index('approvals_due').on(table.dueAt).where(sql`${table.state} = 'waiting'`),
    check(
      'approvals_kind',
      sql`${table.kind} in ('bank-account', 'role', 'remittance', 'remittance-run', 'month-close', 'associate-merge', 'fund-payout')`,
    ),
    check('approvals_state', sql`${table.state} in ('waiting', 'done', 'declined', 'withdrawn')`),
  ],
);

/**
 * Who added a person to the service, gave them a role or removed their second factor: the two count as one person for a
 * time (docs/decisions/0014). Append-only; uids only, so that it outlives an account.
 */
export const personLinks = pgTable(
  'person_links',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    uid: text('uid').notNull(),
    /** Null for the installation itself. */
    byUid: text('by_uid'),
    way: text('way').notNull(),
    /** The person's role before and after; equal if the action was something else. */
    fromRole: text('from_role').notNull(),
    toRole: text('to_role').notNull(),
    at: timestamptz('at').notNull(),
  },
  (table) => [
    index('person_links_uid').on(table.uid, table.at),
    index('person_links_by').on(table.byUid, table.at),
    check('person_links_way', sql`${table.way} in ('installed', 'invited', 'role', 'recovered')`),
  ],
);
