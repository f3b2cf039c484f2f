import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#kit/db/columns.server.ts';

/** Each backup, written by the nightly job and `npm run backup`, and how its trial restore ended. */
export const backups = pgTable(
  'backups',
  {
    id: text('id').primaryKey(),
    startedAt: timestamptz('started_at').notNull(),
    endedAt: timestamptz('ended_at'),
    state: text('state', { enum: ['running', 'done', 'failed'] }).notNull(),
    /** Folder or bucket, without credentials. */
    destination: text('destination').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
    rows: bigint('rows', { mode: 'number' }).notNull().default(0),
    files: integer('files').notNull().default(0),
    error: text('error'),
    provenAt: timestamptz('proven_at'),
    /** 'ok', or what failed. */
    proof: text('proof'),
    proofMs: integer('proof_ms'),
  },
  (table) => [
    check('backups_state', sql`${table.state} in ('running', 'done', 'failed')`),
    index('backups_started').on(table.startedAt),
  ],
);
