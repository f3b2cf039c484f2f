import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '#kit/db/columns.server.ts';
import { remittances } from '#money/remittances/remittance-tables.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';

/** Content of an issued statement; never changed, but further editions may follow (docs/decisions/0030). */
export const statementPapers = pgTable(
  'statement_papers',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    associateId: text('associate_id')
      .notNull()
      .references(() => associates.id),
    /** Remittance of the statement; null for an annual one. */
    remittanceId: text('remittance_id').references(() => remittances.id),
    /** Of an annual statement: its first and last month, 2026-04_2027-03. */
    period: text('period'),
    edition: integer('edition').notNull(),
    /** The whole content, as drawn. */
    said: jsonb('said').notNull(),
    /** SHA-256 of its figures: an unchanged digest makes no further edition. */
    digest: text('digest').notNull(),
    givenTo: text('given_to').notNull(),
    givenAt: timestamptz('given_at').notNull(),
  },
  (table) => [
    uniqueIndex('statement_papers_remittance')
      .on(table.remittanceId, table.edition)
      .where(sql`${table.remittanceId} is not null`),
    uniqueIndex('statement_papers_period')
      .on(table.associateId, table.period, table.edition)
      .where(sql`${table.period} is not null`),
    check('statement_papers_of', sql`(${table.remittanceId} is null) <> (${table.period} is null)`),
  ],
);

/** Changes of an organisation's fiscal year, in order of recording. */
export const fiscalYearChanges = pgTable(
  'fiscal_year_changes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    associateId: text('associate_id')
      .notNull()
      .references(() => associates.id),
    /** Month in which years begin from then on, YYYY-MM. */
    startsIn: text('starts_in').notNull(),
    changedBy: text('changed_by').notNull(),
    at: timestamptz('at').notNull(),
  },
  (table) => [
    index('fiscal_year_changes_associate').on(table.associateId, table.id),
    check('fiscal_year_changes_month', sql`${table.startsIn} ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'`),
  ],
);
