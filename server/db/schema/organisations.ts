import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { images } from './running.ts';

export const socialChallenges = pgTable('social_challenges', {
  id: text('id').primaryKey(),
  will: text('will').notNull(),
  orders: integer('orders').notNull(),
  description: text('description').notNull().default(''),
  fundName: text('fund_name').notNull(),
});

export const associates = pgTable(
  'associates',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    nameKana: text('name_kana').notNull().default(''),
    summary: text('summary').notNull(),
    description: text('description').notNull().default(''),
    classification: text('classification').notNull(),
    locations: text('locations').array().notNull().default([]),
    address: text('address').notNull().default(''),
    representative: text('representative').notNull().default(''),
    websiteUrl: text('website_url').notNull().default(''),
    foundedYear: integer('founded_year'),
    coverImageId: text('cover_image_id').references(() => images.id),
    isListed: boolean('is_listed').notNull().default(true),
    version: integer('version').notNull().default(1),
    isSample: boolean('is_sample').notNull().default(false),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    check(
      'associates_classification',
      sql`${table.classification} in ('private-organization', 'approved-npo', 'specially-approved-npo', 'npo', 'public-interest-incorporated', 'general-incorporated', 'public-interest-foundation', 'corporate-juridical', 'research-development', 'social-welfare', 'educational', 'incorporated-administrative', 'local-incorporated-administrative', 'municipality', 'medical', 'social-medical', 'undefined')`,
    ),
  ],
);

export const associateChallenges = pgTable(
  'associate_challenges',
  {
    associateId: text('associate_id')
      .notNull()
      .references(() => associates.id, { onDelete: 'cascade' }),
    socialChallengeId: text('social_challenge_id')
      .notNull()
      .references(() => socialChallenges.id),
    position: integer('position').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.associateId, table.socialChallengeId] }),
    unique('associate_challenges_position').on(table.associateId, table.position),
    index('associate_challenges_challenge').on(table.socialChallengeId),
  ],
);

/** The certification on record (number, days of validity) that a receipt must name. */
export const associateCertifications = pgTable(
  'associate_certifications',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    associateId: text('associate_id')
      .notNull()
      .references(() => associates.id, { onDelete: 'cascade' }),
    number: text('number').notNull(),
    authority: text('authority').notNull(),
    certifiedOn: date('certified_on').notNull(),
    expiresOn: date('expires_on').notNull(),
    hasTaxCredit: boolean('has_tax_credit').notNull().default(true),
  },
  (table) => [
    index('associate_certifications_associate').on(table.associateId, table.expiresOn),
    check('associate_certifications_days', sql`${table.certifiedOn} <= ${table.expiresOn}`),
  ],
);

export const associateVisions = pgTable('associate_visions', {
  associateId: text('associate_id')
    .primaryKey()
    .references(() => associates.id, { onDelete: 'cascade' }),
  title: text('title').notNull(),
  body: text('body').notNull(),
  goal: text('goal').notNull().default(''),
  useOfDonations: text('use_of_donations').notNull().default(''),
  imageId: text('image_id').references(() => images.id),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

export const associateActivities = pgTable(
  'associate_activities',
  {
    id: text('id').primaryKey(),
    associateId: text('associate_id')
      .notNull()
      .references(() => associates.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    body: text('body').notNull(),
    imageId: text('image_id').references(() => images.id),
    publishedAt: moment('published_at').notNull(),
  },
  (table) => [
    index('associate_activities_associate').on(table.associateId, table.publishedAt, table.id),
  ],
);

export const associateThanks = pgTable(
  'associate_thanks',
  {
    id: text('id').primaryKey(),
    associateId: text('associate_id')
      .notNull()
      .references(() => associates.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    body: text('body').notNull(),
    imageId: text('image_id').references(() => images.id),
    publishedAt: moment('published_at').notNull(),
  },
  (table) => [
    index('associate_thanks_associate').on(table.associateId, table.publishedAt, table.id),
  ],
);

/** Donations counted by Asia/Tokyo month; moved in the donation's own transaction. */
export const associateMonths = pgTable(
  'associate_months',
  {
    associateId: text('associate_id')
      .notNull()
      .references(() => associates.id, { onDelete: 'cascade' }),
    month: date('month').notNull(),
    donationCount: integer('donation_count').notNull().default(0),
    amountYen: bigint('amount_yen', { mode: 'number' }).notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.associateId, table.month] }),
    check('associate_months_count', sql`${table.donationCount} >= 0`),
    check('associate_months_amount', sql`${table.amountYen} >= 0`),
  ],
);

/** The same for gifts to a challenge's fund, which move no organisation's count (decision 17). */
export const challengeMonths = pgTable(
  'challenge_months',
  {
    socialChallengeId: text('social_challenge_id')
      .notNull()
      .references(() => socialChallenges.id, { onDelete: 'cascade' }),
    month: date('month').notNull(),
    donationCount: integer('donation_count').notNull().default(0),
    amountYen: bigint('amount_yen', { mode: 'number' }).notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.socialChallengeId, table.month] }),
    check('challenge_months_count', sql`${table.donationCount} >= 0`),
    check('challenge_months_amount', sql`${table.amountYen} >= 0`),
  ],
);

/** The organisations picked for the top page, by category. */
export const categoryAssociates = pgTable(
  'category_associates',
  {
    category: text('category').notNull(),
    associateId: text('associate_id')
      .notNull()
      .references(() => associates.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    comment: text('comment').notNull().default(''),
    orders: integer('orders').notNull(),
  },
  (table) => [primaryKey({ columns: [table.category, table.associateId] })],
);

export const campaigns = pgTable(
  'campaigns',
  {
    year: integer('year').notNull(),
    token: text('token').notNull(),
    title: text('title').notNull(),
    lead: text('lead').notNull(),
    body: text('body').notNull(),
    startsOn: date('starts_on').notNull(),
    endsOn: date('ends_on').notNull(),
    isSample: boolean('is_sample').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.year, table.token] }),
    check('campaigns_days', sql`${table.startsOn} <= ${table.endsOn}`),
  ],
);

export const campaignAssociates = pgTable(
  'campaign_associates',
  {
    year: integer('year').notNull(),
    token: text('token').notNull(),
    associateId: text('associate_id')
      .notNull()
      .references(() => associates.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
  },
  (table) => [primaryKey({ columns: [table.year, table.token, table.associateId] })],
);

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
    stateChangedAt: moment('state_changed_at').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('listing_applications_state').on(table.state, table.createdAt, table.id),
    check(
      'listing_applications_state',
      sql`${table.state} in ('new', 'in-talks', 'accepted', 'declined')`,
    ),
  ],
);
