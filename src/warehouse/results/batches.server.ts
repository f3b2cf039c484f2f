import { and, eq, isNull, type SQLWrapper, sql } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import { donations } from '#giving/donations/donation-tables.server.ts';
import type { AuditedList } from '#kit/audit/audited-list.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { countRows, exactTotal } from '#kit/db/keyset.server.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { socialChallenges } from '#organisations/challenges/challenge-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import type { AppraisalOutcome } from './appraisal-result.ts';
import {
  type BatchState,
  type ResultBatch,
  type ResultBatchRow,
  resultBatchesPageSize,
  resultBatchRowsPageSize,
} from './result-import.ts';
import { appraisals, resultBatches } from './result-tables.server.ts';
import { isFlagged } from './waiting/flagged.server.ts';

/** Recomputes the sum of a released batch from what stands, including approved identity checks and corrections. */
export const countBatchYen = (tx: Transaction, batchId: string) =>
  tx.execute(sql`
    update result_batches set donation_yen = (
      select coalesce(sum(d.amount_yen), 0) from appraisals a
      join donations d on d.appraisal_row_id = a.id and d.reversed_at is null
      where a.batch_id = ${batchId})
    where id = ${batchId}`);

/** '' for any state. */
type StateFilter = { state: BatchState | '' };
const stateCondition = ({ state }: StateFilter) =>
  state === '' ? undefined : eq(resultBatches.state, state);

export const batchList: AuditedList<StateFilter, BatchRecord, ResultBatch> = {
  name: 'results',
  isPersonal: false,
  subjectType: 'result-batches',
  subjectId: ({ state }) => state || 'all',
  pageSize: resultBatchesPageSize,
  keys: () => [
    { by: resultBatches.createdAt, direction: 'desc', type: 'timestamptz' },
    { by: resultBatches.id, direction: 'desc', type: 'text' },
  ],
  valuesOf: (row) => [row.createdAt.getTime(), row.id],
  idOf: (row) => row.id,
  read: (db, selection, part) =>
    selectBatches(db)
      .where(and(stateCondition(selection), part.where))
      .orderBy(...part.orderBy)
      .limit(part.limit),
  total: (db, selection) => countRows(db, resultBatches, stateCondition(selection)),
  toItems: (_db, rows) => rows.map(toBatch),
};

/** One upload; undefined if there is none. */
export async function findBatch(
  db: Database | Transaction,
  id: string,
): Promise<ResultBatch | undefined> {
  const [row] = await selectBatches(db).where(eq(resultBatches.id, id));
  return row && toBatch(row);
}

type BatchSelection = { id: string };

/** Rows of an upload, in file order. */
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
    return exactTotal(batch?.count ?? 0);
  },
  toItems: (_db, rows) => rows.map(toBatchRow),
};

/** A corrected result is represented by its replacement. */
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
      state: resultBatches.state,
      source: resultBatches.source,
      releaseDueAt: resultBatches.releaseDueAt,
      releasedAt: resultBatches.releasedAt,
      releasedBy: nameOf(resultBatches.releasedBy),
      version: resultBatches.version,
      flagged,
    })
    .from(resultBatches)
    .$dynamic();

/** Rows of a batch that need a reason, counted by their partial index. */
const flagged = sql<number>`(
  select count(*)::int from waiting_results
  where waiting_results.batch_id = result_batches.id and ${isFlagged})`;

/** Name of the operator, else the e-mail address; '' for null and for erased people. */
export const nameOf = (uid: SQLWrapper) => sql<string>`coalesce((
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
  state: row.state as ResultBatch['state'],
  source: row.source as ResultBatch['source'],
  releaseDueAt: row.state === 'waiting' && row.releaseDueAt ? toTimestamp(row.releaseDueAt) : null,
  releasedAt: row.releasedAt && toTimestamp(row.releasedAt),
  releasedBy: row.releasedBy,
  flagged: row.flagged,
  version: row.version,
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
