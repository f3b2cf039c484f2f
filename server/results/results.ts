import type { ImportError } from '#domain/results/result-import.ts';
import type { NewWaitingResult, WaitingEdit } from '#domain/results/waiting-result.ts';
import type { Person } from '#server/actor.ts';
import { auditedList } from '#server/audit/audited-list.ts';
import type { Position } from '#server/db/keyset.ts';
import { type Dependencies, forWork } from '#server/dependencies.ts';
import type { CsvEncoding } from '#server/http/csv/csv-bytes.ts';
import { batchList, batchRowList, findBatch } from './batches.ts';
import { corrections } from './corrections/corrections.ts';
import { approveIdentity } from './identity-hold.ts';
import { type ImportOptions, importResults, tryResults, writeMistakes } from './import-results.ts';
import { donorNotifications } from './notify-donors.ts';
import type { Upload } from './read-upload.ts';
import { type Reversal, reverseBatch, tryReversal } from './reversal/reverse-batch.ts';
import { dropBatch, restoreBatch, scheduleBatch } from './waiting/batch-steps.ts';
import { addRow, correctRow, putBackRow, type RowStep, takeOutRow } from './waiting/edit-rows.ts';
import { releaseBatch } from './waiting/release-batch.ts';
import { releaseDue } from './waiting/release-due.ts';
import { findWaitingRow, waitingList } from './waiting/waiting-rows.ts';

/** Appraisal results: from the operator's file to donations, and back again by the batch. */
export const results = (dependencies: Dependencies) => ({
  ...donorNotifications(forWork(dependencies)),

  /** What an upload would do; nothing is written. */
  try: (upload: Upload) => tryResults(dependencies, upload),

  /** Writes the rows of an upload, or none: then `errors` says why. */
  import: (operator: Person, upload: Upload, options: ImportOptions) =>
    importResults(dependencies, operator, upload, options),

  /** The faulty rows of one of the files as a CSV file, with a column エラー内容; `isRest` for what was not taken where the good rows were. */
  faultyRows: (upload: Upload, file: ImportError['file'], isRest: boolean) =>
    writeMistakes(dependencies, upload, file, isRest),

  /** The uploads, newest first. */
  batchList: auditedList(dependencies, batchList),

  /** One upload; undefined when there is none. */
  batch: (id: string) => findBatch(dependencies.db, id),

  /** A page of an upload's rows, in the order of its file. */
  batchRows: (operator: Person, id: string, position?: Position) =>
    auditedList(dependencies, batchRowList).page(operator, { id }, position),

  /** All rows of an upload, in batches; undefined when there is none. */
  async exportBatchRows(operator: Person, { id }: { id: string }, encoding: CsvEncoding) {
    const batch = await findBatch(dependencies.db, id);
    return batch && auditedList(dependencies, batchRowList).rows(operator, { id }, encoding);
  },

  /** Reverses a batch with a reason; refused when sent money, a receipt or a pledge depends on it. */
  reverse: (operator: Person, batchId: string, reversal: Reversal) =>
    reverseBatch(dependencies, operator, batchId, reversal),

  /** What the reversal of a batch would do; undefined when there is none. */
  tryReversal: (batchId: string) => tryReversal(dependencies, batchId),

  /** Single results that are set right after donors were told of them. */
  corrections: corrections(dependencies),

  /** The rows of a batch that waits. */
  waitingList: auditedList(dependencies, waitingList),
  /** One of them with its items; undefined when there is none. */
  waitingRow: (id: string) => findWaitingRow(dependencies.db, id),
  correctRow: (operator: Person, step: RowStep, edit: WaitingEdit) =>
    correctRow(dependencies, operator, step, edit),
  addRow: (operator: Person, batchId: string, row: NewWaitingResult) =>
    addRow(dependencies, operator, batchId, row),
  takeOutRow: (operator: Person, step: RowStep & { reason: string }) =>
    takeOutRow(dependencies, operator, step),
  putBackRow: (operator: Person, step: RowStep) => putBackRow(dependencies, operator, step),

  /** Makes a batch that waits into results, and notifies its donors. */
  release: (operator: Person, batchId: string, version: number) =>
    releaseBatch(dependencies, { operator, batchId, version }),
  /** Releases what is due by itself. */
  releaseDue: () => releaseDue(forWork(dependencies)),
  schedule: (operator: Person, step: Parameters<typeof scheduleBatch>[2]) =>
    scheduleBatch(dependencies, operator, step),
  drop: (operator: Person, step: Parameters<typeof dropBatch>[2]) =>
    dropBatch(dependencies, operator, step),
  /** Takes a drop back within some minutes. */
  restore: (operator: Person, step: Parameters<typeof restoreBatch>[2]) =>
    restoreBatch(dependencies, operator, step),

  /** Approves the identity check of an application on hold: it becomes a donation now. */
  approveIdentity: (operator: Person, appraisalId: string, version: number) =>
    approveIdentity(dependencies, operator, appraisalId, version),
});
