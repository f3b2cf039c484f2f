import { and, arrayContains, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { ApplicationRow } from '#giving/applications/application-row.server.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import { mailCorrectedStep, mailUndoneStep } from '#giving/applications/donor-mails.server.ts';
import { lockApplications } from '#giving/applications/steps/take-step.server.ts';
import {
  readLastStep,
  undoBlocker,
  undoStep,
} from '#giving/applications/steps/undo-step.server.ts';
import { takeBackMinutes } from '#giving/applications/take-back.ts';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import {
  appraisalDraftItems,
  appraisalDrafts,
} from '#warehouse/appraisals/appraisal-tables.server.ts';
import { hasWaitingResult } from '#warehouse/appraisals/receiving.server.ts';
import { boxes } from '#warehouse/kits/kit-tables.server.ts';
import { scans } from './intake-tables.server.ts';
import {
  type ScanRow,
  selectScans,
  toScanRow,
  undoOptionOf,
  withCards,
} from './read-scans.server.ts';
import type { Scan, TakeBack } from './scan.ts';

const notTheirs = () =>
  // A conflict and not a denial: the person's role may do this.
  refuse(
    'Conflict',
    '受付を取り消せるのは、読み取った本人が10分以内か、運営の責任者・運営者です。',
  );
const needsReason = () =>
  refuse('ValidationError', '受付から10分を過ぎています。取り消す理由を書いてください。', {
    errors: [{ path: 'reason', message: '理由を入力してください。' }],
  });
const waits = () =>
  refuse(
    'Conflict',
    '査定の結果が確定を待っています。先に、査定結果の画面でこの行を外してください。受付は取り消していません。',
  );
const movedOnConflict = () =>
  refuse(
    'Conflict',
    'この箱は、もう査定に進んでいます。受付は取り消していません。お申し込みの画面をご確認ください。',
  );

/**
 * Undoes a scan: the box has not arrived. With its last box the application moves back, if scans moved it, and donors
 * who were notified of the arrival are notified of that.
 */
export const undoScan = (
  ctx: Context,
  person: Person,
  id: string,
  { reason }: TakeBack,
): Promise<Scan> =>
  transaction(ctx.db, async (tx) => {
    const at = ctx.clock();
    const [row] = await lockScan(tx, id);
    if (!row) throw notFound('受付の記録');
    if (row.scan.takenBackAt === null) await takeBack(tx, row, { person, reason, at }, ctx);
    const [after] = await selectScans(tx).where(eq(scans.id, id));
    const [scan] = await withCards(tx, after ? [toScanRow(after)] : [], person, at);
    if (!scan) throw notFound('受付の記録');
    return scan;
  });

type LockedScan = { scan: ScanRow; application: ApplicationRow | undefined };

/** Locks the application first, in the order in which arrivals lock it. */
async function lockScan(tx: Transaction, id: string): Promise<LockedScan[]> {
  const [seen] = await tx
    .select({ appraisalId: scans.appraisalId })
    .from(scans)
    .where(eq(scans.id, id));
  const [application] = seen?.appraisalId
    ? await lockApplications(tx, eq(applications.appraisalId, seen.appraisalId))
    : [];
  const rows = await selectScans(tx).where(eq(scans.id, id)).for('update', { of: scans });
  return rows.map((row) => ({ scan: toScanRow(row), application }));
}

async function takeBack(
  tx: Transaction,
  { scan, application }: LockedScan,
  { person, reason, at }: { person: Person; reason: string; at: Date },
  ctx: Context,
) {
  const undoWay = undoOptionOf(scan, person, at);
  if (undoWay === 'none' || !application) throw notTheirs();
  if (undoWay === 'with-reason' && reason === '') throw needsReason();
  await undoArrival(tx, scan, application);
  const took = { takenBackAt: at, takenBackBy: person.uid, takenBackReason: reason };
  await tx.update(scans).set(took).where(eq(scans.id, scan.id));
  await moveBack(tx, application, { person, reason, at }, ctx);
  await audit(tx, person, 'scans.withdraw', ['application', application.appraisalId], {
    at,
    number: scan.boxNumber,
  });
}

/** Marks the box as not arrived; deletes one that was not applied for. */
async function undoArrival(tx: Transaction, scan: ScanRow, { appraisalId, state }: ApplicationRow) {
  const number = scan.boxNumber ?? 0;
  if (state !== 'goods-received' || (await isAppraisalBegun(tx, appraisalId, number)))
    throw movedOnConflict();
  if (await hasWaitingResult(tx, appraisalId)) throw waits();
  const own = and(
    eq(boxes.appraisalId, appraisalId),
    eq(boxes.number, number),
    eq(boxes.receivedAt, scan.receivedAt),
  );
  const [left] = await tx
    .update(boxes)
    .set({ receivedAt: null, receivedBy: null, version: sql`${boxes.version} + 1` })
    .where(own)
    .returning();
  if (!left) throw movedOnConflict();
  if (left.isExtra && left.kitState === 'none') {
    await tx.delete(boxes).where(and(eq(boxes.appraisalId, appraisalId), eq(boxes.number, number)));
  }
}

/** Whether appraisal of the box has begun: an item was written, or the box was marked done, even an empty one. */
async function isAppraisalBegun(
  tx: Transaction,
  appraisalId: string,
  number: number,
): Promise<boolean> {
  const ofBox = and(
    eq(appraisalDraftItems.appraisalId, appraisalId),
    eq(appraisalDraftItems.boxNumber, number),
    isNull(appraisalDraftItems.removedAt),
  );
  const isFinished = and(
    eq(appraisalDrafts.appraisalId, appraisalId),
    arrayContains(appraisalDrafts.finishedBoxes, [number]),
  );
  return (
    (await tx.$count(appraisalDraftItems, ofBox)) > 0 ||
    (await tx.$count(appraisalDrafts, isFinished)) > 0
  );
}

/** Undoes the arrival step once no box is here, as an undo by hand does. Notifies donors who knew of the arrival. */
async function moveBack(
  tx: Transaction,
  application: ApplicationRow,
  { person, reason, at }: { person: Person; reason: string; at: Date },
  ctx: Context,
) {
  const { appraisalId } = application;
  const here = and(eq(boxes.appraisalId, appraisalId), isNotNull(boxes.receivedAt));
  if ((await tx.$count(boxes, here)) > 0) return;
  const step = await readLastStep(tx, application);
  if (step?.last.fromState == null) return;
  const ofScan = and(
    eq(scans.appraisalId, appraisalId),
    eq(scans.receivedAt, step.last.at),
    inArray(scans.outcome, ['received', 'extra']),
  );
  if ((await tx.$count(scans, ofScan)) === 0) return;
  const blocker = await undoBlocker(tx, application, step.last);
  if (blocker) throw refuse('Conflict', blocker);
  const undoing = { ...step, actorUid: person.uid, note: reason, at };
  const undone = await undoStep(tx, application, undoing);
  if (!undone?.isKnown) return;
  if (at.getTime() - step.last.at.getTime() <= takeBackMinutes * 60_000) {
    await mailUndoneStep(tx, undone.row, ctx);
  } else await mailCorrectedStep(tx, undone.row, '', ctx);
}
