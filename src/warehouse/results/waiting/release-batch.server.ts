import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import { oneOf } from '#kit/db/one-of.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { someOf } from '#kit/values/text/some-of.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { waitingResults } from '#warehouse/appraisals/appraisal-tables.server.ts';
import { enterPurchases } from '#warehouse/dealer-ledger/enter-purchases.server.ts';
import type { ItemRow } from '#warehouse/results/appraisal-item.ts';
import { checkPart, type Mismatch } from '#warehouse/results/check-rows.server.ts';
import { discardPlans } from '#warehouse/results/import-results.server.ts';
import type { UploadedRow } from '#warehouse/results/read-upload.server.ts';
import { resultBatches } from '#warehouse/results/result-tables.server.ts';
import { findUnrecordable, isDonated, writeRows } from '#warehouse/results/write-batch.server.ts';
import { isFlagged, isStillWaiting } from './flagged.server.ts';
import { ended, lockBatch, lockWaitingBatch } from './lock-waiting.server.ts';
import { refreshArrivals } from './refresh-arrivals.server.ts';
import type { StoredItem, StoredResult } from './write-waiting.server.ts';

/** Without a version the release is automatic, and happens only while the batch is due. */
export type Releasing = { operator: Pick<Person, 'uid'>; batchId: string; version?: number };

const rowsAtOnce = 1_000;

/** Rolls back a release with rows that no longer fit their applications. */
class Mismatches extends Error {
  readonly errors: readonly Mismatch[];
  constructor(errors: readonly Mismatch[]) {
    super('rows do not fit');
    this.errors = errors;
  }
}

/**
 * Releases a batch in one transaction: its rows, checked again, become results with states, donations, books and
 * mails. Refuses (Conflict) while a row is unlikely without a reason, no longer fits its application, or cannot be
 * recorded in the dealer's ledger; such rows are flagged. Idempotent for the same person.
 */
export async function releaseBatch(dependencies: Dependencies, releasing: Releasing) {
  const { db } = dependencies;
  // In its own transaction, so that the flags stay visible if the release is refused.
  await transaction(db, (tx) => refreshArrivals(tx, releasing.batchId));
  try {
    await transaction(db, (tx) => releaseIn(tx, dependencies, releasing));
  } catch (error) {
    if (!(error instanceof Mismatches)) throw error;
    await transaction(db, (tx) => flagRows(tx, releasing.batchId, error.errors));
    const numbers = error.errors.map(({ appraisalId }) => appraisalId);
    const which = someOf(numbers, (count) => `ほか${count}件`);
    const advice = '「確かめる行」で理由をご確認のうえ、直すか外してください。';
    throw refuse('Conflict', `お申し込みと合わなくなった行があります（${which}）。${advice}`);
  }
}

async function releaseIn(tx: Transaction, dependencies: Dependencies, releasing: Releasing) {
  const { operator, batchId, version } = releasing;
  const batchBefore = await lockBatch(tx, batchId);
  // The response to the same person's first try was lost.
  const isRepeated = batchBefore.releasedBy === operator.uid && version === batchBefore.version - 1;
  if (batchBefore.state === 'released' && isRepeated) return;
  if (batchBefore.state !== 'waiting') throw ended(batchBefore);
  // Postponed or cancelled since it was found due.
  const isDue =
    batchBefore.releaseDueAt !== null && batchBefore.releaseDueAt <= dependencies.clock();
  if (version === undefined && !isDue) return;
  await lockWaitingBatch(tx, batchId, version);
  await tx.execute(discardPlans);
  const open = await tx.$count(waitingResults, and(eq(waitingResults.batchId, batchId), isFlagged));
  if (open > 0) {
    throw refuse(
      'Conflict',
      `確かめていない行が${open}件あります。理由を書くか、直すか、外してください。`,
    );
  }
  const at = dependencies.clock();
  const batch = { id: batchId, operator, at };
  const errors: Mismatch[] = [];
  let [rows, yen, parts] = [0, 0, 0];
  for await (const part of rowsOf(tx, batchId)) {
    const checked = await checkPart(tx, part, { lock: true, today: jstDay(at), isWaiting: true });
    errors.push(...mismatchesOf(part, checked));
    if (errors.length > 0) continue;
    await writeRows(tx, checked.accepted, batch, dependencies, { notifiesNow: parts === 0 });
    for (const [appraisalId, message] of await findUnrecordable(tx, checked.accepted)) {
      errors.push({ row: 0, column: '申込番号', message, appraisalId });
    }
    rows += checked.accepted.length;
    const donated = checked.accepted.filter(isDonated);
    yen += donated.reduce((sum, { result }) => sum + result.donationYen, 0);
    parts += 1;
  }
  if (errors.length > 0) throw new Mismatches(errors);
  if (rows === 0)
    throw refuse(
      'Conflict',
      '確定する行がありません。取りやめるときは「取りやめる」からお進みください。',
    );
  await markReleased(tx, { batchId, operator, at }, { rows, yen, isLarge: parts > 1 });
}

/** Marks the batch as released and deletes its waiting rows, which are now results. */
async function markReleased(
  tx: Transaction,
  { batchId, operator, at }: { batchId: string; operator: Pick<Person, 'uid'>; at: Date },
  { rows, yen, isLarge }: { rows: number; yen: number; isLarge: boolean },
): Promise<void> {
  await tx.delete(waitingResults).where(and(eq(waitingResults.batchId, batchId), isStillWaiting));
  await tx
    .update(resultBatches)
    .set({
      state: 'released',
      releasedAt: at,
      releasedBy: operator.uid,
      acceptedCount: rows,
      donationYen: yen,
      mailsDue: isLarge,
      version: sql`${resultBatches.version} + 1`,
    })
    .where(eq(resultBatches.id, batchId));
  await audit(tx, operator, 'results.release', ['result-batch', batchId], { at, rows, yen });
  // Last, so that a transaction waiting for the ledger's numbers already holds all its rows.
  await enterPurchases(tx, { batchId }, { operator, at });
}

type WaitingPart = (UploadedRow & { overrideReason: string })[];

/** Rows of a batch in order of number, the order in which applications are locked. */
async function* rowsOf(tx: Transaction, batchId: string): AsyncGenerator<WaitingPart> {
  let after = '';
  for (;;) {
    const rows = await tx
      .select({
        appraisalId: waitingResults.appraisalId,
        rowNumber: waitingResults.rowNumber,
        result: waitingResults.result,
        items: waitingResults.items,
        rowHash: waitingResults.rowHash,
        overrideReason: waitingResults.overrideReason,
      })
      .from(waitingResults)
      .where(
        and(
          eq(waitingResults.batchId, batchId),
          isStillWaiting,
          gt(waitingResults.appraisalId, after),
        ),
      )
      .orderBy(asc(waitingResults.appraisalId))
      .limit(rowsAtOnce);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(toUploaded);
    if (rows.length < rowsAtOnce) return;
    after = last.appraisalId;
  }
}

/** A waiting row in the form of an uploaded one. */
export function toUploaded(row: {
  appraisalId: string;
  rowNumber: number;
  result: unknown;
  items: unknown;
  rowHash: string;
  overrideReason: string;
}) {
  const { appraisalId, rowNumber, rowHash, overrideReason } = row;
  const result = { ...(row.result as StoredResult), row: rowNumber, appraisalId };
  const items = (row.items as StoredItem[]).map(
    (item, index): ItemRow => ({ ...item, row: index + 1, appraisalId }),
  );
  return { result, items, rowHash, overrideReason };
}

/** One mismatch per row that was not accepted, including those whose result already stands. */
function mismatchesOf(
  part: WaitingPart,
  { accepted, errors }: Awaited<ReturnType<typeof checkPart>>,
): Mismatch[] {
  // By application: rows that joined from another file may share a row number.
  const fitting = new Set(accepted.map(({ result }) => result.appraisalId));
  const known = new Map(errors.map((error) => [error.appraisalId, error]));
  return part.flatMap(({ result: { row, appraisalId } }) => {
    if (fitting.has(appraisalId)) return [];
    const standing = { row, column: '申込番号', message: duplicateMessage, appraisalId };
    return [known.get(appraisalId) ?? standing];
  });
}

const duplicateMessage = 'この番号の結果は、すでに登録されています';

/** Flags rows that do not fit; they are at the top of the batch until mended or taken out. */
async function flagRows(
  tx: Transaction,
  batchId: string,
  errors: readonly { appraisalId: string; message: string }[],
): Promise<void> {
  const messages = new Map(errors.map(({ appraisalId, message }) => [appraisalId, message]));
  const flags = JSON.stringify(
    [...messages].map(([id, message]) => ({ id, flags: [{ code: 'does-not-fit', message }] })),
  );
  await tx.execute(sql`
    update waiting_results w set flags = r.flags
    from json_to_recordset(${flags}::json) as r(id text, flags jsonb)
    where w.batch_id = ${batchId} and w.appraisal_id = r.id
      and w.appraisal_id = ${oneOf([...messages.keys()])}
      and w.taken_out_at is null and w.released_at is null`);
}
