import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#kit/db/columns.server.ts';
import { generations } from '#kit/numbers/number-tables.server.ts';

/** Counts of what a restore ended, held and did again. */
export type RestoreCounts = {
  sessions: number;
  links: number;
  invitations: number;
  heldMails: number;
  erased: number;
  withdrawn: number;
  endedRights: number;
};

/** A run of remittances as the backup has it: its file may have reached the bank since. */
export type RunAtRestore = { id: string; number: string; state: string; amountYen: number };

/** A retraction that could not be done again, for a person to see to. */
export type OpenRetraction = { kind: string; subject: string; why: string };

/** Each restored backup: the time that is lost, what was done at once, and what people have seen to since. */
export const restores = pgTable(
  'restores',
  {
    generation: integer('generation')
      .primaryKey()
      .references(() => generations.number),
    backupId: text('backup_id').notNull(),
    /** What happened between these two is not on record. */
    takenAt: timestamptz('taken_at').notNull(),
    restoredAt: timestamptz('restored_at').notNull(),
    counts: jsonb('counts').$type<RestoreCounts>().notNull(),
    runs: jsonb('runs').$type<RunAtRestore[]>().notNull(),
    open: jsonb('open').$type<OpenRetraction[]>().notNull(),
    /** When the runs were held against the bank's records; until then no money is sent. */
    bankCheckedAt: timestamptz('bank_checked_at'),
    bankCheckedBy: text('bank_checked_by'),
    lookedAt: timestamptz('looked_at'),
    lookedBy: text('looked_by'),
  },
  (table) => [index('restores_open').on(table.restoredAt).where(sql`${table.lookedAt} is null`)],
);
