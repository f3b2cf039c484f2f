import { and, eq, isNull, sql } from 'drizzle-orm';
import type { AppraisalOutcome } from '#domain/results/appraisal-result.ts';
import {
  type ResultBatch,
  type ResultBatchRow,
  resultBatchesPageSize,
  resultBatchRowsPageSize,
} from '#domain/results/result-import.ts';
import { toTimestamp } from '#domain/values/timestamp.ts';
import type { AuditedList } from '#server/audit/audited-list.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { countRows, exactly } from '#server/db/keyset.ts';
import { users } from '#server/db/schema/accounts.ts';
import { applications } from '#server/db/schema/applications.ts';
import { associates } from '#server/db/schema/associates.ts';
import { socialChallenges } from '#server/db/schema/challenges.ts';
import { donations } from '#server/db/schema/donations.ts';
import { appraisals, resultBatches } from '#server/db/schema/results.ts';

/** No filter: any batch. */
type NoSelection = Record<never, never>;

export const batchList: AuditedList<NoSelection, BatchRecord, ResultBatch> = {
  name: 'results',
  isPersonal: false,
  subjectType: 'result-batches',
  subjectId: () => 'all',
  pageSize: resultBatchesPageSize,
  keys: () => [
    { by: resultBatches.createdAt, direction: 'desc', type: 'timestamptz' },
    { by: resultBatches.id, direction: 'desc', type: 'text' },
  ],
  valuesOf: (row) => [row.createdAt.getTime(), row.id],
  idOf: (row) => row.id,
  read: (db, _selection, part) =>
    selectBatches(db)
      .where(part.where)
      .orderBy(...part.orderBy)
      .limit(part.limit),
  total: (db) => countRows(db, resultBatches, undefined),
  toItems: (_db, rows) => rows.map(toBatch),
};

/** One upload; undefined when there is none. */
export async function findBatch(
  db: Database | Transaction,
  id: string,
): Promise<ResultBatch | undefined> {
  const [row] = await selectBatches(db).where(eq(resultBatches.id, id));
  return row && toBatch(row);
}

type BatchSelection = { id: string };

/** The rows of an upload in the order of its file. */
export const batchRowList: AuditedList<BatchSelection, RowRecord, ResultBatchRow> = {
  name: 'result-rows',
  isPersonal: false,
  subjectType: 'result-batch',
  subjectId: ({ id }) => id,
  pageSize: resultBatchRowsPageSize,
  keys: () => [
    { by: appraisals.rowNumber, direction: 'asc', type: 'integer' },
    { by: appraisals.id, direction: 'asc', type: 'text' },
  ],
  valuesOf: (row) => [row.row, row.id],
  idOf: (row) => row.id,
  read: (db, { id }, part) =>
    selectBatchRows(db)
      .where(and(eq(appraisals.batchId, id), isNotReplaced, part.where))
      .orderBy(...part.orderBy)
      .limit(part.limit),
  async total(db, { id }) {
    const [batch] = await db
      .select({ count: resultBatches.acceptedCount })
      .from(resultBatches)
      .where(eq(resultBatches.id, id));
    return exactly(batch?.count ?? 0);
  },
  toItems: (_db, rows) => rows.map(toBatchRow),
};

/** A result that was set right is shown by what took its place. */
const isNotReplaced = sql`not exists (
  select from appraisals c where c.appraisal_id = ${appraisals.appraisalId} and c.corrects_id = ${appraisals.id})`;

const selectBatchRows = (db: Database | Transaction) =>
  db
    .select({
      id: appraisals.id,
      row: appraisals.rowNumber,
      appraisalId: appraisals.appraisalId,
      associateName: associates.name,
      fundName: socialChallenges.fundName,
      outcome: appraisals.outcome,
      itemCount: appraisals.itemCount,
      pricedCount: appraisals.pricedCount,
      appraisedYen: appraisals.appraisedYen,
      bonusYen: appraisals.bonusYen,
      donationYen: appraisals.donationYen,
      note: appraisals.note,
      reversedAt: appraisals.reversedAt,
      donationId: donations.id,
    })
    .from(appraisals)
    .innerJoin(applications, eq(applications.appraisalId, appraisals.appraisalId))
    .leftJoin(associates, eq(associates.id, applications.associateId))
    .leftJoin(socialChallenges, eq(socialChallenges.id, applications.socialChallengeId))
    .leftJoin(
      donations,
      and(
        eq(donations.appraisalId, appraisals.appraisalId),
        eq(donations.appraisalRowId, appraisals.id),
        isNull(donations.reversedAt),
      ),
    )
    .$dynamic();

const selectBatches = (db: Database | Transaction) =>
  db
    .select({
      id: resultBatches.id,
      fileName: resultBatches.fileName,
      itemFileName: resultBatches.itemFileName,
      encoding: resultBatches.encoding,
      rowCount: resultBatches.rowCount,
      acceptedCount: resultBatches.acceptedCount,
      unchangedCount: resultBatches.unchangedCount,
      donationYen: resultBatches.donationYen,
      createdAt: resultBatches.createdAt,
      reversedAt: resultBatches.reversedAt,
      reversalReason: resultBatches.reversalReason,
      uploadedBy: nameOf(resultBatches.uploadedBy),
      reversedBy: nameOf(resultBatches.reversedBy),
    })
    .from(resultBatches)
    .$dynamic();

type Column = typeof resultBatches.uploadedBy | typeof resultBatches.reversedBy;

/** The operator's name, else the e-mail address; '' for nobody and for erased people. */
const nameOf = (uid: Column) => sql<string>`coalesce((
  select coalesce(nullif(btrim(${users.lastName} || ' ' || ${users.firstName}), ''), ${users.email})
  from ${users} where ${users.uid} = ${uid}), '')`;

type BatchRecord = Awaited<ReturnType<typeof selectBatches>>[number];

const toBatch = (row: BatchRecord): ResultBatch => ({
  id: row.id,
  fileName: row.fileName,
  itemFileName: row.itemFileName,
  encoding: row.encoding,
  rows: row.rowCount,
  accepted: row.acceptedCount,
  unchanged: row.unchangedCount,
  donationYen: row.donationYen,
  uploadedBy: row.uploadedBy,
  createdAt: toTimestamp(row.createdAt),
  reversedAt: row.reversedAt && toTimestamp(row.reversedAt),
  reversedBy: row.reversedBy,
  reversalReason: row.reversalReason,
});

type RowRecord = Awaited<ReturnType<typeof selectBatchRows>>[number];

function toBatchRow(row: RowRecord): ResultBatchRow {
  const outcome = row.outcome as AppraisalOutcome;
  const isReversed = row.reversedAt !== null;
  const isDonated = row.donationId !== null;
  return {
    row: row.row,
    appraisalId: row.appraisalId,
    targetName: row.associateName ?? row.fundName ?? '',
    outcome,
    itemCount: row.itemCount,
    pricedCount: row.pricedCount,
    appraisedYen: row.appraisedYen,
    bonusYen: row.bonusYen,
    donationYen: row.donationYen,
    note: row.note,
    isDonated,
    isOnHold: outcome === 'completed' && !isDonated && !isReversed,
    isReversed,
  };
}
