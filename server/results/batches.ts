import { and, asc, count, desc, eq, isNull, sql } from 'drizzle-orm';
import type { AppraisalOutcome } from '#domain/results/appraisal-result.ts';
import type { ResultBatch, ResultBatchRow } from '#domain/results/result-import.ts';
import { toTimestamp } from '#domain/values/timestamp.ts';
import type { Database } from '#server/db/database.ts';
import { users } from '#server/db/schema/accounts.ts';
import { applications } from '#server/db/schema/applications.ts';
import { associates } from '#server/db/schema/associates.ts';
import { socialChallenges } from '#server/db/schema/challenges.ts';
import { donations } from '#server/db/schema/donations.ts';
import { appraisals, resultBatches } from '#server/db/schema/results.ts';

const batchesPerPage = 20;
const batchRowsPerPage = 100;

/** The uploads, newest first, a page of 20 (from 1), with how many there are. */
export async function listBatches(
  db: Database,
  page: number,
): Promise<{ batches: ResultBatch[]; total: number }> {
  const rows = await selectBatches(db)
    .orderBy(desc(resultBatches.createdAt), asc(resultBatches.id))
    .limit(batchesPerPage)
    .offset((page - 1) * batchesPerPage);
  const [all] = await db.select({ total: count() }).from(resultBatches);
  return { batches: rows.map(toBatch), total: all?.total ?? 0 };
}

/** One upload with a page of its rows (100, from 1), in the order of the file. */
export async function findBatch(
  db: Database,
  id: string,
  page: number,
): Promise<{ batch: ResultBatch; rows: ResultBatchRow[]; total: number } | undefined> {
  const [row] = await selectBatches(db).where(eq(resultBatches.id, id));
  if (!row) return undefined;
  const rows = await db
    .select({
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
    .where(eq(appraisals.batchId, id))
    .orderBy(asc(appraisals.rowNumber))
    .limit(batchRowsPerPage)
    .offset((page - 1) * batchRowsPerPage);
  return { batch: toBatch(row), rows: rows.map(toBatchRow), total: row.acceptedCount };
}

const selectBatches = (db: Database) =>
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

/** The operator's name, else the e-mail address; '' for nobody and for people who are gone. */
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

function toBatchRow(row: {
  row: number;
  appraisalId: string;
  associateName: string | null;
  fundName: string | null;
  outcome: string;
  itemCount: number;
  pricedCount: number;
  appraisedYen: number;
  bonusYen: number;
  donationYen: number;
  note: string;
  reversedAt: Date | null;
  donationId: string | null;
}): ResultBatchRow {
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
