import { and, eq, inArray, sql } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import { lockApplications } from '#giving/applications/steps/take-step.server.ts';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { type FrozenEntry, isToLeave, readEntries } from './batch-entries.server.ts';
import { lockBatch, readBatch } from './batch-rows.server.ts';
import type { KitBatch, KitReview, LeftOutReason, MarkOutcome, MarkRequest } from './kit-batch.ts';
import { boxes, kitBatchEntries, kitBatches } from './kit-tables.server.ts';
import { markKitsSent } from './mark-kits-sent.server.ts';
import { type Reviewed, reviewBatch, reviewEntries } from './review-batch.server.ts';

type Seen = { id: string; version: number | undefined };

const changedMeanwhile = () =>
  refuse(
    'Conflict',
    '確認のあとに、お申し込みの内容や状態が変わっています。何も発送済みにしていません。赤い欄をもう一度ご確認ください。',
  );

/**
 * Locks a batch, at the version its operator saw, with its applications. Applications are locked first, as in steps
 * by hand and carriers' files, to avoid deadlocks; which ones a batch holds never changes after the freeze, so they
 * can be read before the lock.
 */
async function lockEntries(tx: Transaction, { id, version }: Seen): Promise<FrozenEntry[]> {
  const numbers = (await readEntries(tx, id)).map(numberOf);
  await lockApplications(tx, inArray(applications.appraisalId, numbers));
  await lockBatch(tx, id, version);
  return readEntries(tx, id);
}

const auditBatch = (
  { clock }: Context,
  tx: Transaction,
  operator: Person,
  action: string,
  id: string,
  details: Record<string, unknown>,
) => audit(tx, operator, action, ['kit-batch', id], { at: clock(), ...details });

/**
 * Shows which applications changed or were cancelled since the freeze, and what to mend. Audited, since it names
 * donors.
 */
export async function batchReview(ctx: Context, operator: Person, id: string): Promise<KitReview> {
  return transaction(ctx.db, async (tx) => {
    await readBatch(tx, id);
    const review = await reviewBatch(tx, id);
    await auditBatch(ctx, tx, operator, 'kits.read', id, {
      ids: [...review.changed, ...review.cancelled, ...review.sentByHand].map(
        ({ appraisalId }) => appraisalId,
      ),
    });
    return review;
  });
}

/**
 * Marks the batch as sent. For each application changed since the freeze the operator says whether it was sent as
 * printed. Cancelled ones are left out; other left-out kits become due again.
 */
export async function markBatch(
  ctx: Context,
  operator: Person,
  { id, version }: Seen,
  { seen, choices }: MarkRequest,
): Promise<MarkOutcome> {
  return transaction(ctx.db, async (tx) => {
    const reviewed = await reviewEntries(tx, await lockEntries(tx, { id, version }));
    if (reviewed.seen !== seen) throw changedMeanwhile();
    const { going, staying } = decided(reviewed, choices);
    await leaveOut(tx, id, staying, 'changed');
    await leaveOut(tx, id, reviewed.cancelled, 'cancelled');
    const sent = [...reviewed.ready, ...going].map(numberOf);
    const out = [...sent, ...reviewed.sentByHand.map(numberOf)];
    // Steps and mark share one time, by which they are undone together.
    const at = ctx.clock();
    await markKitsSent(tx, operator, out, { ...ctx, clock: () => at });
    await endBatch(tx, id, {
      state: 'marked',
      markedBy: operator.uid,
      markedAt: at,
    });
    await auditBatch(ctx, tx, operator, 'kits.mark', id, { ids: sent });
    const leftOut = staying.length + reviewed.cancelled.length;
    return { batch: await readBatch(tx, id), sent: sent.length, leftOut };
  });
}

/**
 * Takes one application out of an unmarked batch, for example if its address cannot be mended at once. The
 * others' files can be written, and its kit becomes due again.
 */
export async function takeOutOfBatch(
  ctx: Context,
  operator: Person,
  { id, version, position }: Seen & { position: number },
): Promise<KitBatch> {
  return transaction(ctx.db, async (tx) => {
    const entries = await lockEntries(tx, { id, version });
    const entry = entries.find((one) => one.position === position);
    if (!entry) throw refuse('NotFound', 'この行は、束にありません。');
    const { appraisalId } = entry;
    const waiting = entries.filter(isToLeave);
    if (!waiting.includes(entry)) throw leftAlready(appraisalId);
    if (waiting.length === 1) throw isLast();
    await leaveOut(tx, id, [entry], 'taken-out');
    await endBatch(tx, id, {});
    await auditBatch(ctx, tx, operator, 'kits.take-out', id, { ids: [appraisalId] });
    return readBatch(tx, id);
  });
}

/** Dissolves an unmarked batch: all its kits become due again. */
export async function dissolveBatch(
  ctx: Context,
  operator: Person,
  { id, version }: Seen,
  reason: string,
): Promise<KitBatch> {
  return transaction(ctx.db, async (tx) => {
    const entries = await lockEntries(tx, { id, version });
    const waiting = entries.filter(({ state }) => state === 'waiting');
    await leaveOut(tx, id, waiting, 'dissolved');
    await endBatch(tx, id, {
      state: 'dissolved',
      dissolvedBy: operator.uid,
      dissolvedAt: ctx.clock(),
      dissolvedReason: reason,
    });
    await auditBatch(ctx, tx, operator, 'kits.remove', id, { ids: waiting.map(numberOf) });
    return readBatch(tx, id);
  });
}

const leftAlready = (appraisalId: string) =>
  refuse('Conflict', `${appraisalId}は、もう発送済みになっています。束から外していません。`);
const isLast = () =>
  refuse(
    'Conflict',
    'この束に残っているのは、このお申し込みだけです。束から外す代わりに、束を解除してください。',
  );

const numberOf = ({ appraisalId }: FrozenEntry) => appraisalId;

/** Splits the changed entries into those sent as printed and those left out. Each needs a choice. */
function decided({ changed }: Reviewed, choices: MarkRequest['choices']) {
  const choiceOf = new Map(choices.map(({ appraisalId, choice }) => [appraisalId, choice]));
  const entries = changed.map(({ entry }) => entry);
  if (entries.some(({ appraisalId }) => !choiceOf.has(appraisalId))) {
    throw refuse('ValidationError', '内容が変わったお申し込みの扱いを、それぞれ選んでください。');
  }
  const isGoing = ({ appraisalId }: FrozenEntry) => choiceOf.get(appraisalId) === 'send';
  return { going: entries.filter(isGoing), staying: entries.filter((one) => !isGoing(one)) };
}

async function leaveOut(
  tx: Transaction,
  batchId: string,
  entries: readonly FrozenEntry[],
  reason: LeftOutReason,
) {
  if (entries.length === 0) return;
  const numbers = entries.map(numberOf);
  await tx
    .update(kitBatchEntries)
    .set({ state: 'left-out', leftOutReason: reason })
    .where(
      and(eq(kitBatchEntries.batchId, batchId), inArray(kitBatchEntries.appraisalId, numbers)),
    );
  // Boxes without any other record are deleted; the next batch creates as many as there are then.
  const frozen = and(
    eq(boxes.kitBatchId, batchId),
    inArray(boxes.appraisalId, numbers),
    eq(boxes.kitState, 'frozen'),
  );
  await tx.delete(boxes).where(and(frozen, sql`${boxes.receivedAt} is null`));
  await tx.update(boxes).set({ kitState: 'none', kitBatchId: null }).where(frozen);
}

const endBatch = (
  tx: Transaction,
  id: string,
  ended: Partial<typeof kitBatches.$inferInsert>,
): Promise<unknown> =>
  tx
    .update(kitBatches)
    .set({ ...ended, version: sql`${kitBatches.version} + 1` })
    .where(eq(kitBatches.id, id));
