import { and, eq, lte, sql } from 'drizzle-orm';
import { refusalOf } from '#domain/errors/refusal.ts';
import { systemUid } from '#server/approvals/approval-list.ts';
import { transaction } from '#server/db/database.ts';
import { resultBatches } from '#server/db/schema/results.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { writeMails } from '#server/mail/outbox.ts';
import { releaseBatch } from './release-batch.ts';

/** Releases batches that are due. Processes share them, and a failure of one stops no other. */
export async function releaseDue(dependencies: Dependencies): Promise<void> {
  const { db, clock } = dependencies;
  const due = await db.select({ id: resultBatches.id }).from(resultBatches).where(isDue(clock()));
  const faults: unknown[] = [];
  for (const { id } of due) {
    try {
      await releaseBatch(dependencies, { operator: { uid: systemUid }, batchId: id });
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal) await leaveWaiting(dependencies, id, refusal.message);
      else faults.push(error);
    }
  }
  if (faults.length > 0) throw faults[0];
}

const isDue = (at: Date) =>
  and(eq(resultBatches.state, 'waiting'), lte(resultBatches.releaseDueAt, at));

/** Leaves the batch to a person, who is mailed once. No effect if another process did so first. */
async function leaveWaiting(dependencies: Dependencies, id: string, reason: string): Promise<void> {
  await transaction(dependencies.db, async (tx) => {
    const [left] = await tx
      .update(resultBatches)
      .set({ releaseDueAt: null, version: sql`${resultBatches.version} + 1` })
      .where(and(eq(resultBatches.id, id), isDue(dependencies.clock())))
      .returning({ fileName: resultBatches.fileName, version: resultBatches.version });
    if (!left) return;
    const mail = {
      kind: 'results-not-released',
      dedupeKey: `results-not-released:${id}:${left.version}`,
      to: dependencies.operatorEmail,
      data: { fileName: left.fileName, reason, batchId: id },
    } as const;
    await writeMails(tx, [mail], dependencies);
  });
}
