import { and, eq, sql } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import type { AuditedList } from '#kit/audit/audited-list.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { countRows } from '#kit/db/keyset.server.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { socialChallenges } from '#organisations/challenges/challenge-tables.server.ts';
import { waitingResults } from '#warehouse/appraisals/appraisal-tables.server.ts';
import { nameOf } from '#warehouse/results/batches.server.ts';
import type { PlausibilityFlag } from '#warehouse/results/plausibility.ts';
import {
  type WaitingResult,
  type WaitingRow,
  type WaitingView,
  waitingRowsPageSize,
} from '#warehouse/results/waiting-result.ts';
import { isFlagged, isStillWaiting } from './flagged.server.ts';
import type { StoredItem, StoredResult } from './write-waiting.server.ts';

type Selection = { id: string; view: WaitingView };

const shown = {
  flagged: isFlagged,
  in: isStillWaiting,
  out: sql`${waitingResults.takenOutAt} is not null`,
} as const satisfies Record<WaitingView, unknown>;

const isSelected = ({ id, view }: Selection) => and(eq(waitingResults.batchId, id), shown[view]);

/** Rows of a waiting batch, in file order. */
export const waitingList: AuditedList<Selection, WaitingRecord, WaitingRow> = {
  name: 'waiting-results',
  isPersonal: false,
  subjectType: 'result-batch',
  subjectId: ({ id }) => id,
  pageSize: waitingRowsPageSize,
  keys: () => [
    { by: waitingResults.rowNumber, direction: 'asc', type: 'integer' },
    { by: waitingResults.id, direction: 'asc', type: 'text' },
  ],
  valuesOf: (row) => [row.row, row.id],
  idOf: (row) => row.id,
  read: (db, selection, part) =>
    selectRows(db)
      .where(and(isSelected(selection), part.where))
      .orderBy(...part.orderBy)
      .limit(part.limit),
  total: (db, selection) => countRows(db, waitingResults, isSelected(selection)),
  toItems: (_db, rows) => rows.map(toRow),
};

/** A row with its items; undefined if there is none. */
export async function findWaitingRow(
  db: Database | Transaction,
  id: string,
): Promise<WaitingResult | undefined> {
  const [row] = await selectRows(db).where(eq(waitingResults.id, id));
  return row && { ...toRow(row), items: row.items as StoredItem[] };
}

const selectRows = (db: Database | Transaction) =>
  db
    .select({
      id: waitingResults.id,
      batchId: waitingResults.batchId,
      row: waitingResults.rowNumber,
      appraisalId: waitingResults.appraisalId,
      targetName: sql<string>`coalesce(${associates.name}, ${socialChallenges.fundName}, '')`,
      result: waitingResults.result,
      items: waitingResults.items,
      source: waitingResults.source,
      flags: waitingResults.flags,
      overrideReason: waitingResults.overrideReason,
      addedBy: nameOf(waitingResults.addedBy),
      addedAt: waitingResults.addedAt,
      changedBy: nameOf(waitingResults.changedBy),
      changedAt: waitingResults.changedAt,
      takenOutBy: nameOf(waitingResults.takenOutBy),
      takenOutAt: waitingResults.takenOutAt,
      takenOutReason: waitingResults.takenOutReason,
      version: waitingResults.version,
    })
    .from(waitingResults)
    .innerJoin(applications, eq(applications.appraisalId, waitingResults.appraisalId))
    .leftJoin(associates, eq(associates.id, applications.associateId))
    .leftJoin(socialChallenges, eq(socialChallenges.id, applications.socialChallengeId))
    .$dynamic();

type WaitingRecord = Awaited<ReturnType<typeof selectRows>>[number];

function toRow(record: WaitingRecord): WaitingRow {
  const { id, batchId, row, appraisalId, targetName, overrideReason, version } = record;
  const { associateId: _, ...result } = record.result as StoredResult;
  const { takenOutAt, takenOutBy: by, takenOutReason: reason } = record;
  return {
    ...{ id, batchId, row, appraisalId, targetName, overrideReason, version, ...result },
    source: record.source as WaitingRow['source'],
    flags: record.flags as PlausibilityFlag[],
    ...{ addedBy: record.addedBy, addedAt: toTimestamp(record.addedAt) },
    ...{ changedBy: record.changedBy, changedAt: toTimestamp(record.changedAt) },
    takenOut: takenOutAt && { by, at: toTimestamp(takenOutAt), reason },
  };
}
