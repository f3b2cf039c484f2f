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
import { socialChallenges } from './challenges.ts';
import { timestamptz } from './columns.ts';
import { images } from './images.ts';

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
    createdAt: timestamptz('created_at').notNull().defaultNow(),
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
  updatedAt: timestamptz('updated_at').notNull().defaultNow(),
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
    publishedAt: timestamptz('published_at').notNull(),
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
    publishedAt: timestamptz('published_at').notNull(),
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
    index('associate_months_month').on(table.month),
    check('associate_months_count', sql`${table.donationCount} >= 0`),
    check('associate_months_amount', sql`${table.amountYen} >= 0`),
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
