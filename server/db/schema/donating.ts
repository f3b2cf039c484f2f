import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { associates, socialChallenges } from './organisations.ts';
import { users } from './people.ts';

/** A box on its way: one application by a visitor (uid null) or a donor. */
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
    birth: date('birth'),
    occupation: text('occupation').notNull().default(''),
    // the applicant as written on the form, kept apart from the account
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
    isSample: boolean('is_sample').notNull().default(false),
    createdAt: moment('created_at').notNull(),
    stateChangedAt: moment('state_changed_at').notNull(),
  },
  (table) => [
    index('applications_uid').on(table.uid, table.createdAt),
    index('applications_state').on(table.state, table.createdAt, table.appraisalId),
    index('applications_created').on(table.createdAt, table.appraisalId),
    index('applications_email').on(table.email),
    index('applications_associate').on(table.associateId),
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
 * What the operator's text search looks through; kept by a trigger on applications. `grams` holds
 * the one- and two-letter pieces of `folded`, since trigrams cannot find a name of two letters.
 */
export const applicationSearch = pgTable(
  'application_search',
  {
    appraisalId: text('appraisal_id')
      .primaryKey()
      .references(() => applications.appraisalId, { onDelete: 'cascade' }),
    folded: text('folded').notNull(),
    grams: text('grams').array().notNull(),
  },
  (table) => [index('application_search_grams').using('gin', table.grams)],
);

/** Every step an application took; the timeline that its donor sees. */
export const applicationEvents = pgTable(
  'application_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    appraisalId: text('appraisal_id')
      .notNull()
      .references(() => applications.appraisalId, { onDelete: 'cascade' }),
    fromState: text('from_state'),
    toState: text('to_state').notNull(),
    /** Who did it: donor, guest, operator, staff, system. */
    doneBy: text('done_by').notNull(),
    actorUid: text('actor_uid'),
    isSkipped: boolean('is_skipped').notNull().default(false),
    note: text('note').notNull().default(''),
    batchId: text('batch_id'),
    at: moment('at').notNull(),
  },
  (table) => [index('application_events_appraisal').on(table.appraisalId, table.id)],
);

/** Mailed proofs: `status` follows and mends an application, `claim` ties it to a new account. */
export const applicationTokens = pgTable(
  'application_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    appraisalId: text('appraisal_id')
      .notNull()
      .references(() => applications.appraisalId, { onDelete: 'cascade' }),
    purpose: text('purpose').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [
    index('application_tokens_appraisal').on(table.appraisalId),
    check('application_tokens_purpose', sql`${table.purpose} in ('status', 'claim')`),
  ],
);

/** One upload of appraisal results; written whole or not at all, reversible with a reason. */
export const resultBatches = pgTable(
  'result_batches',
  {
    id: text('id').primaryKey(),
    uploadedBy: text('uploaded_by').notNull(),
    fileName: text('file_name').notNull(),
    fileHash: text('file_hash').notNull(),
    itemFileName: text('item_file_name').notNull().default(''),
    encoding: text('encoding').notNull(),
    rowCount: integer('row_count').notNull(),
    acceptedCount: integer('accepted_count').notNull(),
    unchangedCount: integer('unchanged_count').notNull().default(0),
    donationYen: bigint('donation_yen', { mode: 'number' }).notNull(),
    /** True while donors of a large batch wait to be told (server/results/tell-donors.ts). */
    mailsDue: boolean('mails_due').notNull().default(false),
    createdAt: moment('created_at').notNull(),
    reversedAt: moment('reversed_at'),
    reversedBy: text('reversed_by'),
    reversalReason: text('reversal_reason').notNull().default(''),
  },
  (table) => [index('result_batches_created').on(table.createdAt, table.id)],
);

/** An accepted result row. A reversed one stays, marked; at most one per application stands. */
export const appraisals = pgTable(
  'appraisals',
  {
    id: text('id').primaryKey(),
    appraisalId: text('appraisal_id')
      .notNull()
      .references(() => applications.appraisalId, { onDelete: 'cascade' }),
    batchId: text('batch_id')
      .notNull()
      .references(() => resultBatches.id),
    rowNumber: integer('row_number').notNull(),
    rowHash: text('row_hash').notNull(),
    receivedOn: date('received_on').notNull(),
    appraisedOn: date('appraised_on').notNull(),
    itemCount: integer('item_count').notNull(),
    pricedCount: integer('priced_count').notNull(),
    appraisedYen: integer('appraised_yen').notNull(),
    bonusYen: integer('bonus_yen').notNull(),
    donationYen: integer('donation_yen').notNull(),
    outcome: text('outcome').notNull(),
    note: text('note').notNull().default(''),
    stateBefore: text('state_before').notNull(),
    createdAt: moment('created_at').notNull(),
    reversedAt: moment('reversed_at'),
  },
  (table) => [
    uniqueIndex('appraisals_standing')
      .on(table.appraisalId)
      .where(sql`${table.reversedAt} is null`),
    index('appraisals_batch').on(table.batchId),
    check('appraisals_sum', sql`${table.donationYen} = ${table.appraisedYen} + ${table.bonusYen}`),
    check('appraisals_amounts', sql`${table.appraisedYen} >= 0 and ${table.bonusYen} >= 0`),
    check('appraisals_counts', sql`${table.pricedCount} between 0 and ${table.itemCount}`),
    check(
      'appraisals_outcome',
      sql`${table.outcome} in ('completed', 'unpriced', 'returned', 'discarded', 'cancelled')`,
    ),
  ],
);

export const appraisalItems = pgTable(
  'appraisal_items',
  {
    appraisalRowId: text('appraisal_row_id')
      .notNull()
      .references(() => appraisals.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    quantity: integer('quantity').notNull(),
    amountYen: integer('amount_yen').notNull(),
    destination: text('destination').notNull().default(''),
    reason: text('reason').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.appraisalRowId, table.position] }),
    check('appraisal_items_amounts', sql`${table.quantity} > 0 and ${table.amountYen} >= 0`),
  ],
);

/** Money given. One standing donation per application; a reversed one stays, marked. */
export const donations = pgTable(
  'donations',
  {
    id: text('id').primaryKey(),
    appraisalId: text('appraisal_id')
      .notNull()
      .references(() => applications.appraisalId),
    appraisalRowId: text('appraisal_row_id')
      .notNull()
      .references(() => appraisals.id),
    uid: text('uid').references(() => users.uid, { onDelete: 'set null' }),
    associateId: text('associate_id').references(() => associates.id),
    socialChallengeId: text('social_challenge_id').references(() => socialChallenges.id),
    amountYen: integer('amount_yen').notNull(),
    needReceipt: boolean('need_receipt').notNull(),
    donatedAt: moment('donated_at').notNull(),
    reversedAt: moment('reversed_at'),
    remittanceId: text('remittance_id'),
  },
  (table) => [
    uniqueIndex('donations_standing').on(table.appraisalId).where(sql`${table.reversedAt} is null`),
    index('donations_uid').on(table.uid, table.donatedAt, table.id),
    index('donations_associate').on(table.associateId, table.donatedAt),
    index('donations_donated').on(table.donatedAt),
    check('donations_amount', sql`${table.amountYen} >= 0`),
    check(
      'donations_target',
      sql`(${table.associateId} is null) <> (${table.socialChallengeId} is null)`,
    ),
    foreignKey({
      name: 'donations_remittance',
      columns: [table.remittanceId],
      foreignColumns: [remittances.id],
    }),
  ],
);

/** Money sent on to an organisation, or paid out of a fund. */
export const remittances = pgTable(
  'remittances',
  {
    id: text('id').primaryKey(),
    associateId: text('associate_id').references(() => associates.id),
    socialChallengeId: text('social_challenge_id').references(() => socialChallenges.id),
    amountYen: bigint('amount_yen', { mode: 'number' }).notNull(),
    periodFrom: date('period_from').notNull(),
    periodTo: date('period_to').notNull(),
    sentAt: moment('sent_at'),
    createdBy: text('created_by').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    check('remittances_amount', sql`${table.amountYen} > 0`),
    check('remittances_period', sql`${table.periodFrom} <= ${table.periodTo}`),
  ],
);

/** Double entry: the lines of one posting sum to zero; never changed, only reversed by another. */
export const ledgerLines = pgTable(
  'ledger_lines',
  {
    postingId: text('posting_id').notNull(),
    line: integer('line').notNull(),
    account: text('account').notNull(),
    amountYen: bigint('amount_yen', { mode: 'number' }).notNull(),
    donationId: text('donation_id').references(() => donations.id),
    remittanceId: text('remittance_id').references(() => remittances.id),
    at: moment('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.postingId, table.line] }),
    index('ledger_lines_account').on(table.account, table.at),
    index('ledger_lines_donation').on(table.donationId),
    check('ledger_lines_amount', sql`${table.amountYen} <> 0`),
  ],
);

/** 寄付金受領証明書, numbered; a re-issue names the number it repeats. */
export const receipts = pgTable(
  'receipts',
  {
    number: text('number').primaryKey(),
    kind: text('kind').notNull(),
    uid: text('uid').references(() => users.uid, { onDelete: 'set null' }),
    associateId: text('associate_id')
      .notNull()
      .references(() => associates.id),
    donationId: text('donation_id').references(() => donations.id),
    year: integer('year').notNull(),
    amountYen: bigint('amount_yen', { mode: 'number' }).notNull(),
    donorName: text('donor_name').notNull(),
    donorAddress: text('donor_address').notNull(),
    certificationId: integer('certification_id').notNull(),
    verifyCodeHash: text('verify_code_hash').notNull().unique(),
    reissueOf: text('reissue_of'),
    issuedAt: moment('issued_at').notNull(),
  },
  (table) => [
    index('receipts_uid').on(table.uid, table.issuedAt),
    index('receipts_donation').on(table.donationId),
    unique('receipts_number_kind').on(table.number, table.kind),
    check('receipts_kind', sql`${table.kind} in ('donation', 'year')`),
  ],
);

/** The papers of an identity check, kept encrypted, deleted after the retention time. */
export const identityPapers = pgTable(
  'identity_papers',
  {
    id: text('id').primaryKey(),
    appraisalId: text('appraisal_id')
      .notNull()
      .references(() => applications.appraisalId, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    fileName: text('file_name').notNull(),
    submittedAt: moment('submitted_at').notNull(),
    reviewedAt: moment('reviewed_at'),
    reviewedBy: text('reviewed_by'),
    deleteAfter: moment('delete_after').notNull(),
  },
  (table) => [
    index('identity_papers_appraisal').on(table.appraisalId),
    index('identity_papers_delete').on(table.deleteAfter),
  ],
);
