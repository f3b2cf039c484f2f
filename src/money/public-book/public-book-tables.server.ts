import { sql } from 'drizzle-orm';
import { bigint, check, date, index, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#kit/db/columns.server.ts';

/** What an entry of the public book tells of. */
export const entryKinds = [
  'transfer',
  'payout',
  'confirmation',
  'report',
  'figures',
  'month',
  'letter',
  'commitment',
] as const;
export type EntryKind = (typeof entryKinds)[number];

/** The public book: what was published, entry by entry and for ever. Its line is what the log of the book hashes. */
export const publicEntries = pgTable(
  'public_entries',
  {
    /** From 0, without a gap. */
    position: bigint('position', { mode: 'number' }).primaryKey(),
    /** JST day of its publication. */
    day: date('day').notNull(),
    kind: text('kind').$type<EntryKind>().notNull(),
    /** JSON of one line, to the byte as published. */
    line: text('line').notNull(),
    at: timestamptz('at').notNull(),
  },
  (table) => [
    index('public_entries_kind').on(table.kind, table.position),
    index('public_entries_day').on(table.day, table.position),
    check('public_entries_position', sql`${table.position} >= 0`),
    check(
      'public_entries_kind',
      sql`${table.kind} in (${sql.raw(entryKinds.map((kind) => `'${kind}'`).join(', '))})`,
    ),
  ],
);
