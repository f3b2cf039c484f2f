import { and, eq, sql } from 'drizzle-orm';
import { refuse } from '#domain/errors/refusal.ts';
import type { Person } from '#server/actor.ts';
import { writeAudit } from '#server/audit/audit.ts';
import { transaction } from '#server/db/database.ts';
import { resultBatches } from '#server/db/schema/results.ts';
import { waitingResults } from '#server/db/schema/warehouse/appraising.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { isIn } from './flagged.ts';
import { lockWaitingBatch } from './lock-waiting.ts';

type StepDeps = Pick<Dependencies, 'db' | 'clock'>;
type BatchStep = { batchId: string; version: number };

const nextVersion = sql`${resultBatches.version} + 1`;

/** Sets when a batch is released by itself; null for never. */
export const scheduleBatch = (
  { db, clock }: StepDeps,
  operator: Person,
  { batchId, version, releaseDueAt }: BatchStep & { releaseDueAt: Date | null },
) =>
  transaction(db, async (tx) => {
    await lockWaitingBatch(tx, batchId, version);
    const at = clock();
    if (releaseDueAt && releaseDueAt <= at) {
      throw refuse('ValidationError', '確定の予定は、これからの日時にしてください。');
    }
    await tx
      .update(resultBatches)
      .set({ releaseDueAt, version: nextVersion })
      .where(eq(resultBatches.id, batchId));
    await writeAudit(tx, {
      actor: operator,
      action: 'results.schedule',
      subjectType: 'result-batch',
      subjectId: batchId,
      details: { due: releaseDueAt?.toISOString() ?? 'never' },
      at,
    });
  });

/** Drops a batch that waits, with a reason: its rows are all taken out, and its file may come again. */
export const dropBatch = (
  { db, clock }: StepDeps,
  operator: Person,
  { batchId, version, reason }: BatchStep & { reason: string },
) =>
  transaction(db, async (tx) => {
    await lockWaitingBatch(tx, batchId, version);
    const at = clock();
    await tx
      .update(waitingResults)
      .set({ takenOutBy: operator.uid, takenOutAt: at, takenOutReason: reason })
      .where(and(eq(waitingResults.batchId, batchId), isIn));
    await tx
      .update(resultBatches)
      .set({
        state: 'dropped',
        releaseDueAt: null,
        ...{ reversedAt: at, reversedBy: operator.uid, reversalReason: reason },
        version: nextVersion,
      })
      .where(eq(resultBatches.id, batchId));
    await writeAudit(tx, {
      actor: operator,
      action: 'results.drop',
      subjectType: 'result-batch',
      subjectId: batchId,
      at,
    });
  });
