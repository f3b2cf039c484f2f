import { sql } from 'drizzle-orm';
import { check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#kit/db/columns.server.ts';

/**
 * What was taken back: erased people, withdrawn consents, ended rights. Keyed hashes alone, so that a restore of an
 * earlier backup can do them again (docs/decisions/0016).
 */
export const retractions = pgTable(
  'retractions',
  {
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    hash: text('hash').notNull(),
    at: timestamptz('at').notNull(),
    /** When it was copied to where the backups are. */
    copiedAt: timestamptz('copied_at'),
  },
  (table) => [
    index('retractions_uncopied').on(table.at).where(sql`${table.copiedAt} is null`),
    index('retractions_at').on(table.at),
    check(
      'retractions_kind',
      sql`${table.kind} in ('person', 'guest', 'giver-consent', 'mails', 'role', 'membership', 'lock', 'trace-link')`,
    ),
  ],
);
