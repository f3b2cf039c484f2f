import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '#kit/db/columns.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { socialChallenges } from '#organisations/challenges/challenge-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';

/** An application by a visitor (uid null) or a donor, with its boxes. */
export const applications = pgTable(
  'applications',
  {
    appraisalId: text('appraisal_id').primaryKey(),
    kind: text('kind').notNull(),
    associateId: text('associate_id').references(() => associates.id),
    socialChallengeId: text('social_challenge_id').references(() => socialChallenges.id),
    uid: text('uid').references(() => users.uid, { onDelete: 'set null' }),
    frequency: text('frequency').notNull(),
    products: text('products').array().notNull(),
    boxes: integer('boxes').notNull(),
    deliveryDate: date('delivery_date'),
    deliverySlot: text('delivery_slot').notNull().default(''),
    needReceipt: boolean('need_receipt').notNull(),
    /** False if the donor packs a carton of their own and prints its label. */
    needsKit: boolean('needs_kit').notNull().default(true),
    birth: date('birth'),
    occupation: text('occupation').notNull().default(''),
    // the applicant as written on the form, independent of the account
    lastName: text('last_name').notNull(),
    firstName: text('first_name').notNull(),
    lastNameKana: text('last_name_kana').notNull(),
    firstNameKana: text('first_name_kana').notNull(),
    email: text('email').notNull(),
    tel: text('tel').notNull(),
    zipcode: text('zipcode').notNull(),
    prefecture: text('prefecture').notNull(),
    line1: text('line1').notNull(),
    line2: text('line2').notNull().default(''),
    building: text('building').notNull().default(''),
    state: text('state').notNull().default('applied'),
    identity: text('identity').notNull().default('not-needed'),
    version: integer('version').notNull().default(1),
    /** Incremented when the e-mail changes: invalidates links mailed to the former address. */
    linkGeneration: integer('link_generation').notNull().default(0),
    /** False once a guest unsubscribed from mails of thanks about this application. */
    wantsThanksMails: boolean('wants_thanks_mails').notNull().default(true),
    /** Operator who entered it for a caller; null if the applicant did. */
    enteredBy: text('entered_by'),
    isSample: boolean('is_sample').notNull().default(false),
    createdAt: timestamptz('created_at').notNull(),
    stateChangedAt: timestamptz('state_changed_at').notNull(),
  },
  (table) => [
    index('applications_uid').on(table.uid, table.createdAt, table.appraisalId),
    index('applications_state').on(table.state, table.createdAt, table.appraisalId),
    // Longest waits in a state, and waits beyond the promised days.
    index('applications_state_changed').on(table.state, table.stateChangedAt, table.appraisalId),
    // Gifts to organisations that wait for their transfer, longest first; gifts to a fund have no promised day.
    index('applications_promised_transfer')
      .on(table.stateChangedAt, table.appraisalId)
      .where(sql`${table.state} = 'donated' and ${table.kind} = 'direct'`),
    // Applications with work to do, oldest first.
    index('applications_todo')
      .on(table.createdAt, table.appraisalId)
      .where(sql`${table.state} in ('applied', 'goods-received', 'appraised')`),
    index('applications_created').on(table.createdAt, table.appraisalId),
    index('applications_email').on(table.email),
    index('applications_associate').on(table.associateId),
    index('applications_kits')
      .on(table.createdAt, table.appraisalId, table.deliveryDate)
      .where(sql`${table.state} = 'applied'`),
    index('applications_identity')
      .on(table.identity, table.stateChangedAt, table.appraisalId)
      .where(sql`${table.state} = 'appraised'`),
    check('applications_kind', sql`${table.kind} in ('direct', 'fund')`),
    check(
      'applications_target',
      sql`(${table.kind} = 'direct' and ${table.associateId} is not null and ${table.socialChallengeId} is null) or (${table.kind} = 'fund' and ${table.associateId} is null and ${table.socialChallengeId} is not null)`,
    ),
    check('applications_fund_facts', sql`${table.kind} = 'direct' or ${table.birth} is not null`),
    check('applications_frequency', sql`${table.frequency} in ('once', 'recurring')`),
    check('applications_boxes', sql`${table.boxes} between 1 and 5`),
    check('applications_slot', sql`${table.deliverySlot} in ('', '12', '14', '16', '18', '19')`),
    check(
      'applications_state',
      sql`${table.state} in ('applied', 'kit-sent', 'goods-received', 'appraised', 'donated', 'remitted', 'thanked', 'cancelled', 'returned', 'unpriced')`,
    ),
    check(
      'applications_identity',
      sql`${table.identity} in ('not-needed', 'due', 'submitted', 'approved', 'rejected')`,
    ),
  ],
);

/**
 * Text that the operator's search scans, maintained by triggers on applications and associates; the index is over the
 * pieces into which `search_grams` cuts `folded` (docs/decisions/0009).
 */
export const applicationSearch = pgTable(
  'application_search',
  {
    appraisalId: text('appraisal_id')
      .primaryKey()
      .references(() => applications.appraisalId, { onDelete: 'cascade' }),
    /** Copied from the application: a search sorts without its row. */
    createdAt: timestamptz('created_at').notNull(),
    folded: text('folded').notNull(),
  },
  (table) => [
    // In the order of the list of applications, so that a scan reads adjacent rows.
    index('application_search_created').on(table.createdAt, table.appraisalId),
    index('application_search_grams').using('gin', sql`search_grams(${table.folded})`),
  ],
);

/** Every step of an application; the timeline that its donor sees. */
export const applicationEvents = pgTable(
  'application_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    appraisalId: text('appraisal_id')
      .notNull()
      .references(() => applications.appraisalId, { onDelete: 'cascade' }),
    fromState: text('from_state'),
    toState: text('to_state').notNull(),
    /** Kind of actor: donor, guest, operator, staff, system. */
    doneBy: text('done_by').notNull(),
    actorUid: text('actor_uid'),
    isSkipped: boolean('is_skipped').notNull().default(false),
    note: text('note').notNull().default(''),
    batchId: text('batch_id'),
    /** The step that this one undid or corrected. */
    undoes: bigint('undoes', { mode: 'number' }),
    at: timestamptz('at').notNull(),
  },
  (table) => [
    index('application_events_appraisal').on(table.appraisalId, table.id),
    // Durations of steps, measured once a day.
    index('application_events_state').on(table.toState, table.at),
  ],
);

/** An operator's changes to an application, field by field, before and after. */
export const applicationChanges = pgTable(
  'application_changes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    appraisalId: text('appraisal_id')
      .notNull()
      .references(() => applications.appraisalId, { onDelete: 'cascade' }),
    changedBy: text('changed_by').notNull(),
    /** { field: [before, after] } */
    changes: jsonb('changes').notNull(),
    reason: text('reason').notNull().default(''),
    at: timestamptz('at').notNull(),
  },
  (table) => [index('application_changes_appraisal').on(table.appraisalId, table.id)],
);

/** Mailed tokens: `status` views and edits an application, `claim` links it to a new account. */
export const applicationTokens = pgTable(
  'application_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    appraisalId: text('appraisal_id')
      .notNull()
      .references(() => applications.appraisalId, { onDelete: 'cascade' }),
    purpose: text('purpose').notNull(),
    /** Link generation of the application at creation: the token is valid while they are equal. */
    generation: integer('generation').notNull().default(0),
    expiresAt: timestamptz('expires_at').notNull(),
    usedAt: timestamptz('used_at'),
  },
  (table) => [
    index('application_tokens_appraisal').on(table.appraisalId),
    index('application_tokens_expires').on(table.expiresAt),
    check('application_tokens_purpose', sql`${table.purpose} in ('status', 'claim')`),
  ],
);
