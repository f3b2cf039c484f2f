import { sql } from 'drizzle-orm';
import { bigint, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#kit/db/columns.server.ts';

/** Roots of full tiles of the public log, for the level above: `level` 1 is over 256 entries, 2 over 65,536. */
export const logHashes = pgTable(
  'log_hashes',
  {
    level: integer('level').notNull(),
    position: bigint('position', { mode: 'number' }).notNull(),
    /** Base64. */
    hash: text('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.level, table.position] })],
);

/** States of the public log that were signed, one a day at most. */
export const logCheckpoints = pgTable('log_checkpoints', {
  size: bigint('size', { mode: 'number' }).primaryKey(),
  /** Base64. */
  root: text('root').notNull(),
  day: date('day').notNull().unique(),
  generation: integer('generation').notNull(),
  /** The signed note, as published. */
  note: text('note').notNull(),
  at: timestamptz('at').notNull(),
});

/** Keys that sign the public log; the newest one signs, all are published. */
export const logKeys = pgTable('log_keys', {
  /** Verifier key as published. */
  verifier: text('verifier').primaryKey(),
  name: text('name').notNull(),
  sealedSeed: text('sealed_seed').notNull(),
  startedAt: timestamptz('started_at').notNull(),
});

/**
 * Events of a gift of which the public log has only a hash; salt and line open it, for the donor alone. Both are empty
 * once the donor is erased.
 */
export const commitments = pgTable(
  'commitments',
  {
    eventId: bigint('event_id', { mode: 'number' }).primaryKey(),
    appraisalId: text('appraisal_id'),
    /** Day of the event in Asia/Tokyo. */
    day: date('day').notNull(),
    /** Base64, of salt and line. */
    hash: text('hash').notNull().unique(),
    salt: text('salt'),
    line: text('line'),
    /** The public entry that lists the hash. */
    position: bigint('position', { mode: 'number' }).notNull(),
  },
  (table) => [
    index('commitments_gift').on(table.appraisalId).where(sql`${table.appraisalId} is not null`),
    index('commitments_day').on(table.day),
  ],
);
