import { sql } from 'drizzle-orm';
import { check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns.ts';

/** Organisations that ask to be listed; the operator takes them from new to a decision. */
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
    stateChangedAt: timestamptz('state_changed_at').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('listing_applications_state').on(table.state, table.createdAt, table.id),
    index('listing_applications_rank').on(
      sql`(case ${table.state} when 'new' then 0 when 'in-talks' then 1 else 2 end)`,
      table.createdAt.desc().nullsFirst(),
      table.id,
    ),
    check(
      'listing_applications_state',
      sql`${table.state} in ('new', 'in-talks', 'accepted', 'declined')`,
    ),
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
    answeredAt: timestamptz('answered_at'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('contact_messages_rank').on(
      sql`(case when ${table.answeredAt} is null then 0 else 1 end)`,
      table.createdAt.desc().nullsFirst(),
      table.id,
    ),
  ],
);
