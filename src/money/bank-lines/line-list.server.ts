import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { AuditedList } from '#kit/audit/audited-list.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { countRows } from '#kit/db/keyset.server.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { bankAnswerRows, bankLineEntries } from '#money/remittances/transfer-tables.server.ts';
import { personName } from '#people/accounts/person-name.server.ts';
import { type BankLine, type BankLineKind, bankLinesPageSize } from './bank-line.ts';

export type BankLineSelection = { kind?: BankLineKind | undefined };

const selected = ({ kind }: BankLineSelection): SQL | undefined =>
  and(
    eq(bankAnswerRows.kind, 'line'),
    kind === undefined ? undefined : eq(bankAnswerRows.lineKind, kind),
  );

/** Lines that match no transfer, with their latest explanation; the caller orders and limits. */
export const selectLines = (db: Database | Transaction) =>
  db
    .select({
      row: bankAnswerRows,
      entry: bankLineEntries,
      by: personName(sql`bank_line_entries.actor_uid`),
    })
    .from(bankAnswerRows)
    .innerJoin(
      bankLineEntries,
      sql`${bankLineEntries.id} = (select e.id from bank_line_entries e
        where e.answer_id = ${bankAnswerRows.answerId} and e.row = ${bankAnswerRows.row} order by e.id desc limit 1)`,
    )
    .$dynamic();
type Row = Awaited<ReturnType<typeof selectLines>>[number];

export const toLine = ({ row, entry, by }: Row): BankLine => ({
  answerId: row.answerId,
  row: row.row,
  day: row.day,
  amountYen: row.amountYen,
  description: row.description,
  kind: row.lineKind as BankLineKind,
  reason: entry.reason,
  by,
  at: toTimestamp(entry.at),
  postingId: entry.postingId,
  version: row.version,
  isTakenBack: row.takenBackAt !== null,
});

/** Statement lines without a transfer, by the bank's day, newest first. */
export const bankLineList: AuditedList<BankLineSelection, Row, BankLine> = {
  name: 'bank-lines',
  subjectType: 'bank-lines',
  subjectId: ({ kind }) => kind ?? 'all',
  pageSize: bankLinesPageSize,
  keys: () => [
    { by: bankAnswerRows.day, direction: 'desc', type: 'date' },
    { by: bankAnswerRows.answerId, direction: 'asc', type: 'text' },
    { by: bankAnswerRows.row, direction: 'asc', type: 'bigint' },
  ],
  valuesOf: ({ row }) => [row.day, row.answerId, row.row],
  idOf: ({ row }) => `${row.answerId}:${row.row}`,
  read: (db, selection, part) =>
    selectLines(db)
      .where(and(selected(selection), part.where))
      .orderBy(...part.orderBy)
      .limit(part.limit),
  total: (db, selection) => countRows(db, bankAnswerRows, selected(selection)),
  toItems: (_db, rows) => rows.map(toLine),
};
