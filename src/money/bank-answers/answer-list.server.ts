import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { AuditedList } from '#kit/audit/audited-list.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { countRows } from '#kit/db/keyset.server.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { remittanceRuns, remittances } from '#money/remittances/remittance-tables.server.ts';
import { bankAnswerRows, bankAnswers } from '#money/remittances/transfer-tables.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { personName } from '#people/accounts/person-name.server.ts';
import {
  type BankAnswer,
  type BankAnswerRow,
  bankAnswerRowsPageSize,
  bankAnswersPageSize,
} from './bank-answer.ts';

type Source = Database | Transaction;

/** Number of an upload's rows of a kind, by the index on the upload. */
const countOf = (kind: BankAnswerRow['kind']): SQL<number> => sql<number>`(
  select count(*)::float8 from bank_answer_rows r where r.answer_id = bank_answers.id and r.kind = ${kind})`;

export const selectAnswers = (source: Source) =>
  source
    .select({
      row: bankAnswers,
      transfers: countOf('transfer'),
      totals: countOf('total'),
      returns: countOf('returned'),
      lines: countOf('line'),
      uploadedBy: personName(sql`${bankAnswers.uploadedBy}`),
    })
    .from(bankAnswers)
    .$dynamic();
type AnswerRow = Awaited<ReturnType<typeof selectAnswers>>[number];

export const toAnswer = ({ row, ...rest }: AnswerRow): BankAnswer => ({
  id: row.id,
  fileName: row.fileName,
  fileHash: row.fileHash,
  rows: row.rowCount,
  ...rest,
  uploadedAt: toTimestamp(row.createdAt),
});

/** Accepted uploads, newest first. */
export const answerList: AuditedList<Record<never, never>, AnswerRow, BankAnswer> = {
  name: 'bank-answers',
  isPersonal: false,
  subjectType: 'bank-answers',
  subjectId: () => 'all',
  pageSize: bankAnswersPageSize,
  keys: () => [
    { by: bankAnswers.createdAt, direction: 'desc', type: 'timestamptz' },
    { by: bankAnswers.id, direction: 'asc', type: 'text' },
  ],
  valuesOf: ({ row }) => [row.createdAt.getTime(), row.id],
  idOf: ({ row }) => row.id,
  read: (db, _selection, part) =>
    selectAnswers(db)
      .where(part.where)
      .orderBy(...part.orderBy)
      .limit(part.limit),
  total: (db) => countRows(db, bankAnswers, undefined),
  toItems: (_db, rows) => rows.map(toAnswer),
};

const selectRows = (source: Source, condition: SQL | undefined) =>
  source
    .select({
      row: bankAnswerRows,
      associateName: associates.name,
      runNumber: remittanceRuns.number,
    })
    .from(bankAnswerRows)
    .leftJoin(remittances, eq(remittances.id, bankAnswerRows.remittanceId))
    .leftJoin(associates, eq(associates.id, remittances.associateId))
    .leftJoin(remittanceRuns, eq(remittanceRuns.id, bankAnswerRows.runId))
    .where(condition)
    .$dynamic();
type RowRow = Awaited<ReturnType<typeof selectRows>>[number];

/** Rows of an upload, in the order of the file. */
export const answerRowList: AuditedList<{ answerId: string }, RowRow, BankAnswerRow> = {
  name: 'bank-answers',
  isPersonal: false,
  subjectType: 'bank-answer',
  subjectId: ({ answerId }) => answerId,
  pageSize: bankAnswerRowsPageSize,
  keys: () => [{ by: bankAnswerRows.row, direction: 'asc', type: 'bigint' }],
  valuesOf: ({ row }) => [row.row],
  idOf: ({ row }) => row.row,
  read: (db, { answerId }, part) =>
    selectRows(db, and(eq(bankAnswerRows.answerId, answerId), part.where))
      .orderBy(...part.orderBy)
      .limit(part.limit),
  total: (db, { answerId }) => countRows(db, bankAnswerRows, eq(bankAnswerRows.answerId, answerId)),
  toItems: (_db, rows) =>
    rows.map(({ row, associateName, runNumber }) => ({
      row: row.row,
      day: row.day,
      amountYen: Math.abs(row.amountYen),
      kind: row.kind as BankAnswerRow['kind'],
      remittanceId: row.remittanceId ?? '',
      runId: row.runId ?? '',
      targetName: associateName ?? runNumber ?? '',
      lineKind: row.lineKind as BankAnswerRow['lineKind'],
      takenBackAt: row.takenBackAt && toTimestamp(row.takenBackAt),
    })),
};

/** Last acceptance of a file: when and by whom; null for a new file. */
export async function takenBefore(source: Source, fileHash: string) {
  const [last] = await selectAnswers(source)
    .where(eq(bankAnswers.fileHash, fileHash))
    .orderBy(desc(bankAnswers.createdAt))
    .limit(1);
  return last ? { at: last.row.createdAt, by: last.uploadedBy } : null;
}
