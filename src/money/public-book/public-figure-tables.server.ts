import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '#kit/db/columns.server.ts';

/**
 * What happened to gifts and is not yet in every public sum, written by triggers on the donations: a gift adds, its
 * reversal takes off. Its cell is the target, `associate:ao` or `fund:child`. A row goes once the total and the
 * delivered sums hold it.
 */
export const publicChanges = pgTable(
  'public_changes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Number of the application: a gift and its corrections are one. */
    gift: text('gift').notNull(),
    cell: text('cell').notNull(),
    count: integer('count').notNull(),
    yen: bigint('yen', { mode: 'number' }).notNull(),
    costYen: bigint('cost_yen', { mode: 'number' }).notNull(),
    at: timestamptz('at').notNull(),
    /** Whether the published total holds it. */
    inTotal: boolean('in_total').notNull().default(false),
    /** Whether a total ever held it. */
    wasInTotal: boolean('was_in_total').notNull().default(false),
    /** Lot by which its cell's published sum holds it. */
    lotId: bigint('lot_id', { mode: 'number' }),
  },
  (table) => [
    index('public_changes_waiting').on(table.at).where(sql`${table.lotId} is null`),
    index('public_changes_total').on(table.at).where(sql`not ${table.inTotal}`),
    index('public_changes_lot').on(table.lotId).where(sql`${table.lotId} is not null`),
  ],
);

/**
 * Moves of the published sum of a cell, each by at least five gifts: every public sum of yen adds up whole lots
 * (docs/decisions/0031).
 */
export const publicLots = pgTable(
  'public_lots',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    cell: text('cell').notNull(),
    /** Last JST day of the gifts in it. */
    day: date('day').notNull(),
    gifts: integer('gifts').notNull(),
    yen: bigint('yen', { mode: 'number' }).notNull(),
    costYen: bigint('cost_yen', { mode: 'number' }).notNull(),
    /** Day on which the last of its gifts arrived at the organisation, and the remittance that brought it. */
    settledOn: date('settled_on'),
    transferId: text('transfer_id'),
  },
  (table) => [
    index('public_lots_cell').on(table.cell, table.day),
    index('public_lots_transfer').on(table.transferId).where(sql`${table.transferId} is not null`),
    index('public_lots_open').on(table.id).where(sql`${table.settledOn} is null`),
  ],
);

/** The public sums of yen as they stand. A cell without a row is withheld. */
export const publishedSums = pgTable(
  'published_sums',
  {
    /** `total`, `month`, `associate` or `fund`. */
    scope: text('scope').notNull(),
    /** '', YYYY-MM, or the id of the target. */
    key: text('key').notNull(),
    gifts: integer('gifts').notNull(),
    yen: bigint('yen', { mode: 'number' }).notNull(),
    costYen: bigint('cost_yen', { mode: 'number' }).notNull(),
    /** Part that arrived, less its cost. */
    deliveredGifts: integer('delivered_gifts').notNull().default(0),
    deliveredYen: bigint('delivered_yen', { mode: 'number' }).notNull().default(0),
    publishedOn: date('published_on').notNull(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.key] })],
);

/** JST days already published. */
export const publishedDays = pgTable('published_days', {
  day: date('day').primaryKey(),
  at: timestamptz('at').notNull(),
});

/** State of a remittance or a pay-out as last written into the public book. */
export const bookTransfers = pgTable(
  'book_transfers',
  {
    /** Id of the remittance; of a pay-out with `payout:` before it. */
    id: text('id').primaryKey(),
    kind: text('kind').$type<'transfer' | 'payout'>().notNull(),
    associateId: text('associate_id').notNull(),
    /** Of a pay-out's fund. */
    socialChallengeId: text('social_challenge_id'),
    state: text('state').notNull(),
    decidedOn: date('decided_on').notNull(),
    sentOn: date('sent_on'),
    receivedOn: date('received_on'),
    returnedOn: date('returned_on'),
    gifts: integer('gifts').notNull(),
    /** Sums of the lots that it completed; null while there are none. A pay-out's sum is `arrived_yen`. */
    shownGifts: integer('shown_gifts').notNull().default(0),
    givenYen: bigint('given_yen', { mode: 'number' }),
    costYen: bigint('cost_yen', { mode: 'number' }),
    arrivedYen: bigint('arrived_yen', { mode: 'number' }),
    reason: text('reason').notNull().default(''),
    /** Position of its latest entry: its place in lists, newest first. */
    position: bigint('position', { mode: 'number' }).notNull(),
  },
  (table) => [
    uniqueIndex('book_transfers_position').on(table.position),
    index('book_transfers_decided').on(table.decidedOn.desc().nullsFirst(), table.id),
    index('book_transfers_associate').on(
      table.associateId,
      table.decidedOn.desc().nullsFirst(),
      table.id,
    ),
    index('book_transfers_fund')
      .on(table.socialChallengeId, table.decidedOn.desc().nullsFirst(), table.id)
      .where(sql`${table.socialChallengeId} is not null`),
  ],
);
