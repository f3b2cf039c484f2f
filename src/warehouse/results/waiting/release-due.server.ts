import { and, eq, lte, sql } from 'drizzle-orm';
import { transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { refusalOf } from '#kit/errors/refusal.ts';
import { systemUid } from '#people/approvals/approval-list.server.ts';
import { writeMails } from '#people/mail/outbox.server.ts';
import { resultBatches } from '#warehouse/results/result-tables.server.ts';
import { releaseBatch } from './release-batch.server.ts';

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
