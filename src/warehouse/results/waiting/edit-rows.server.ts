import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { writeAudit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { type FieldError, refuse } from '#kit/errors/refusal.ts';
import { type CsvError, withoutPosition } from '#kit/values/csv/csv-row.ts';
import { formatDateTime, jstDay, toTimestamp } from '#kit/values/timestamp.ts';
import { waitingResults } from '#warehouse/appraisals/appraisal-tables.server.ts';
import { checkItems, type ItemRow } from '#warehouse/results/appraisal-item.ts';
import {
  appraisalOutcomes,
  type ResultRow,
  readResultRow,
} from '#warehouse/results/appraisal-result.ts';
import { nameOf } from '#warehouse/results/batches.server.ts';
import { checkPart, findApplications } from '#warehouse/results/check-rows.server.ts';
import { appraisals } from '#warehouse/results/result-tables.server.ts';
import { hashOf } from '#warehouse/results/row-hash.server.ts';
import type { NewWaitingResult, WaitingEdit } from '#warehouse/results/waiting-result.ts';
import { nextRowNumber } from './add-tablet-result.server.ts';
import { lockWaitingBatch } from './lock-waiting.server.ts';
import { flagsOfRows, readUsualBoxes } from './usual-sums.server.ts';
import {
  adjustBatchCounts,
  expectedYen,
  type StoredResult,
  storedItem,
  storedResult,
  writeWaiting,
} from './write-waiting.server.ts';

type EditDeps = Pick<Dependencies, 'db' | 'clock'>;
export type RowStep = { id: string; version: number };

/** Corrects a waiting row and flags it again if unlikely. */
export const correctRow = (
  { db, clock }: EditDeps,
  operator: Person,
  step: RowStep,
  edit: WaitingEdit,
) =>
  transaction(db, async (tx) => {
    const at = clock();
    const row = await lockRow(tx, step);
    if (row.takenOutAt) throw refuse('Conflict', takenOutMessage);
    const before = row.result as StoredResult;
    const judged = await validateEdit(tx, edit, { ...row, isWaiting: true }, at);
    const { result, items, flags, rowHash } = judged;
    await tx
      .update(waitingResults)
      .set({
        ...{ result: storedResult(result), items: items.map(storedItem), flags, rowHash },
        overrideReason: flags.length > 0 ? edit.overrideReason : '',
        ...{ changedBy: operator.uid, changedAt: at, version: step.version + 1 },
      })
      .where(eq(waitingResults.id, row.id));
    const yen = expectedYen(result) - expectedYen(before);
    await adjustBatchCounts(tx, row.batchId, { rows: 0, yen });
    const details = { from: before.donationYen, to: result.donationYen, batch: row.batchId };
    await audit(tx, operator, 'change', row.appraisalId, details, at);
  });

/** Adds a row by hand. */
export const addRow = (
  { db, clock }: EditDeps,
  operator: Person,
  batchId: string,
  { appraisalId, ...edit }: NewWaitingResult,
) =>
  transaction(db, async (tx) => {
    const at = clock();
    const batch = await lockWaitingBatch(tx, batchId);
    const rowNumber = await nextRowNumber(tx, batch.id);
    const judged = await validateEdit(tx, edit, { appraisalId, rowNumber, isWaiting: false }, at);
    await writeWaiting(
      tx,
      [{ ...judged, rowNumber, overrideReason: edit.overrideReason }],
      { id: batchId, operator, at },
      'csv',
    );
    await adjustBatchCounts(tx, batchId, { rows: 1, yen: expectedYen(judged.result) });
    const details = { to: judged.result.donationYen, batch: batchId };
    await audit(tx, operator, 'add', appraisalId, details, at);
  });

const takenOutMessage = 'この行は、すでに外されています。';

/** Takes a row out with a reason, as if its application had no result. */
export const takeOutRow = (
  { db, clock }: EditDeps,
  operator: Person,
  { reason, ...step }: RowStep & { reason: string },
) =>
  transaction(db, async (tx) => {
    const at = clock();
    const row = await lockRow(tx, step);
    if (row.takenOutAt) throw refuse('Conflict', takenOutMessage);
    await tx
      .update(waitingResults)
      .set({
        ...{ takenOutBy: operator.uid, takenOutAt: at, takenOutReason: reason },
        version: step.version + 1,
      })
      .where(eq(waitingResults.id, row.id));
    const yen = -expectedYen(row.result as StoredResult);
    await adjustBatchCounts(tx, row.batchId, { rows: -1, yen });
    await audit(tx, operator, 'take-out', row.appraisalId, { batch: row.batchId }, at);
  });

const alreadyStands =
  'この番号の結果は、すでに登録されています。直すときは、お申し込みの画面の「訂正する」からお直しください。';

/** Puts a taken-out row back. Refuses if its application got another waiting or released result meanwhile. */
export const putBackRow = ({ db, clock }: EditDeps, operator: Person, step: RowStep) =>
  transaction(db, async (tx) => {
    const at = clock();
    const row = await lockRow(tx, step);
    if (!row.takenOutAt) throw refuse('Conflict', 'この行は、外されていません。');
    await findApplications(tx, [row.appraisalId], true);
    const others = await tx.$count(
      waitingResults,
      and(
        eq(waitingResults.appraisalId, row.appraisalId),
        sql`taken_out_at is null and released_at is null`,
      ),
    );
    if (others > 0) throw refuse('Conflict', 'この番号の別の結果が、確定を待っています。');
    const isStanding = and(
      eq(appraisals.appraisalId, row.appraisalId),
      isNull(appraisals.reversedAt),
    );
    if ((await tx.$count(appraisals, isStanding)) > 0) throw refuse('Conflict', alreadyStands);
    await tx
      .update(waitingResults)
      .set({
        ...{ takenOutBy: null, takenOutAt: null, takenOutReason: '' },
        ...{ changedBy: operator.uid, changedAt: at, version: step.version + 1 },
      })
      .where(eq(waitingResults.id, row.id));
    await adjustBatchCounts(tx, row.batchId, {
      rows: 1,
      yen: expectedYen(row.result as StoredResult),
    });
    await audit(tx, operator, 'put-back', row.appraisalId, { batch: row.batchId }, at);
  });

/** Locks a row and its waiting batch. Refuses a stale version and names who changed it. */
async function lockRow(tx: Transaction, { id, version }: RowStep) {
  const [found] = await tx
    .select({ batchId: waitingResults.batchId })
    .from(waitingResults)
    .where(eq(waitingResults.id, id));
  if (!found) throw noRow();
  await lockWaitingBatch(tx, found.batchId);
  const [row] = await tx
    .select({
      ...{ id: waitingResults.id, batchId: waitingResults.batchId },
      appraisalId: waitingResults.appraisalId,
      rowNumber: waitingResults.rowNumber,
      result: waitingResults.result,
      takenOutAt: waitingResults.takenOutAt,
      changedAt: waitingResults.changedAt,
      takenOutBy: nameOf(waitingResults.takenOutBy),
      changedBy: nameOf(waitingResults.changedBy),
      version: waitingResults.version,
    })
    .from(waitingResults)
    .where(eq(waitingResults.id, id))
    .for('update', { of: waitingResults });
  if (!row) throw noRow();
  if (row.version !== version) throw changedMeanwhile(row);
  return row;
}

/** The batch may have been released while the row was open. */
const noRow = () =>
  refuse(
    'NotFound',
    'この行は、いまは確定を待っていません。取り込みがすでに確定されたかもしれません。画面を読み込み直して、お確かめください。',
  );

function changedMeanwhile(row: {
  changedAt: Date;
  changedBy: string;
  takenOutAt: Date | null;
  takenOutBy: string;
}) {
  const { takenOutAt, takenOutBy, changedAt, changedBy } = row;
  const who = (takenOutAt ? takenOutBy : changedBy) || '別の方';
  const when = formatDateTime(toTimestamp(takenOutAt ?? changedAt));
  const what = takenOutAt ? '外しています' : '変更しています';
  const message = `この行は、${who}さんが${when}に${what}。内容をご確認ください。`;
  return refuse('Conflict', message);
}

/** Validates an edit by the rules of a file and against its application; returns its flags. */
async function validateEdit(
  tx: Transaction,
  edit: WaitingEdit,
  row: { appraisalId: string; rowNumber: number; isWaiting: boolean },
  at: Date,
) {
  const { appraisalId, rowNumber, isWaiting } = row;
  const today = jstDay(at);
  const [application] = await findApplications(tx, [appraisalId], true);
  if (!application) {
    const message = 'この番号のお申し込みはありません。';
    throw refuse('ValidationError', message, { errors: [{ path: 'appraisalId', message }] });
  }
  const result = readEdit(edit, appraisalId, application.associateId ?? '', rowNumber);
  const items: ItemRow[] = edit.items.map((item, index) => ({
    ...item,
    row: index + 1,
    appraisalId,
  }));
  refuseErrors(items.length === 0 ? [] : checkItems(items, [result]));
  const uploaded = { result, items, rowHash: hashOf(result, items) };
  const checked = await checkPart(tx, [uploaded], { lock: true, today, isWaiting });
  refuseErrors(checked.errors);
  const [fitting] = checked.accepted;
  if (!fitting) throw refuse('Conflict', 'この番号の結果は、すでに登録されています。');
  const usualBoxes = await readUsualBoxes(tx);
  const [flags = []] = await flagsOfRows(tx, [fitting], { usualBoxes, today });
  return { ...fitting, flags };
}

/** Converts an edit to cells, since the rules of a row are written for cells. */
function readEdit(
  edit: WaitingEdit,
  appraisalId: string,
  associateId: string,
  row: number,
): ResultRow {
  const { appraisedYen, bonusYen, outcome } = edit;
  const read = readResultRow(
    {
      申込番号: appraisalId,
      受付日: edit.receivedOn,
      査定完了日: edit.appraisedOn,
      点数: String(edit.itemCount),
      買取点数: String(edit.pricedCount),
      査定金額: String(appraisedYen),
      加算額: String(bonusYen),
      寄付金額: String(appraisedYen + bonusYen),
      寄付先団体ID: associateId,
      結果区分: appraisalOutcomes[outcome].label,
      備考: edit.note,
    },
    row,
  );
  if ('ok' in read) return read.ok;
  throw refused(read.errors);
}

const fields: Readonly<Record<string, keyof NewWaitingResult>> = {
  申込番号: 'appraisalId',
  受付日: 'receivedOn',
  査定完了日: 'appraisedOn',
  点数: 'itemCount',
  買取点数: 'pricedCount',
  査定金額: 'appraisedYen',
  加算額: 'bonusYen',
  寄付金額: 'appraisedYen',
  結果区分: 'outcome',
  備考: 'note',
};

function refuseErrors(errors: readonly CsvError[]): void {
  if (errors.length > 0) throw refused(errors);
}

/** Converts errors of cells to errors of fields, without the row, which the screen does not show. */
function refused(errors: readonly CsvError[]) {
  const found = errors.map(
    ({ column, message }): FieldError => ({
      path: fields[column] ?? '',
      message: withoutPosition(message),
    }),
  );
  return refuse('ValidationError', found[0]?.message ?? '', { errors: found });
}

const audit = (
  tx: Transaction,
  actor: Person,
  verb: string,
  appraisalId: string,
  details: Record<string, unknown>,
  at: Date,
) =>
  writeAudit(tx, {
    actor,
    action: `waiting-results.${verb}`,
    subjectType: 'application',
    subjectId: appraisalId,
    details,
    at,
  });
