import { and, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { ApplicationRow } from '#giving/applications/application-row.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import { appraisalDrafts } from '#warehouse/appraisals/appraisal-tables.server.ts';
import { scans } from '#warehouse/intake/intake-tables.server.ts';
import { lockBatchesOf } from '#warehouse/kits/batch-rows.server.ts';
import type { LeftOutReason } from '#warehouse/kits/kit-batch.ts';
import { boxes, kitBatchEntries, kitBatches } from '#warehouse/kits/kit-tables.server.ts';
import { parcelStates } from '#warehouse/tracking/carrier-words.ts';
import { boxArrivedReason, endTroubleOf } from '#warehouse/tracking/parcel-trouble.server.ts';

type Step = { actorUid: string; at: Date };

/** Records a manual step in the rows of an application's boxes, where they do not say it already. */
export async function recordOnBoxes(
  tx: Transaction,
  { appraisalId, state, boxes: count }: Pick<ApplicationRow, 'appraisalId' | 'state' | 'boxes'>,
  { actorUid, at }: Step,
): Promise<void> {
  const own = eq(boxes.appraisalId, appraisalId);
  const version = sql`${boxes.version} + 1`;
  if (state === 'kit-sent') {
    // A kit sent without a batch is out as well: its tracking number may follow, or its lack of news.
    if ((await tx.$count(boxes, and(own, eq(boxes.kitState, 'frozen')))) === 0) {
      await tx
        .insert(boxes)
        .values(Array.from({ length: count }, (_, index) => ({ appraisalId, number: index + 1 })))
        .onConflictDoNothing();
    }
    await tx
      .update(boxes)
      .set({ kitState: 'sent', kitSentAt: at, version })
      .where(
        and(
          own,
          or(
            eq(boxes.kitState, 'frozen'),
            and(eq(boxes.kitState, 'none'), lte(boxes.number, count)),
          ),
        ),
      );
  }
  if (state === 'goods-received') {
    await tx
      .update(boxes)
      .set({ receivedAt: at, receivedBy: actorUid, version })
      .where(and(own, isNull(boxes.receivedAt)));
    const came = { ending: 'found', note: boxArrivedReason, at } as const;
    await endTroubleOf(tx, { appraisalId }, { uid: actorUid }, came);
  }
}

/** After the step into a state was undone: marks kits as not sent, or boxes as not received, whoever had set it. */
export async function undoOnBoxes(
  tx: Transaction,
  { appraisalId, state }: Pick<ApplicationRow, 'appraisalId' | 'state'>,
  { actorUid, at, reason }: Step & { reason: string },
): Promise<void> {
  const own = eq(boxes.appraisalId, appraisalId);
  const version = sql`${boxes.version} + 1`;
  if (state === 'kit-sent') {
    await tx
      .update(boxes)
      .set({
        ...{ kitState: 'none', kitSentAt: null, kitStateAt: null, kitBatchId: null, version },
        // Of the unused slip; the mail about the next kit would contain it.
        ...{ carrier: '', trackingNumber: '', carrierWord: '' },
      })
      .where(and(own, inArray(boxes.kitState, [...parcelStates])));
    const never = { ending: 'other', note: '箱の発送を取り消しました。', at } as const;
    await endTroubleOf(tx, { appraisalId }, { uid: actorUid }, never);
    await leaveBatches(tx, appraisalId);
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
    // The boxes are gone, so later ones have to be gone through again.
    await tx
      .update(appraisalDrafts)
      .set({ state: 'open', finishedBoxes: [], version: sql`${appraisalDrafts.version} + 1` })
      .where(eq(appraisalDrafts.appraisalId, appraisalId));
  }
}

/** Marks its kit as left out of the batch, so that the next one can include it. */
async function leaveBatches(tx: Transaction, appraisalId: string): Promise<void> {
  const leftOutReason: LeftOutReason = 'taken-back';
  const left = await lockBatchesOf(tx, [appraisalId], 'sent');
  if (left.length === 0) return;
  await tx
    .update(kitBatchEntries)
    .set({ state: 'left-out', leftOutReason })
    .where(and(eq(kitBatchEntries.appraisalId, appraisalId), eq(kitBatchEntries.state, 'sent')));
  await tx
    .update(kitBatches)
    .set({ version: sql`${kitBatches.version} + 1` })
    .where(inArray(kitBatches.id, left));
}

/** Later records within this time belong to the same act. */
const sameActMs = 5_000;

/** Whether another box was received after that time: then the goods are here, despite the step. */
export async function hasLaterBox(
  tx: Transaction,
  { appraisalId }: Pick<ApplicationRow, 'appraisalId'>,
  at: Date,
): Promise<boolean> {
  const since = new Date(at.getTime() + sameActMs);
  const later = and(eq(boxes.appraisalId, appraisalId), gt(boxes.receivedAt, since));
  return (await tx.$count(boxes, later)) > 0;
}
