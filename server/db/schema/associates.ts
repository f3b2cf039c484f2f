import { type SQL, sql } from 'drizzle-orm';
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
  uniqueIndex,
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
    /** Where it is between a draft and its end; only a published one may be listed. */
    state: text('state').notNull().default('published'),
    endedOn: date('ended_on'),
    /** What visitors read about a pause or an end, besides that it is one. */
    stateNote: text('state_note').notNull().default(''),
    /** The organisation that this one was found to be the same as. */
    mergedInto: text('merged_into'),
    sealImageId: text('seal_image_id').references(() => images.id),
    version: integer('version').notNull().default(1),
    isSample: boolean('is_sample').notNull().default(false),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** What the operators' list is searched by, folded as the searched words are. */
    folded: text('folded')
      .notNull()
      .generatedAlwaysAs(
        (): SQL =>
          sql`fold_search(${associates.name} || '|' || ${associates.nameKana} || '|' || ${associates.id})`,
      ),
  },
  (table) => [
    index('associates_admin').on(table.state, table.createdAt.desc().nullsFirst(), table.id),
    index('associates_created').on(table.createdAt.desc().nullsFirst(), table.id),
    check('associates_state', sql`${table.state} in ('draft', 'published', 'paused', 'ended')`),
    check('associates_listed', sql`not ${table.isListed} or ${table.state} = 'published'`),
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
    /** Taken back as a mistake, with a reason in the audit log: it counts for no day. */
    withdrawnAt: timestamptz('withdrawn_at'),
  },
  (table) => [
    index('associate_certifications_expiry').on(table.expiresOn, table.id),
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
    /** To whom: of one donation, of those of a period, or of all. */
    scope: text('scope').notNull().default('all'),
    appraisalId: text('appraisal_id'),
    periodFrom: date('period_from'),
    periodTo: date('period_to'),
    /** Whether it stands on the organisation's public page, too. */
    isPublic: boolean('is_public').notNull().default(true),
    /** When the last donor it is for had it; null while it is being given. Those of before were for readers only. */
    deliveredAt: timestamptz('delivered_at'),
    /** Whether it is given to donors at all: an article of before is not. */
    isDelivered: boolean('is_delivered').notNull().default(false),
    createdBy: text('created_by'),
    /** Taken back with a reason in the audit log. */
    withdrawnAt: timestamptz('withdrawn_at'),
    /** Whether what is given later gets it, too, until it is withdrawn or another takes its place. */
    isStanding: boolean('is_standing').notNull().default(false),
  },
  (table) => [
    uniqueIndex('associate_thanks_standing')
      .on(table.associateId)
      .where(sql`${table.isStanding} and ${table.withdrawnAt} is null`),
    index('associate_thanks_delivering')
      .on(table.publishedAt, table.id)
      .where(
        sql`${table.isDelivered} and ${table.deliveredAt} is null and ${table.withdrawnAt} is null`,
      ),
    check('associate_thanks_scope', sql`${table.scope} in ('donation', 'period', 'all')`),
    index('associate_thanks_associate').on(table.associateId, table.publishedAt, table.id),
  ],
);

/** Words that an organisation keeps to begin its thanks with. */
export const thanksTemplates = pgTable(
  'thanks_templates',
  {
    id: text('id').primaryKey(),
    associateId: text('associate_id')
      .notNull()
      .references(() => associates.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    title: text('title').notNull(),
    body: text('body').notNull(),
    version: integer('version').notNull().default(1),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [index('thanks_templates_associate').on(table.associateId, table.name, table.id)],
);

/** How far the delivery of thanks is; beside them, since a change of the thanks themselves drops public pages. */
export const thanksDeliveries = pgTable('thanks_deliveries', {
  thanksId: text('thanks_id')
    .primaryKey()
    .references(() => associateThanks.id, { onDelete: 'cascade' }),
  /** For how many donations it was when it was published. */
  aimedCount: integer('aimed_count').notNull(),
  givenCount: integer('given_count').notNull().default(0),
  /** The last donation that was looked at, of the newest to the oldest. */
  reachedAt: timestamptz('reached_at'),
  reachedId: text('reached_id').notNull().default(''),
});

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

/** What an organisation and the service agreed on; a new one takes the place of the one before, which stays. */
export const associateAgreements = pgTable(
  'associate_agreements',
  {
    id: text('id').primaryKey(),
    associateId: text('associate_id')
      .notNull()
      .references(() => associates.id, { onDelete: 'cascade' }),
    startsOn: date('starts_on').notNull(),
    /** Null while it has no end. */
    endsOn: date('ends_on'),
    /** The service's fee on what was given, in hundredths of a per cent. */
    feeBasisPoints: integer('fee_basis_points').notNull(),
    /** What shipping and handling cost for each box, in yen. */
    handlingYen: integer('handling_yen').notNull().default(0),
    /** Whether it has receipts issued for who did not wish for one when applying. */
    issuesLateReceipts: boolean('issues_late_receipts').notNull().default(true),
    /** Below it nothing is sent on, but carried over; in yen. */
    minimumYen: integer('minimum_yen').notNull().default(0),
    /** Whether its own changes are published at once, or after the operator has looked. */
    publishes: text('publishes').notNull().default('after-look'),
    note: text('note').notNull().default(''),
    createdBy: text('created_by').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('associate_agreements_associate').on(table.associateId, table.startsOn, table.createdAt),
    check('associate_agreements_handling', sql`${table.handlingYen} >= 0`),
    check('associate_agreements_fee', sql`${table.feeBasisPoints} between 0 and 10000`),
    check('associate_agreements_publishes', sql`${table.publishes} in ('at-once', 'after-look')`),
  ],
);

/**
 * Where money is sent: the accounts of organisations, and with associate_id null the one the service pays from.
 * The newest holds; each came by an approval, and none is changed.
 */
export const bankAccounts = pgTable(
  'bank_accounts',
  {
    id: text('id').primaryKey(),
    associateId: text('associate_id').references(() => associates.id, { onDelete: 'cascade' }),
    bankCode: text('bank_code').notNull(),
    bankName: text('bank_name').notNull(),
    branchCode: text('branch_code').notNull(),
    branchName: text('branch_name').notNull(),
    kind: text('kind').notNull(),
    number: text('number').notNull(),
    /** Half-width kana as banks write it. */
    holder: text('holder').notNull(),
    approvalId: text('approval_id').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('bank_accounts_associate').on(table.associateId, table.createdAt),
    index('bank_accounts_number').on(table.bankCode, table.branchCode, table.number),
    check('bank_accounts_kind', sql`${table.kind} in ('ordinary', 'current', 'savings')`),
    check('bank_accounts_number', sql`${table.number} ~ '^[0-9]{7}$'`),
  ],
);

/** That an alert of a certification's end was sent: 90, 30 and 7 days before. */
export const certificationAlerts = pgTable(
  'certification_alerts',
  {
    certificationId: integer('certification_id')
      .notNull()
      .references(() => associateCertifications.id, { onDelete: 'cascade' }),
    daysBefore: integer('days_before').notNull(),
    at: timestamptz('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.certificationId, table.daysBefore] })],
);
