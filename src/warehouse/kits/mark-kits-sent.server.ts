import { and, eq, inArray, lte, or, sql } from 'drizzle-orm';
import type { ApplicationRow } from '#giving/applications/application-row.server.ts';
import { type ApplicationState, next } from '#giving/applications/application-state.ts';
import { applicationEvents, applications } from '#giving/applications/application-tables.server.ts';
import { mailKitsSent } from '#giving/applications/donor-mails.server.ts';
import { lockApplications } from '#giving/applications/steps/take-step.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import { insertAll } from '#kit/db/insert-all.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { readWaiting } from './batch-entries.server.ts';
import { lockBatchesOf } from './batch-rows.server.ts';
import { boxes, kitBatchEntries, kitBatches } from './kit-tables.server.ts';

export type MarkingDeps = Pick<Dependencies, 'clock' | 'publicUrl' | 'secret' | 'mailDelayMinutes'>;

export type MarkedKits = {
  /** Marked as sent by this call; their donors are notified. */
  sent: string[];
  /** Were already in another state; their applications are unchanged. */
  others: { appraisalId: string; state: ApplicationState }[];
};

/**
 * Marks these applications' kits as sent, like the step `send-kit`: state, history, mail, boxes and waiting batch
 * entries. A batch with nothing left waiting becomes marked. The caller writes the audit entry. Idempotent.
 */
export async function markKitsSent(
  tx: Transaction,
  operator: { uid: string },
  appraisalIds: readonly string[],
  dependencies: MarkingDeps,
): Promise<MarkedKits> {
  if (appraisalIds.length === 0) return { sent: [], others: [] };
  const at = dependencies.clock();
  const rows = await lockApplications(tx, inArray(applications.appraisalId, [...appraisalIds]));
  const ready = rows.filter(({ state }) => next(state as ApplicationState, 'send-kit'));
  const moved = await moveAll(tx, ready, operator.uid, at);
  await mailKitsSent(tx, moved, dependencies);
  const sent = moved.map(({ appraisalId }) => appraisalId);
  await noteBoxes(tx, rows.filter(hasLeft(sent)), at);
  await endBatches(tx, operator.uid, rows.filter(hasLeft(sent)), at);
  return {
    sent,
    others: rows.flatMap(({ appraisalId, state }) =>
      sent.includes(appraisalId) ? [] : [{ appraisalId, state: state as ApplicationState }],
    ),
  };
}

/** Whether the kit has left: marked here, or earlier by a colleague. */
const hasLeft =
  (sent: readonly string[]) =>
  ({ appraisalId, state }: ApplicationRow) =>
    sent.includes(appraisalId) || (state !== 'applied' && state !== 'cancelled');

/** Set-based, since a batch has up to a thousand. The rows are locked, so their states are current. */
async function moveAll(
  tx: Transaction,
  rows: readonly ApplicationRow[],
  actorUid: string,
  at: Date,
): Promise<ApplicationRow[]> {
  if (rows.length === 0) return [];
  const moved = await tx
    .update(applications)
    .set({ state: 'kit-sent', stateChangedAt: at, version: sql`${applications.version} + 1` })
    .where(inArray(applications.appraisalId, idsOf(rows)))
    .returning({ appraisalId: applications.appraisalId, version: applications.version });
  await insertAll(
    tx,
    applicationEvents,
    rows.map(({ appraisalId, state }) => ({
      appraisalId,
      fromState: state,
      toState: 'kit-sent',
      doneBy: 'operator',
      actorUid,
      at,
    })),
  );
  const versionOf = new Map(moved.map(({ appraisalId, version }) => [appraisalId, version]));
  return rows.map((row) => ({
    ...row,
    state: 'kit-sent',
    stateChangedAt: at,
    version: versionOf.get(row.appraisalId) ?? row.version,
  }));
}

const appliedBoxes = sql`(select ${applications.boxes} from ${applications}
  where ${applications.appraisalId} = ${boxes.appraisalId})`;

/**
 * Marks frozen boxes as on their way; inserts rows for applications marked without a batch. Only as many boxes as
 * were printed: those added since were in no kit.
 */
async function noteBoxes(tx: Transaction, rows: readonly ApplicationRow[], at: Date) {
  if (rows.length === 0) return;
  const printed = new Map(
    (await readWaiting(tx, idsOf(rows))).map((entry) => [entry.appraisalId, entry.boxes]),
  );
  await insertAll(
    tx,
    boxes,
    rows.flatMap(({ appraisalId, boxes: count }) =>
      Array.from({ length: printed.get(appraisalId) ?? count }, (_, index) => ({
        appraisalId,
        number: index + 1,
      })),
    ),
    sql`on conflict (appraisal_id, number) do nothing`,
  );
  await tx
    .update(boxes)
    .set({ kitState: 'sent', kitSentAt: at, version: sql`${boxes.version} + 1` })
    .where(
      and(
        inArray(boxes.appraisalId, idsOf(rows)),
        or(
          eq(boxes.kitState, 'frozen'),
          // Skips leftovers from when the application had more boxes.
          and(eq(boxes.kitState, 'none'), lte(boxes.number, appliedBoxes)),
        ),
        eq(boxes.isExtra, false),
      ),
    );
}

async function endBatches(tx: Transaction, uid: string, rows: readonly ApplicationRow[], at: Date) {
  if (rows.length === 0) return;
  const touched = await lockBatchesOf(tx, idsOf(rows), 'waiting');
  if (touched.length === 0) return;
  await tx
    .update(kitBatchEntries)
    .set({ state: 'sent' })
    .where(
      and(inArray(kitBatchEntries.appraisalId, idsOf(rows)), eq(kitBatchEntries.state, 'waiting')),
    );
  const waiting = sql`exists (select 1 from ${kitBatchEntries} where ${kitBatchEntries.batchId} = ${kitBatches.id} and ${kitBatchEntries.state} = 'waiting')`;
  await tx
    .update(kitBatches)
    .set({
      version: sql`${kitBatches.version} + 1`,
      state: sql`case when ${waiting} then ${kitBatches.state} else 'marked' end`,
      markedBy: sql`case when ${waiting} then null else ${uid} end`,
      markedAt: sql`case when ${waiting} then null else ${at.toISOString()}::timestamptz end`,
    })
    .where(and(inArray(kitBatches.id, touched), eq(kitBatches.state, 'frozen')));
}

const idsOf = (rows: readonly { appraisalId: string }[]) =>
  rows.map(({ appraisalId }) => appraisalId);
