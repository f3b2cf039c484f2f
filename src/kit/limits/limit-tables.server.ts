import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#kit/db/columns.server.ts';

/** Tries within a window, by hashed subject (an address /64, an e-mail): docs/product.md, Budgets of tries. */
export const attemptBudgets = pgTable(
  'attempt_budgets',
  {
    subjectHash: text('subject_hash').notNull(),
    purpose: text('purpose').notNull(),
    windowStart: timestamptz('window_start').notNull(),
    attempts: integer('attempts').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subjectHash, table.purpose, table.windowStart] }),
    index('attempt_budgets_window').on(table.windowStart),
  ],
);
