import type { ImportError } from '#domain/results/result-import.ts';
import type { Person } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { findBatch, listBatches } from './batches.ts';
import { approveIdentity } from './identity-hold.ts';
import { importResults, tryResults, writeMistakes } from './import-results.ts';
import { donorTelling } from './notify-donors.ts';
import type { Upload } from './read-upload.ts';
import { reverseBatch } from './reverse-batch.ts';

/** Appraisal results: from the operator's file to donations, and back again by the batch. */
export const results = (dependencies: Dependencies) => ({
  ...donorTelling(dependencies),

  /** What an upload would do; nothing is written. */
  try: (upload: Upload) => tryResults(dependencies, upload),

  /** Writes all rows of an upload or, while one is wrong, none: then `errors` says why. */
  import: (operator: Person, upload: Upload) => importResults(dependencies, operator, upload),

  /** The faulty rows of one of the files as a CSV file, with a column エラー内容. */
  faultyRows: (upload: Upload, file: ImportError['file']) =>
    writeMistakes(dependencies, upload, file),

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
