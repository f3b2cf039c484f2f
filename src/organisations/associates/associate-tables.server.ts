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
import { timestamptz } from '#kit/db/columns.server.ts';
import { images } from '#kit/images/image-tables.server.ts';
import { socialChallenges } from '#organisations/challenges/challenge-tables.server.ts';

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
    /** Lifecycle from draft to end; only a published one may be listed. */
    state: text('state').notNull().default('published'),
    endedOn: date('ended_on'),
    /** Public note on a pause or an end, besides the state itself. */
    stateNote: text('state_note').notNull().default(''),
    /** The organisation that this one turned out to duplicate. */
    mergedInto: text('merged_into'),
    sealImageId: text('seal_image_id').references(() => images.id),
    version: integer('version').notNull().default(1),
    isSample: boolean('is_sample').notNull().default(false),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** Search text of the operators' list, folded like the search words. */
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

/** A certification on record (number, days of validity), which a receipt must name. */
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
    /** Withdrawn as a mistake, with a reason in the audit log: valid on no day. */
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
    /** Recipients: donors of one donation, of a period, or all. */
    scope: text('scope').notNull().default('all'),
    appraisalId: text('appraisal_id'),
    periodFrom: date('period_from'),
    periodTo: date('period_to'),
    /** Whether the organisation's public page shows it as well. */
    isPublic: boolean('is_public').notNull().default(true),
    /** End of delivery, when its last donor got it; null while delivery runs. Older thanks were only published. */
    deliveredAt: timestamptz('delivered_at'),
    /** Whether donors get it at all; articles from before deliveries are not delivered. */
    isDelivered: boolean('is_delivered').notNull().default(false),
    createdBy: text('created_by'),
    /** Withdrawn, with a reason in the audit log. */
    withdrawnAt: timestamptz('withdrawn_at'),
    /** Whether later donations get it as well, until it is withdrawn or replaced. */
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

/** An organisation's templates for thanks. */
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

/** Progress of delivering thanks; a table of its own, since a change of the thanks drops public pages. */
export const thanksDeliveries = pgTable('thanks_deliveries', {
  thanksId: text('thanks_id')
    .primaryKey()
    .references(() => associateThanks.id, { onDelete: 'cascade' }),
  /** Number of donations to deliver to, as of publication. */
  aimedCount: integer('aimed_count').notNull(),
  givenCount: integer('given_count').notNull().default(0),
  /** Cursor: the last donation processed, newest to oldest. */
  reachedAt: timestamptz('reached_at'),
  reachedId: text('reached_id').notNull().default(''),
});

/** Donations per Asia/Tokyo month; updated in the donation's own transaction. */
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

/** Organisations picked for the top page, by category. */
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

/** An agreement of an organisation with the service; a new one replaces the earlier, which is kept. */
export const associateAgreements = pgTable(
  'associate_agreements',
  {
    id: text('id').primaryKey(),
    associateId: text('associate_id')
      .notNull()
      .references(() => associates.id, { onDelete: 'cascade' }),
    startsOn: date('starts_on').notNull(),
    /** Null if open-ended. */
    endsOn: date('ends_on'),
    /** The service's fee on gifts, in basis points. */
    feeBasisPoints: integer('fee_basis_points').notNull(),
    /** Shipping and handling per box, in yen. */
    handlingYen: integer('handling_yen').notNull().default(0),
    /** Whether to issue receipts also to donors who did not ask for one when applying. */
    issuesLateReceipts: boolean('issues_late_receipts').notNull().default(true),
    /** Smaller sums are carried over instead of remitted; in yen. */
    minimumYen: integer('minimum_yen').notNull().default(0),
    /** Whether the organisation's own changes are published at once or after the operator's review. */
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
 * Bank accounts of organisations and, with associate_id null, the one that the service pays from. The newest is valid;
 * each came by an approval, and rows never change.
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

/** Sent alerts of a certification's end: 90, 30 and 7 days before. */
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
