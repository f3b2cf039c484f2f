import { toCsv } from '#domain/csv-cell.ts';
import type { ImportError } from '#domain/result-import.ts';
import type { Person } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { findBatch, listBatches } from './batches.ts';
import { approveIdentity } from './identity.ts';
import { findMistakes, importResults, tryResults } from './import-results.ts';
import type { Upload } from './read-upload.ts';
import { reverseBatch } from './reverse-batch.ts';
import { donorTelling } from './tell-donors.ts';

/** Appraisal results: from the operator's file to donations, and back again by the batch. */
export const results = (dependencies: Dependencies) => ({
  ...donorTelling(dependencies),

  /** What an upload would do; nothing is written. */
  try: (upload: Upload) => tryResults(dependencies, upload),

  /** Writes all rows of an upload or, while one is wrong, none: then `errors` says why. */
  import: (operator: Person, upload: Upload) => importResults(dependencies, operator, upload),

  /** The faulty rows of one of the files as CSV text, with a column エラー内容. */
  async faultyRows(upload: Upload, file: ImportError['file']): Promise<string> {
    const { sheets, errors } = await findMistakes(dependencies, upload);
    const sheet = sheets[file];
    if (!sheet) return '';
    const told = Map.groupBy(
      errors.filter((error) => error.file === file),
      (error) => error.row,
    );
    // A file that was corrected before may carry the column already.
    const kept = sheet.columns.flatMap((column, index) =>
      column === '' || column === errorColumn ? [] : [index],
    );
    const cellsOf = new Map(sheet.rows.map(({ row, cells }) => [row, cells]));
    return toCsv([
      [...kept.map((index) => sheet.columns[index] ?? ''), errorColumn],
      ...[...told].map(([row, mistakes]) => [
        ...kept.map((index) => cellsOf.get(row)?.[index] ?? ''),
        mistakes.map(({ message }) => message).join('／'),
      ]),
    ]);
  },

  /** The uploads, newest first, a page of 20. */
  batches: (page: number) => listBatches(dependencies.db, page),

  /** One upload with a page of 100 of its rows. */
  batch: (id: string, page: number) => findBatch(dependencies.db, id, page),

  /** Takes a batch back with a reason; refused when money, a receipt or a pledge rests on it. */
  reverse: (operator: Person, batchId: string, reason: string) =>
    reverseBatch(dependencies, operator, batchId, reason),

  /** Approves a held application's identity check: it becomes a donation now. */
  approveIdentity: (operator: Person, appraisalId: string, version?: number) =>
    approveIdentity(dependencies, operator, appraisalId, version),
});

const errorColumn = 'エラー内容';
