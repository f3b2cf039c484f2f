import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import type { ApplicationRow } from '#giving/applications/application-row.server.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import { mailUndoneStep } from '#giving/applications/donor-mails.server.ts';
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
import { refuse } from '#kit/errors/refusal.ts';
import { timestampToDate } from '#kit/values/timestamp.ts';
import { readEntries } from './batch-entries.server.ts';
import { lockBatch, readBatch } from './batch-rows.server.ts';
import type { TakeBackMarkOutcome } from './kit-batch.ts';
import { boxes, kitBatchEntries, kitBatches } from './kit-tables.server.ts';

const over = () =>
  refuse(
    'Conflict',
    `${takeBackMinutes}分を過ぎたため、まとめては取り消せません。お申し込みの画面の「状態を直す」をお使いください。`,
  );
const nothing = () =>
  refuse('Conflict', 'この束には、まとめて取り消せるものがありません。何も変えていません。');

/** Undoes the mark of a batch for all kits sent by it, while their mails are still waiting. */
export const undoBatchMark = (
  ctx: Context,
  operator: Person,
  { id, version }: { id: string; version: number | undefined },
): Promise<TakeBackMarkOutcome> =>
  transaction(ctx.db, async (tx) => {
    const numbers = (await readEntries(tx, id)).map(({ appraisalId }) => appraisalId);
    const rows = await lockApplications(tx, inArray(applications.appraisalId, numbers));
    const { markedAt } = await lockBatch(tx, id, version, 'marked');
    if (markedAt === null) throw nothing();
    const at = ctx.clock();
    const left = timestampToDate(markedAt);
    if (at.getTime() > left.getTime() + takeBackMinutes * 60_000) throw over();
    const entries = await readEntries(tx, id);
    const out = new Set(
      entries.flatMap(({ appraisalId, state }) => (state === 'sent' ? [appraisalId] : [])),
    );
    const back: string[] = [];
    for (const row of rows.filter(({ appraisalId }) => out.has(appraisalId))) {
      if (await takeOneBack(tx, row, { left, operator, at }, ctx)) {
        back.push(row.appraisalId);
      }
    }
    if (back.length === 0) throw nothing();
    await restoreEntries(tx, id, back);
    await audit(tx, operator, 'kits.take-back', ['kit-batch', id], { at, ids: back });
    return {
      batch: await readBatch(tx, id),
      takenBack: back.length,
      stayed: out.size - back.length,
    };
  });

type UndoInput = { left: Date; operator: Person; at: Date };

/** Undoes like a step by hand. Skips kits sent otherwise, before or since the mark. */
async function takeOneBack(
  tx: Transaction,
  row: ApplicationRow,
  { left, operator, at }: UndoInput,
  ctx: Context,
): Promise<boolean> {
  if (row.state !== 'kit-sent') return false;
  const step = await readLastStep(tx, row);
  if (!step || step.last.at.getTime() !== left.getTime()) return false;
  if (await undoBlocker(tx, row, step.last)) return false;
  const undone = await undoStep(tx, row, { ...step, actorUid: operator.uid, note: '', at });
  if (undone?.isKnown) await mailUndoneStep(tx, undone.row, ctx);
  return undone !== undefined;
}

/** The printed papers stay valid: the entry waits in its batch again and need not be reprinted. */
async function restoreEntries(tx: Transaction, id: string, numbers: readonly string[]) {
  const theirs = and(
    eq(kitBatchEntries.batchId, id),
    inArray(kitBatchEntries.appraisalId, [...numbers]),
  );
  await tx.update(kitBatchEntries).set({ state: 'waiting', leftOutReason: '' }).where(theirs);
  const printed = sql`(select ${kitBatchEntries.boxes} from ${kitBatchEntries}
    where ${kitBatchEntries.batchId} = ${id} and ${kitBatchEntries.appraisalId} = ${boxes.appraisalId})`;
  await tx
    .update(boxes)
    .set({ kitState: 'frozen', kitBatchId: id })
    .where(
      and(
        inArray(boxes.appraisalId, [...numbers]),
        eq(boxes.kitState, 'none'),
        lte(boxes.number, printed),
      ),
    );
  await tx
    .update(kitBatches)
    .set({
      state: 'frozen',
      markedBy: null,
      markedAt: null,
      version: sql`${kitBatches.version} + 1`,
    })
    .where(eq(kitBatches.id, id));
}
