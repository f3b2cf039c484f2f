import { randomUUID } from 'node:crypto';
import { and, desc, eq, gte, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import { lock } from '#kit/db/locks/lock.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { withoutPosition } from '#kit/values/csv/csv-row.ts';
import { formatDate, jstDay, startOfJstDay } from '#kit/values/timestamp.ts';
import type { ItemRow } from '#warehouse/results/appraisal-item.ts';
import type { AppraisalOutcome, ResultRow } from '#warehouse/results/appraisal-result.ts';
import { checkPart, findApplications } from '#warehouse/results/check-rows.server.ts';
import type { PlausibilityFlag } from '#warehouse/results/plausibility.ts';
import { resultBatches } from '#warehouse/results/result-tables.server.ts';
import { hashOf } from '#warehouse/results/row-hash.server.ts';
import { nextMorning } from './next-morning.server.ts';
import { flagsOfRows, readUsualBoxes } from './usual-sums.server.ts';
import { adjustBatchCounts, expectedYen, writeWaiting } from './write-waiting.server.ts';

/** A completed appraisal from the tablet. */
export type TabletResult = {
  appraisalId: string;
  receivedOn: string;
  appraisedOn: string;
  itemCount: number;
  pricedCount: number;
  appraisedYen: number;
  bonusYen: number;
  donationYen: number;
  outcome: AppraisalOutcome;
  note: string;
  items: Omit<ItemRow, 'row' | 'appraisalId'>[];
  overrideReason: string;
};

/**
 * Adds a completed appraisal to the day's batch of the tablets, creating it with the first. Refuses (Conflict) if the
 * application already has a waiting or standing result, or does not fit.
 */
export async function addTabletResult(
  tx: Transaction,
  operator: Person,
  { items, overrideReason, ...values }: TabletResult,
  { clock }: Pick<Dependencies, 'clock'>,
): Promise<{ batchId: string; flags: PlausibilityFlag[] }> {
  const at = clock();
  const today = jstDay(at);
  const batchId = await openTabletBatch(tx, operator, at);
  const { appraisalId } = values;
  const [application] = await findApplications(tx, [appraisalId], true);
  if (!application) throw notFound('お申し込み');
  const row = await nextRowNumber(tx, batchId);
  const result: ResultRow = { ...values, row, associateId: application.associateId ?? '' };
  const itemRows = items.map((item, index) => ({ ...item, row: index + 1, appraisalId }));
  const uploaded = { result, items: itemRows, rowHash: hashOf(result, itemRows), overrideReason };
  const { accepted, errors } = await checkPart(tx, [uploaded], { lock: true, today });
  const [fitting] = accepted;
  if (!fitting) throw refuse('Conflict', withoutPosition(errors[0]?.message ?? duplicateMessage));
  const [flags = []] = await flagsOfRows(tx, [fitting], {
    usualBoxes: await readUsualBoxes(tx),
    today,
  });
  const batch = { id: batchId, operator, at };
  await writeWaiting(tx, [{ ...fitting, rowNumber: row, flags }], batch, 'tablet');
  await adjustBatchCounts(tx, batchId, { rows: 1, yen: expectedYen(result) });
  await audit(tx, operator, 'waiting-results.add', ['application', appraisalId], {
    at,
    batch: batchId,
    yen: result.donationYen,
  });
  return { batchId, flags };
}

const duplicateMessage = 'このお申し込みの結果は、すでに登録されています。';

/** Locks the day's batch; creates it once, even with concurrent calls. */
async function openTabletBatch(tx: Transaction, operator: Person, at: Date): Promise<string> {
  await lock(tx, 'tablet-batch');
  const today = jstDay(at);
  const [open] = await tx
    .select({ id: resultBatches.id })
    .from(resultBatches)
    .where(
      and(
        eq(resultBatches.state, 'waiting'),
        eq(resultBatches.source, 'tablet'),
        gte(resultBatches.createdAt, startOfJstDay(today)),
      ),
    )
    .orderBy(desc(resultBatches.createdAt))
    .limit(1)
    .for('update');
  if (open) return open.id;
  const id = randomUUID();
  await tx.insert(resultBatches).values({
    id,
    uploadedBy: operator.uid,
    fileName: `タブレットの査定 ${formatDate(today)}`,
    fileHash: '',
    encoding: '',
    rowCount: 0,
    acceptedCount: 0,
    donationYen: 0,
    state: 'waiting',
    source: 'tablet',
    releaseDueAt: nextMorning(at),
    createdAt: at,
  });
  return id;
}

export async function nextRowNumber(tx: Transaction, batchId: string): Promise<number> {
  const { rows } = await tx.execute<{ row: number }>(sql`
    select coalesce((
      select row_number from waiting_results where batch_id = ${batchId}
      order by row_number desc, id desc limit 1), 1) + 1 as row`);
  return rows[0]?.row ?? 2;
}
