import { and, eq, max, type SQL, sql } from 'drizzle-orm';
import { takeBackMinutes } from '#giving/applications/take-back.ts';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { someOf } from '#kit/values/text/some-of.ts';
import { waitingResults } from '#warehouse/appraisals/appraisal-tables.server.ts';
import { nameOf } from '#warehouse/results/batches.server.ts';
import { longStatements } from '#warehouse/results/import-results.server.ts';
import { resultBatches } from '#warehouse/results/result-tables.server.ts';
import { isStillWaiting } from './flagged.server.ts';
import { lockDroppedBatch, lockWaitingBatch } from './lock-waiting.server.ts';

type StepDeps = Pick<Dependencies, 'db' | 'clock'>;
type BatchStep = { batchId: string; version: number };

const nextVersion = sql`${resultBatches.version} + 1`;

/** Sets the time of a batch's automatic release; null for none. */
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
    await audit(tx, operator, 'results.schedule', ['result-batch', batchId], {
      at,
      due: releaseDueAt?.toISOString() ?? 'never',
    });
  });

/** Drops a waiting batch, with a reason: takes all its rows out, so that the file can be uploaded again. */
export const dropBatch = (
  { db, clock }: StepDeps,
  operator: Person,
  { batchId, version, reason }: BatchStep & { reason: string },
) =>
  transaction(db, async (tx) => {
    await lockWaitingBatch(tx, batchId, version);
    const at = await nextMoment(tx, batchId, clock());
    await tx
      .update(waitingResults)
      .set({ takenOutBy: operator.uid, takenOutAt: at, takenOutReason: reason })
      .where(and(eq(waitingResults.batchId, batchId), isStillWaiting));
    await tx
      .update(resultBatches)
      .set({
        state: 'dropped',
        ...{ reversedAt: at, reversedBy: operator.uid, reversalReason: reason },
        version: nextVersion,
      })
      .where(eq(resultBatches.id, batchId));
    await audit(tx, operator, 'results.drop', ['result-batch', batchId], { at });
  });

/** A time at which no single row was taken out, so that it identifies the rows taken out by the drop. */
async function nextMoment(tx: Transaction, batchId: string, at: Date): Promise<Date> {
  const [last] = await tx
    .select({ at: max(waitingResults.takenOutAt) })
    .from(waitingResults)
    .where(eq(waitingResults.batchId, batchId));
  return new Date(Math.max(at.getTime(), last?.at ? last.at.getTime() + 1 : 0));
}

/**
 * Undoes a drop within some minutes: its rows wait again; rows taken out singly before stay out. Refuses (Conflict)
 * if one of its applications has another waiting or standing result. A release time that passed meanwhile is cleared.
 */
export const restoreBatch = (
  { db, clock }: StepDeps,
  operator: Person,
  { batchId, version }: BatchStep,
) =>
  transaction(db, async (tx) => {
    await tx.execute(longStatements);
    const batch = await lockDroppedBatch(tx, batchId, version);
    const { droppedAt, droppedBy, releaseDueAt } = batch;
    const at = clock();
    if (at.getTime() - droppedAt.getTime() > takeBackMinutes * 60_000) throw tooLate(batch);
    const ofDrop = and(
      eq(waitingResults.batchId, batchId),
      eq(waitingResults.takenOutAt, droppedAt),
      eq(waitingResults.takenOutBy, droppedBy),
    );
    await refuseRivals(tx, ofDrop);
    await tx
      .update(waitingResults)
      .set({ takenOutBy: null, takenOutAt: null, takenOutReason: '' })
      .where(ofDrop);
    await tx
      .update(resultBatches)
      .set({
        state: 'waiting',
        releaseDueAt: releaseDueAt && releaseDueAt > at ? releaseDueAt : null,
        ...{ reversedAt: null, reversedBy: null, reversalReason: '' },
        version: nextVersion,
      })
      .where(eq(resultBatches.id, batchId));
    await audit(tx, operator, 'results.undo-drop', ['result-batch', batchId], {
      at,
      dropped: droppedAt.toISOString(),
    });
  });

const tooLate = ({ source }: { source: string }) =>
  refuse(
    'Conflict',
    `${takeBackMinutes}分を過ぎたため、取りやめを取り消せません。${source === 'tablet' ? '箱ごとに、査定をもう一度終えてください。' : 'ファイルをもう一度取り込んでください。'}`,
  );

/** Locks the rows' applications in order of number, and refuses if one got a result meanwhile. */
async function refuseRivals(tx: Transaction, ofDrop: SQL | undefined): Promise<void> {
  const numbers = tx.select({ id: waitingResults.appraisalId }).from(waitingResults).where(ofDrop);
  await tx.execute(sql`
    select from applications where appraisal_id in ${numbers} order by appraisal_id for update`);
  const { rows } = await tx.execute<{
    id: string;
    fileName: string;
    by: string;
    waits: boolean;
  }>(sql`
    with own(id) as ${numbers}
    select x.id, b.file_name as "fileName", ${nameOf(sql`b.uploaded_by`)} as by, x.waits from (
      select own.id, w.batch_id, true as waits from own join waiting_results w
        on w.appraisal_id = own.id and w.taken_out_at is null and w.released_at is null
      union all
      select own.id, a.batch_id, false from own join appraisals a
        on a.appraisal_id = own.id and a.reversed_at is null
    ) x join result_batches b on b.id = x.batch_id
    order by x.waits desc, b.created_at, b.id, x.id`);
  const [first] = rows;
  if (!first) return;
  const ids = rows.map(({ id }) => id);
  const which = someOf(ids, (count) => `ほか${count}件`);
  const from = `「${first.fileName}」（${first.by}さん）`;
  throw refuse(
    'Conflict',
    first.waits
      ? `同じお申し込み（${which}）の結果が、${from}で確定を待っています。この取り込みを戻すときは、先にそちらを取りやめてください。`
      : `同じお申し込み（${which}）の結果が、${from}ですでに登録されています。残りの行は、ファイルをもう一度取り込んでください。`,
  );
}
