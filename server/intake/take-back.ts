import { and, desc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { refuse } from '#domain/errors/refusal.ts';
import type { Scan, TakeBack } from '#domain/intake/scan.ts';
import type { Person } from '#server/actor.ts';
import type { ApplicationRow } from '#server/applications/application-row.ts';
import { lockApplications } from '#server/applications/steps/take-step.ts';
import { writeAudit } from '#server/audit/audit.ts';
import { type Transaction, transaction } from '#server/db/database.ts';
import { applicationEvents, applications } from '#server/db/schema/applications.ts';
import { outboxMails } from '#server/db/schema/mail.ts';
import { appraisalDraftItems } from '#server/db/schema/warehouse/appraising.ts';
import { scans } from '#server/db/schema/warehouse/intake.ts';
import { boxes } from '#server/db/schema/warehouse/kits.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { type ScanRow, selectScans, takeBackOf, toScanRow, withCards } from './read-scans.ts';

const absent = () => refuse('NotFound', 'お探しの受付の記録が見つかりませんでした。');
const notTheirs = () =>
  refuse(
    'Forbidden',
    '受付を取り消せるのは、読み取った本人が10分以内か、運営の責任者・運営者です。',
  );
const needsReason = () =>
  refuse('ValidationError', '受付から10分を過ぎています。取り消す理由を書いてください。', {
    errors: [{ path: 'reason', message: '理由を入力してください。' }],
  });
const hasGoneOn = () =>
  refuse(
    'Conflict',
    'この箱は、もう査定に進んでいます。受付は取り消していません。お申し込みの画面をご確認ください。',
  );

/**
 * Takes a scan back: the box has not come. Its application goes back with its last box, if the scans brought it here
 * and its donor has not been told; else its own page sets it right.
 */
export const takeBackScan =
  ({ db, clock }: Pick<Dependencies, 'db' | 'clock'>) =>
  (person: Person, id: string, { reason }: TakeBack): Promise<Scan> =>
    transaction(db, async (tx) => {
      const at = clock();
      const [row] = await lockScan(tx, id);
      if (!row) throw absent();
      if (row.scan.takenBackAt === null) await takeBack(tx, row, { person, reason, at });
      const [after] = await selectScans(tx).where(eq(scans.id, id));
      const [scan] = await withCards(tx, after ? [toScanRow(after)] : [], person, at);
      if (!scan) throw absent();
      return scan;
    });

type LockedScan = { scan: ScanRow; application: ApplicationRow | undefined };

/** The application first, as whoever receives its boxes locks it. */
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
) {
  const how = takeBackOf(scan, person, at);
  if (how === 'none' || !application) throw notTheirs();
  if (how === 'with-reason' && reason === '') throw needsReason();
  await leaveBox(tx, scan, application);
  const took = { takenBackAt: at, takenBackBy: person.uid, takenBackReason: reason };
  await tx.update(scans).set(took).where(eq(scans.id, scan.id));
  await moveBack(tx, application, { person, reason, at });
  await writeAudit(tx, {
    actor: person,
    action: 'scans.withdraw',
    subjectType: 'application',
    subjectId: application.appraisalId,
    details: { number: scan.boxNumber },
    at,
  });
}

/** The box has not come; one that nobody applied for was never there. */
async function leaveBox(tx: Transaction, scan: ScanRow, { appraisalId, state }: ApplicationRow) {
  const number = scan.boxNumber ?? 0;
  const items = await tx.$count(
    appraisalDraftItems,
    and(
      eq(appraisalDraftItems.appraisalId, appraisalId),
      eq(appraisalDraftItems.boxNumber, number),
      isNull(appraisalDraftItems.removedAt),
    ),
  );
  if (items > 0 || state !== 'goods-received') throw hasGoneOn();
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
  if (!left) throw hasGoneOn();
  if (left.isExtra && left.kitState === 'none') {
    await tx.delete(boxes).where(and(eq(boxes.appraisalId, appraisalId), eq(boxes.number, number)));
  }
}

/** Back to where its first scan found it, once none of its boxes is here and while its mail waits. */
async function moveBack(
  tx: Transaction,
  { appraisalId }: ApplicationRow,
  { person, reason, at }: { person: Person; reason: string; at: Date },
) {
  const here = and(eq(boxes.appraisalId, appraisalId), isNotNull(boxes.receivedAt));
  if ((await tx.$count(boxes, here)) > 0) return;
  const [last] = await tx
    .select()
    .from(applicationEvents)
    .where(eq(applicationEvents.appraisalId, appraisalId))
    .orderBy(desc(applicationEvents.id))
    .limit(1);
  if (last?.toState !== 'goods-received' || last.fromState === null) return;
  const ofScan = and(
    eq(scans.appraisalId, appraisalId),
    eq(scans.receivedAt, last.at),
    inArray(scans.outcome, ['received', 'extra']),
  );
  if ((await tx.$count(scans, ofScan)) === 0) return;
  if (!(await dropMail(tx, appraisalId, last.at))) return;
  const [before] = await tx
    .select({ at: applicationEvents.at })
    .from(applicationEvents)
    .where(and(eq(applicationEvents.appraisalId, appraisalId), lt(applicationEvents.id, last.id)))
    .orderBy(desc(applicationEvents.id))
    .limit(1);
  await tx
    .update(applications)
    .set({
      state: last.fromState,
      // It has waited since then, as if it had never come.
      stateChangedAt: before?.at ?? applications.createdAt,
      version: sql`${applications.version} + 1`,
    })
    .where(eq(applications.appraisalId, appraisalId));
  await tx.insert(applicationEvents).values({
    appraisalId,
    fromState: last.toState,
    toState: last.fromState,
    doneBy: 'operator',
    actorUid: person.uid,
    note: reason,
    undoes: last.id,
    at,
  });
}

/** Takes the mail of the step out of the outbox; false where it has left, or may be leaving. */
async function dropMail(tx: Transaction, appraisalId: string, since: Date): Promise<boolean> {
  const ofStep = and(
    eq(outboxMails.appraisalId, appraisalId),
    eq(outboxMails.kind, 'goods-received'),
    eq(outboxMails.createdAt, since),
  );
  const dropped = await tx
    .delete(outboxMails)
    .where(and(ofStep, eq(outboxMails.state, 'waiting'), eq(outboxMails.attempts, 0)))
    .returning({ id: outboxMails.id });
  return dropped.length > 0 || (await tx.$count(outboxMails, ofStep)) === 0;
}
