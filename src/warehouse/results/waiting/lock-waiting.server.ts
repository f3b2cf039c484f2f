import { eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { someOf } from '#kit/values/text/some-of.ts';
import { formatDateTime, toTimestamp } from '#kit/values/timestamp.ts';
import { nameOf } from '#warehouse/results/batches.server.ts';
import { resultBatches } from '#warehouse/results/result-tables.server.ts';

const blockers = {
  remitted: '送金が済んでいる寄付',
  'in-run': '送金の準備に入っている寄付',
  receipt: '受領証明書を発行した寄付',
  pledge: '#mypledgeが公開されている寄付',
} as const;

/** A result that cannot be reversed, since something depends on its donation. */
type BlockedResult = { appraisalId: string; blocker: keyof typeof blockers };

/**
 * Results of a batch whose donation something depends on: sent money, a valid receipt, a published pledge. Rows do
 * not affect each other.
 */
export async function findBlocked(
  tx: Database | Transaction,
  batchId: string,
): Promise<BlockedResult[]> {
  const { rows } = await tx.execute<BlockedResult>(sql`
    with standing as (
      select a.appraisal_id, x.state, d.remittance_id,
        coalesce(d.amount_yen > d.fee_yen + d.handling_yen, true) as is_sendable
      from appraisals a
      join applications x on x.appraisal_id = a.appraisal_id
      left join donations d on d.appraisal_id = a.appraisal_id and d.reversed_at is null
      where a.batch_id = ${batchId} and a.reversed_at is null
    ), judged as (
      select appraisal_id, case
        when remittance_id is not null or (state in ('remitted', 'thanked') and is_sendable) then 'remitted'
        when exists (
          select from owed_items i
          where i.appraisal_id = standing.appraisal_id and i.remittance_id is not null
        ) then 'in-run'
        when exists (
          select from receipt_gifts g where g.appraisal_id = standing.appraisal_id and not exists (
            select from receipt_events e where e.receipt_number = g.receipt_number and e.kind <> 'issued')
        ) then 'receipt'
        when exists (
          select from pledges p
          where p.appraisal_id = standing.appraisal_id and p.state = 'published'
        ) then 'pledge'
      end as blocker
      from standing
    )
    select appraisal_id as "appraisalId", blocker from judged
    where blocker is not null order by appraisal_id`);
  return rows;
}

/** Reason that a result cannot be reversed, for the operator. */
export const blockerLabel = ({ blocker }: BlockedResult): string => blockers[blocker];

/** Message for a batch that cannot be reversed: which results, and why. */
export function blockedMessage(rows: readonly BlockedResult[]): string {
  const reasons = [...Map.groupBy(rows, ({ blocker }) => blocker)].map(([blocker, ids]) => {
    const numbers = ids.map(({ appraisalId }) => appraisalId);
    return `${blockers[blocker]}（${someOf(numbers, (count) => `ほか${count}件`)}）`;
  });
  return `この取り込みは取り消せません。${reasons.join('、')}があります。`;
}

const selectBatch = (tx: Transaction, id: string) =>
  tx
    .select({
      id: resultBatches.id,
      state: resultBatches.state,
      source: resultBatches.source,
      version: resultBatches.version,
      releaseDueAt: resultBatches.releaseDueAt,
      releasedAt: resultBatches.releasedAt,
      releasedBy: resultBatches.releasedBy,
      releasedByName: nameOf(resultBatches.releasedBy),
      reversedAt: resultBatches.reversedAt,
      reversedBy: resultBatches.reversedBy,
      reversedByName: nameOf(resultBatches.reversedBy),
      unchanged: resultBatches.unchangedCount,
      mailsDue: resultBatches.mailsDue,
    })
    .from(resultBatches)
    .where(eq(resultBatches.id, id))
    .$dynamic();

export type LockedBatch = Awaited<ReturnType<typeof selectBatch>>[number];

/** Locks a batch in any state until the transaction ends. Refuses (NotFound) if there is none. */
export async function lockBatch(tx: Transaction, id: string): Promise<LockedBatch> {
  const [batch] = await selectBatch(tx, id).for('update', { of: resultBatches });
  if (!batch) throw notFound('取り込み');
  return batch;
}

/** Locks a waiting batch. Refuses (Conflict) one that no longer waits, and names who ended that. */
export async function lockWaitingBatch(
  tx: Transaction,
  id: string,
  version?: number,
): Promise<LockedBatch> {
  const batch = await lockBatch(tx, id);
  if (batch.state !== 'waiting') throw ended(batch);
  if (version !== undefined && version !== batch.version) throw await changed(tx, id);
  return batch;
}

/** Locks a dropped batch at the given version. Refuses (Conflict) any other, with its state and who changed it. */
export async function lockDroppedBatch(tx: Transaction, id: string, version: number) {
  const batch = await lockBatch(tx, id);
  if (batch.state === 'waiting') throw await changed(tx, id);
  const { state, reversedAt, reversedBy } = batch;
  if (state !== 'dropped' || !reversedAt || !reversedBy || version !== batch.version) {
    throw ended(batch);
  }
  return { ...batch, droppedAt: reversedAt, droppedBy: reversedBy };
}

/** Conflict for a step that comes too late: who dropped, reversed or released the batch, and when. */
export function ended(batch: LockedBatch) {
  const { state, reversedAt } = batch;
  const isReleased = reversedAt === null;
  const at = isReleased ? batch.releasedAt : reversedAt;
  const by = isReleased ? batch.releasedByName : batch.reversedByName;
  const who = by === '' ? '' : `${by}さんが`;
  const when = at ? `${formatDateTime(toTimestamp(at))}に` : '';
  const undone = state === 'dropped' ? '取りやめています' : '取り消しています';
  return refuse(
    'Conflict',
    `この取り込みは、${who}${when}${isReleased ? '確定しています' : undone}。`,
  );
}

/** Conflict that names the last change: of a row, taking out included, or of the whole batch. */
async function changed(tx: Transaction, id: string) {
  const {
    rows: [last],
  } = await tx.execute<{ at: number; by: string }>(sql`
    select extract(epoch from x.at)::float8 * 1000 as at, ${nameOf(sql`x.uid`)} as by from (
      (select 2 as place, changed_at as at, changed_by as uid from waiting_results
        where batch_id = ${id} order by 2 desc, version desc limit 1)
      union all
      (select 1, taken_out_at, taken_out_by from waiting_results
        where batch_id = ${id} and taken_out_at is not null order by 2 desc limit 1)
      union all
      (select 3, at, actor_uid from audit_log
        where subject_type = 'result-batch' and subject_id = ${id}
          and action in ('results.import', 'results.schedule', 'results.undo-drop')
        order by id desc limit 1)
    ) x order by 1 desc, x.place limit 1`);
  const who = last?.by ? `${last.by}さんが` : 'ほかの画面で';
  const when = last ? `${formatDateTime(toTimestamp(new Date(last.at)))}に` : '';
  const message = `この取り込みは、${who}${when}変更しています。内容を読み込み直して、お確かめください。`;
  return refuse('Conflict', message);
}
