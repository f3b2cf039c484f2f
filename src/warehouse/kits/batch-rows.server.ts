import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { formatDateTime, toTimestamp } from '#kit/values/timestamp.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { type KitBatch, kitBatchName } from './kit-batch.ts';
import { kitBatchEntries, kitBatches } from './kit-tables.server.ts';

type Column =
  | typeof kitBatches.createdBy
  | typeof kitBatches.markedBy
  | typeof kitBatches.dissolvedBy;

/** Name of the operator, else the e-mail address; '' for null and for erased people. */
const nameOf = (uid: Column) => sql<string>`coalesce((
  select coalesce(nullif(btrim(${users.lastName} || ' ' || ${users.firstName}), ''), ${users.email})
  from ${users} where ${users.uid} = ${uid}), '')`;

export const selectBatches = (source: Database | Transaction) =>
  source
    .select({
      batch: kitBatches,
      createdName: nameOf(kitBatches.createdBy),
      markedName: nameOf(kitBatches.markedBy),
      dissolvedName: nameOf(kitBatches.dissolvedBy),
    })
    .from(kitBatches)
    .$dynamic();
export type BatchRow = Awaited<ReturnType<typeof selectBatches>>[number];

export const toBatch = ({ batch, createdName, markedName, dissolvedName }: BatchRow): KitBatch => ({
  id: batch.id,
  day: batch.day,
  number: batch.number,
  state: batch.state as KitBatch['state'],
  applications: batch.applicationCount,
  boxes: batch.boxCount,
  createdAt: toTimestamp(batch.createdAt),
  createdBy: createdName,
  markedAt: batch.markedAt && toTimestamp(batch.markedAt),
  markedBy: markedName,
  dissolvedAt: batch.dissolvedAt && toTimestamp(batch.dissolvedAt),
  dissolvedBy: dissolvedName,
  dissolvedReason: batch.dissolvedReason,
  version: batch.version,
});

export async function readBatch(source: Database | Transaction, id: string): Promise<KitBatch> {
  const [row] = await selectBatches(source).where(eq(kitBatches.id, id));
  if (!row) throw notFound('発送の束');
  return toBatch(row);
}

/**
 * Locks a batch until the transaction ends, at the version the operator saw. Refuses a stale version and names who
 * changed it.
 */
export async function lockBatch(
  tx: Transaction,
  id: string,
  version: number | undefined,
  state: 'frozen' | 'marked' = 'frozen',
): Promise<KitBatch> {
  await tx
    .select({ id: kitBatches.id })
    .from(kitBatches)
    .where(eq(kitBatches.id, id))
    .for('update');
  const batch = await readBatch(tx, id);
  if (batch.state !== state) throw staleConflict(batch);
  if (batch.version !== version) throw changed(batch);
  return batch;
}

/**
 * Locks the batches in which these locked applications wait, or from which they left, in id order and before their
 * entries. Mending a slip locks only its batch.
 */
export async function lockBatchesOf(
  tx: Transaction,
  appraisalIds: readonly string[],
  state: 'waiting' | 'sent',
): Promise<string[]> {
  const theirs = tx
    .select({ batchId: kitBatchEntries.batchId })
    .from(kitBatchEntries)
    .where(
      and(
        inArray(kitBatchEntries.appraisalId, [...appraisalIds]),
        eq(kitBatchEntries.state, state),
      ),
    );
  const locked = await tx
    .select({ id: kitBatches.id })
    .from(kitBatches)
    .where(inArray(kitBatches.id, theirs))
    .orderBy(asc(kitBatches.id))
    .for('update');
  return locked.map(({ id }) => id);
}

const nameOrOther = (name: string) => (name === '' ? 'ほかの人' : `${name}さん`);

/** Conflict that names a colleague's change to the batch. */
function staleConflict(batch: KitBatch) {
  const name = kitBatchName(batch);
  if (batch.state === 'marked' && batch.markedAt) {
    const when = formatDateTime(batch.markedAt);
    return refuse(
      'Conflict',
      `${nameOrOther(batch.markedBy)}が${when}に「${name}」を発送済みにしています。何も変えていません。`,
    );
  }
  if (batch.state === 'dissolved' && batch.dissolvedAt) {
    const when = formatDateTime(batch.dissolvedAt);
    return refuse(
      'Conflict',
      `${nameOrOther(batch.dissolvedBy)}が${when}に「${name}」を解除しています。何も変えていません。`,
    );
  }
  return changed(batch);
}

const changed = (batch: KitBatch) =>
  refuse(
    'Conflict',
    `「${kitBatchName(batch)}」の内容が、ほかの画面で変わっています。何も変えていません。画面を読み込み直して、ご確認ください。`,
  );
