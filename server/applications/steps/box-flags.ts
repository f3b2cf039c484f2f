import { and, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { ApplicationRow } from '#server/applications/application-row.ts';
import type { Transaction } from '#server/db/database.ts';
import { scans } from '#server/db/schema/warehouse/intake.ts';
import { boxes } from '#server/db/schema/warehouse/kits.ts';

type Step = { actorUid: string; at: Date };

/** What a step by hand says of an application's boxes, where their rows do not say it already. */
export async function noteOnBoxes(
  tx: Transaction,
  { appraisalId, state }: Pick<ApplicationRow, 'appraisalId' | 'state'>,
  { actorUid, at }: Step,
): Promise<void> {
  const own = eq(boxes.appraisalId, appraisalId);
  const version = sql`${boxes.version} + 1`;
  if (state === 'kit-sent') {
    await tx
      .update(boxes)
      .set({ kitState: 'sent', kitSentAt: at, version })
      .where(and(own, inArray(boxes.kitState, ['none', 'frozen'])));
  }
  if (state === 'goods-received') {
    await tx
      .update(boxes)
      .set({ receivedAt: at, receivedBy: actorUid, version })
      .where(and(own, isNull(boxes.receivedAt)));
  }
}

/** Once the step into a state is undone: no kit has left, or no box has come, whoever had said so. */
export async function takeBackFromBoxes(
  tx: Transaction,
  { appraisalId, state }: Pick<ApplicationRow, 'appraisalId' | 'state'>,
  { actorUid, at, reason }: Step & { reason: string },
): Promise<void> {
  const own = eq(boxes.appraisalId, appraisalId);
  const version = sql`${boxes.version} + 1`;
  if (state === 'kit-sent') {
    await tx
      .update(boxes)
      .set({ kitState: 'none', kitSentAt: null, kitStateAt: null, kitBatchId: null, version })
      .where(and(own, inArray(boxes.kitState, ['sent', 'delivered', 'returned'])));
  }
  if (state === 'goods-received') {
    await tx
      .update(boxes)
      .set({ receivedAt: null, receivedBy: null, version })
      .where(and(own, isNotNull(boxes.receivedAt)));
    await tx
      .update(scans)
      .set({ takenBackAt: at, takenBackBy: actorUid, takenBackReason: reason })
      .where(
        and(
          eq(scans.appraisalId, appraisalId),
          eq(scans.outcome, 'received'),
          isNull(scans.takenBackAt),
        ),
      );
  }
}

/** What the same act noted a moment later. */
const sameActMs = 5_000;

/** Whether another box came after that moment: then the goods are here, whatever one step said. */
export async function cameLater(
  tx: Transaction,
  { appraisalId }: Pick<ApplicationRow, 'appraisalId'>,
  at: Date,
): Promise<boolean> {
  const since = new Date(at.getTime() + sameActMs);
  const later = and(eq(boxes.appraisalId, appraisalId), gt(boxes.receivedAt, since));
  return (await tx.$count(boxes, later)) > 0;
}
