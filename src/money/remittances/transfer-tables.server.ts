import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '#kit/db/columns.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { remittanceRuns, remittances } from './remittance-tables.server.ts';

/** Recipients whose sum a run carries over to the next, and why. */
export const carriedOver = pgTable(
  'carried_over',
  {
    runId: text('run_id')
      .notNull()
      .references(() => remittanceRuns.id),
    associateId: text('associate_id')
      .notNull()
      .references(() => associates.id),
    amountYen: bigint('amount_yen', { mode: 'number' }).notNull(),
    reason: text('reason').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.associateId] }),
    check(
      'carried_over_reason',
      sql`${table.reason} in ('below-minimum', 'no-account', 'account-blocked', 'nothing-payable')`,
    ),
  ],
);

/** A file for the bank. */
export const transferFiles = pgTable(
  'transfer_files',
  {
    id: text('id').primaryKey(),
    runId: text('run_id')
      .notNull()
      .references(() => remittanceRuns.id),
    number: integer('number').notNull(),
    remittanceCount: integer('remittance_count').notNull(),
    amountYen: bigint('amount_yen', { mode: 'number' }).notNull(),
    transferOn: date('transfer_on').notNull(),
    sha256: text('sha256').notNull(),
    /** Its bytes, sealed; null of files of before, which are made of the run's rows again and held against the hash. */
    sealedContent: text('sealed_content'),
    /** The earlier file of the run that this one replaces, and why. */
    replaces: text('replaces'),
    reason: text('reason').notNull().default(''),
    madeBy: text('made_by').notNull(),
    madeAt: timestamptz('made_at').notNull(),
  },
  (table) => [
    uniqueIndex('transfer_files_run').on(table.runId, table.number),
    uniqueIndex('transfer_files_replaces').on(table.replaces),
  ],
);

/** An uploaded answer of the bank. */
export const bankAnswers = pgTable(
  'bank_answers',
  {
    id: text('id').primaryKey(),
    fileName: text('file_name').notNull(),
    fileHash: text('file_hash').notNull(),
    rowCount: integer('row_count').notNull(),
    uploadedBy: text('uploaded_by').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('bank_answers_created').on(table.createdAt.desc().nullsFirst(), table.id),
    index('bank_answers_hash').on(table.fileHash),
  ],
);

export const bankAnswerRows = pgTable(
  'bank_answer_rows',
  {
    answerId: text('answer_id')
      .notNull()
      .references(() => bankAnswers.id),
    /** Row number in the file, as a spreadsheet counts. */
    row: integer('row').notNull(),
    /** Hash of day, amount, description and position among equal rows: recognises a repeated row. */
    key: text('key').notNull(),
    day: date('day').notNull(),
    amountYen: bigint('amount_yen', { mode: 'number' }).notNull(),
    kind: text('kind').notNull(),
    remittanceId: text('remittance_id').references(() => remittances.id),
    runId: text('run_id').references(() => remittanceRuns.id),
    /** Balance after it; null if the file has none. */
    balanceYen: bigint('balance_yen', { mode: 'number' }),
    /** For a line without a transfer: its description, its kind, and the version of that decision. */
    description: text('description').notNull().default(''),
    lineKind: text('line_kind'),
    version: integer('version').notNull().default(1),
    /** When its confirmation was undone: then the row may be uploaded again. */
    takenBackAt: timestamptz('taken_back_at'),
  },
  (table) => [
    primaryKey({ columns: [table.answerId, table.row] }),
    uniqueIndex('bank_answer_rows_key').on(table.key).where(sql`${table.takenBackAt} is null`),
    index('bank_answer_rows_remittance').on(table.remittanceId),
    index('bank_answer_rows_run').on(table.runId).where(sql`${table.runId} is not null`),
    index('bank_answer_rows_lines')
      .on(table.day.desc().nullsFirst(), table.answerId, table.row)
      .where(sql`${table.kind} = 'line'`),
    index('bank_answer_rows_of_kind')
      .on(table.lineKind, table.day.desc().nullsFirst(), table.answerId, table.row)
      .where(sql`${table.kind} = 'line'`),
    check('bank_answer_rows_kind', sql`${table.kind} in ('transfer', 'total', 'returned', 'line')`),
    check('bank_answer_rows_line', sql`(${table.kind} = 'line') = (${table.lineKind} is not null)`),
  ],
);

/** Decisions on a line without a transfer, and their postings; the last one is valid. Append-only. */
export const bankLineEntries = pgTable(
  'bank_line_entries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    answerId: text('answer_id').notNull(),
    row: integer('row').notNull(),
    /** `again` if it was reopened. */
    kind: text('kind').notNull(),
    reason: text('reason').notNull(),
    postingId: text('posting_id').notNull(),
    actorUid: text('actor_uid').notNull(),
    at: timestamptz('at').notNull(),
  },
  (table) => [
    foreignKey({
      name: 'bank_line_entries_line',
      columns: [table.answerId, table.row],
      foreignColumns: [bankAnswerRows.answerId, bankAnswerRows.row],
    }),
    index('bank_line_entries_row').on(table.answerId, table.row, table.id.desc()),
    check(
      'bank_line_entries_kind',
      sql`${table.kind} in ('transfer-fee', 'recall-fee', 'interest', 'sale', 'other', 'unexplained', 'again')`,
    ),
  ],
);

/** The bank's balance at the end of a day; of one day the last row is valid. Append-only. */
export const bankBalances = pgTable(
  'bank_balances',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    day: date('day').notNull(),
    balanceYen: bigint('balance_yen', { mode: 'number' }).notNull(),
    source: text('source').notNull(),
    answerId: text('answer_id').references(() => bankAnswers.id),
    actorUid: text('actor_uid').notNull(),
    at: timestamptz('at').notNull(),
  },
  (table) => [
    index('bank_balances_day').on(table.day.desc().nullsFirst(), table.id.desc()),
    check('bank_balances_source', sql`${table.source} in ('file', 'typed')`),
  ],
);

/** One row: the format of files for the bank and of its answers. */
export const moneySettings = pgTable(
  'money_settings',
  {
    id: integer('id').primaryKey(),
    /** 委託者コード, ten digits, and the name registered with the bank; '' until set. */
    consignorCode: text('consignor_code').notNull().default(''),
    consignorName: text('consignor_name').notNull().default(''),
    /** File layout of the bank: `bankLayouts` of src/money/remittances/bank-layouts.ts. */
    layout: text('layout').notNull().default('general'),
    lineEnds: text('line_ends').notNull().default('crlf'),
    transferKind: text('transfer_kind').notNull().default('7'),
    /** Chosen columns of bank statements: `RememberedColumns` of src/money/bank-answers/bank-columns.ts. */
    bankColumns: jsonb('bank_columns'),
    version: integer('version').notNull().default(1),
    changedBy: text('changed_by').notNull().default(''),
    changedAt: timestamptz('changed_at').notNull(),
  },
  (table) => [
    check('money_settings_one', sql`${table.id} = 1`),
    check(
      'money_settings_layout',
      sql`${table.layout} in ('general', 'smbc-web21', 'mizuho', 'resona', 'yucho')`,
    ),
  ],
);
