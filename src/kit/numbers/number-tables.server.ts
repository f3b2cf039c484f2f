import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#kit/db/columns.server.ts';

/** Last number of a kind and year. It only grows; after a restored backup it is raised to the numbers issued since. */
export const numberFloors = pgTable(
  'number_floors',
  {
    kind: text('kind').notNull(),
    year: integer('year').notNull(),
    floor: integer('floor').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.year] })],
);

/** Each start from a restored backup, from the second generation on, with a mark that its numbers carry. */
export const generations = pgTable('generations', {
  number: integer('number').primaryKey(),
  mark: text('mark').notNull().unique(),
  startedAt: timestamptz('started_at').notNull(),
  reason: text('reason').notNull(),
});
