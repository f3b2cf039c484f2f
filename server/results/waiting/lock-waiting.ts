import { desc, eq } from 'drizzle-orm';
import { refuse } from '#domain/errors/refusal.ts';
import { formatDateTime, toTimestamp } from '#domain/values/timestamp.ts';
import type { Transaction } from '#server/db/database.ts';
import { resultBatches } from '#server/db/schema/results.ts';
import { waitingResults } from '#server/db/schema/warehouse/appraising.ts';
import { nameOf } from '#server/results/batches.ts';

const selectBatch = (tx: Transaction, id: string) =>
  tx
    .select({
      id: resultBatches.id,
      state: resultBatches.state,
      version: resultBatches.version,
      releasedAt: resultBatches.releasedAt,
      releasedBy: resultBatches.releasedBy,
      releasedByName: nameOf(resultBatches.releasedBy),
      reversedAt: resultBatches.reversedAt,
      reversedByName: nameOf(resultBatches.reversedBy),
      unchanged: resultBatches.unchangedCount,
      mailsDue: resultBatches.mailsDue,
    })
    .from(resultBatches)
    .where(eq(resultBatches.id, id))
    .$dynamic();

export type LockedBatch = Awaited<ReturnType<typeof selectBatch>>[number];

/** A batch as it is, locked until the transaction ends. Refused (NotFound) when there is none. */
export async function lockBatch(tx: Transaction, id: string): Promise<LockedBatch> {
  const [batch] = await selectBatch(tx, id).for('update', { of: resultBatches });
  if (!batch) throw refuse('NotFound', '取り込みが見つかりません。');
  return batch;
}

/** A batch that waits, locked. One that does not is refused (Conflict) with who ended the waiting. */
export async function lockWaitingBatch(
  tx: Transaction,
  id: string,
  version?: number,
): Promise<LockedBatch> {
  const batch = await lockBatch(tx, id);
  if (batch.state !== 'waiting') throw ended(batch);
  if (version !== undefined && version !== batch.version) throw await changed(tx, id);
  return batch;
}

export function ended(batch: LockedBatch) {
  const isReleased = batch.state === 'released';
  const at = isReleased ? batch.releasedAt : batch.reversedAt;
  const by = isReleased ? batch.releasedByName : batch.reversedByName;
  const who = by === '' ? '' : `${by}さんが`;
  const when = at ? `${formatDateTime(toTimestamp(at))}に` : '';
  const done = isReleased ? '確定しています' : '取りやめています';
  return refuse('Conflict', `この取り込みは、${who}${when}${done}。`);
}

async function changed(tx: Transaction, id: string) {
  const [last] = await tx
    .select({ at: waitingResults.changedAt, by: nameOf(waitingResults.changedBy) })
    .from(waitingResults)
    .where(eq(waitingResults.batchId, id))
    .orderBy(desc(waitingResults.changedAt))
    .limit(1);
  const who = last?.by ? `${last.by}さんが` : 'ほかの画面で';
  const when = last ? `${formatDateTime(toTimestamp(last.at))}に` : '';
  const message = `この取り込みは、${who}${when}変更しています。内容を読み込み直して、お確かめください。`;
  return refuse('Conflict', message);
}
