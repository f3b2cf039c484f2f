import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import { insertAll } from '#kit/db/insert-all.server.ts';
import { waitingResults } from '#warehouse/appraisals/appraisal-tables.server.ts';
import type { ItemRow } from '#warehouse/results/appraisal-item.ts';
import type { ResultRow } from '#warehouse/results/appraisal-result.ts';
import type { AcceptedRow } from '#warehouse/results/check-rows.server.ts';
import type { PlausibilityFlag } from '#warehouse/results/plausibility.ts';
import type { Batch } from '#warehouse/results/write-batch.server.ts';

/** A result and its items, as stored until the release. */
export type StoredResult = Omit<ResultRow, 'row' | 'appraisalId'>;
export type StoredItem = Omit<ItemRow, 'row' | 'appraisalId'>;

type NewRow = AcceptedRow & { rowNumber: number; flags: PlausibilityFlag[] };

/** Adds rows to a waiting batch. Their applications do not change, and no donor is notified. */
export async function writeWaiting(
  tx: Transaction,
  rows: readonly NewRow[],
  { id: batchId, operator, at }: Batch,
  source: 'csv' | 'tablet',
): Promise<void> {
  await insertAll(
    tx,
    waitingResults,
    rows.map(({ result, items, rowHash, rowNumber, flags, overrideReason = '' }) => ({
      ...{ id: randomUUID() as string, batchId, rowNumber, source, rowHash, flags },
      appraisalId: result.appraisalId,
      result: storedResult(result),
      items: items.map(storedItem),
      overrideReason: flags.length > 0 ? overrideReason : '',
      ...{ addedBy: operator.uid, addedAt: at, changedBy: operator.uid, changedAt: at },
    })),
  );
}

export const storedResult = ({ row: _row, appraisalId: _id, ...result }: ResultRow): StoredResult =>
  result;
export const storedItem = ({ row: _row, appraisalId: _id, ...item }: ItemRow): StoredItem => item;

/** Donation that a row would become; 0 unless completed (成立). */
export const expectedYen = ({ outcome, donationYen }: StoredResult) =>
  outcome === 'completed' ? donationYen : 0;

/** Adjusts a batch's counts and bumps its version. */
export const adjustBatchCounts = (
  tx: Transaction,
  batchId: string,
  { rows, yen, unchanged = 0 }: { rows: number; yen: number; unchanged?: number },
) =>
  tx.execute(sql`
    update result_batches set
      accepted_count = accepted_count + ${rows}, donation_yen = donation_yen + ${yen},
      unchanged_count = unchanged_count + ${unchanged},
      row_count = greatest(row_count, accepted_count + ${rows} + unchanged_count + ${unchanged}),
      version = version + 1
    where id = ${batchId}`);
