import { sql } from 'drizzle-orm';
import { type AppraisalOutcome, appraisalOutcomes } from '#domain/appraisal-result.ts';
import { type ImportError, maxImportErrors, type ResultImport } from '#domain/result-import.ts';
import type { Person } from '#server/actor.ts';
import { writeAudit } from '#server/audit/audit.ts';
import { transaction } from '#server/db/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { type AcceptedRow, type CheckedRows, checkRows } from './check-rows.ts';
import { inFile, type ReadUpload, readUpload, type Upload } from './read-upload.ts';
import { isDonated, writeBatch } from './write-batch.ts';

/** A hundred thousand rows in one transaction take longer than a statement otherwise may. */
export const longStatements = sql`set local statement_timeout = '60s'`;

type Understood = Omit<ReadUpload, 'sheets'>;

const nothingAccepted = { accepted: [], unchanged: 0 };

/** Every mistake of an upload: of its files, and of its rows against the applications. */
export async function findMistakes(
  { db }: Pick<Dependencies, 'db'>,
  upload: Upload,
): Promise<{ read: ReadUpload; checked: CheckedRows; errors: ImportError[] }> {
  const read = await readUpload(upload);
  const checked = await checkRows(db, read.rows, read.itemRows, { lock: false });
  return { read, checked, errors: allErrors(read, checked) };
}

/** What an upload of results would do; nothing is written. */
export async function tryResults(
  dependencies: Pick<Dependencies, 'db'>,
  upload: Upload,
): Promise<ResultImport> {
  const { read, checked, errors } = await findMistakes(dependencies, upload);
  return answer(read, checked, errors, null);
}

/**
 * Writes an upload of results in one transaction: all rows or, while one of them is wrong, none.
 * Rows of an earlier upload are recognised and left alone; with nothing new, no batch is made.
 */
export async function importResults(
  dependencies: Dependencies,
  operator: Person,
  upload: Upload,
): Promise<ResultImport> {
  const { db, clock } = dependencies;
  // The cells are let go: what they say is in the rows.
  const { sheets: _, ...read } = await readUpload(upload);
  if (read.errors.length > 0) {
    // Told together with what the applications say against the other rows: one round less.
    const checked = await checkRows(db, read.rows, read.itemRows, { lock: false });
    return answer(read, { ...checked, ...nothingAccepted }, allErrors(read, checked), null);
  }
  return transaction(db, async (tx) => {
    await tx.execute(longStatements);
    const checked = await checkRows(tx, read.rows, read.itemRows, { lock: true });
    const errors = allErrors(read, checked);
    if (errors.length > 0) return answer(read, { ...checked, ...nothingAccepted }, errors, null);
    if (checked.accepted.length === 0) return answer(read, checked, [], null);
    const at = clock();
    const facts = {
      operator,
      upload,
      encoding: read.encoding ?? '',
      rowCount: read.rowCount,
      unchangedCount: checked.unchanged,
      at,
    };
    const batchId = await writeBatch(tx, checked.accepted, facts, dependencies);
    await writeAudit(tx, {
      actor: operator,
      action: 'results.import',
      subjectType: 'result-batch',
      subjectId: batchId,
      details: { accepted: checked.accepted.length, unchanged: checked.unchanged },
      at,
    });
    return answer(read, checked, [], batchId);
  });
}

const allErrors = (read: Understood, checked: CheckedRows): ImportError[] => [
  ...inFile('csv', [...read.errors.filter(({ file }) => file === 'csv'), ...checked.errors]),
  ...read.errors.filter(({ file }) => file === 'items'),
];

function answer(
  read: Understood,
  { accepted, unchanged }: Pick<CheckedRows, 'accepted' | 'unchanged'>,
  errors: readonly ImportError[],
  batchId: string | null,
): ResultImport {
  const donated = accepted.filter(isDonated);
  const held = accepted.filter(({ isHeld }) => isHeld);
  return {
    batchId,
    encoding: read.encoding,
    rows: read.rowCount,
    accepted: accepted.length,
    rejected: new Set(errors.map(({ file, row }) => `${file} ${row}`)).size,
    unchanged,
    newDonations: donated.length,
    donationYen: sumYen(donated),
    held: held.length,
    heldYen: sumYen(held),
    outcomes: countOutcomes(accepted),
    errors: errors.slice(0, maxImportErrors),
    errorsTotal: errors.length,
  };
}

const sumYen = (rows: readonly AcceptedRow[]) =>
  rows.reduce((sum, { result }) => sum + result.donationYen, 0);

function countOutcomes(rows: readonly AcceptedRow[]): Record<AppraisalOutcome, number> {
  const counts = Object.fromEntries(
    Object.keys(appraisalOutcomes).map((outcome) => [outcome, 0]),
  ) as Record<AppraisalOutcome, number>;
  for (const { result } of rows) counts[result.outcome] += 1;
  return counts;
}
