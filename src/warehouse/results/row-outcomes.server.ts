import { csvError } from '#kit/values/csv/csv-row.ts';
import { type AppraisalOutcome, appraisalOutcomes } from './appraisal-result.ts';
import type { AcceptedRow, CheckedRows, Mismatch } from './check-rows.server.ts';
import type { ReadUpload } from './read-upload.server.ts';
import { type ImportError, maxImportErrors, type ResultImport } from './result-import.ts';
import { isDonated } from './write-batch.server.ts';

/** Mistake of a row that is right except for its items. */
const itemsWrong = ({ result: { row, appraisalId } }: Pick<AcceptedRow, 'result'>): Mismatch => ({
  ...csvError(row, '申込番号', '明細のファイルに誤りがあります', appraisalId),
  appraisalId,
});

/** Rows of a part to accept while others are wrong. Rows with wrong items count as wrong. */
export function goodRows(checked: CheckedRows, wrongItems: ReadonlySet<string>): CheckedRows {
  const isGood = ({ result }: AcceptedRow) => !wrongItems.has(result.appraisalId);
  const spoiled = checked.accepted.filter((row) => !isGood(row));
  return {
    ...checked,
    accepted: checked.accepted.filter(isGood),
    errors: [...checked.errors, ...spoiled.map(itemsWrong)],
  };
}

/** Accumulates the outcome of an upload by parts, without keeping rows or all mistakes in memory. */
export function rowOutcomes({ encoding, rowCount, mistakes, ignoredColumns }: ReadUpload) {
  const sums = noSums();
  const outcomes = noOutcomes();
  let shown = mistakes.shown;
  // One mismatch per row: only the application does not fit, the row itself is readable.
  let mismatches = 0;

  return {
    sums,
    hasErrors: () => mistakes.total + mismatches > 0,

    add(checked: CheckedRows, flagged: number): void {
      sums.flagged += flagged;
      sums.accepted += checked.accepted.length;
      sums.unchanged += checked.unchanged;
      for (const row of checked.accepted) {
        outcomes[row.result.outcome] += 1;
        if (isDonated(row)) {
          sums.newDonations += 1;
          sums.donationYen += row.result.donationYen;
        } else if (row.isOnHold) {
          sums.held += 1;
          sums.onHoldYen += row.result.donationYen;
        }
      }
      mismatches += checked.errors.length;
      const errors = checked.errors.map(({ appraisalId: _, ...error }) => ({ file, ...error }));
      shown = firstOf([...shown, ...errors]);
    },

    /** The response; `isDone` is false if nothing was written despite accepted rows. */
    answer: (
      batchId: string | null,
      { isDone = true, state = null as ResultImport['state'] } = {},
    ): ResultImport => ({
      batchId,
      state: batchId === null ? null : state,
      ignoredColumns,
      encoding,
      rows: rowCount,
      rejected: mistakes.rejected + mismatches,
      ...(isDone ? sums : noSums()),
      outcomes: isDone ? outcomes : noOutcomes(),
      errors: firstOf(shown),
      errorsTotal: mistakes.total + mismatches,
    }),
  };
}
export type RowOutcomes = ReturnType<typeof rowOutcomes>;

const file = 'csv' as const;

/** Mistakes to report: the result file's in row order, then the item file's. */
const firstOf = (errors: readonly ImportError[]): ImportError[] =>
  (['csv', 'items'] as const)
    .flatMap((name) => errors.filter((error) => error.file === name).sort((a, b) => a.row - b.row))
    .slice(0, maxImportErrors);

const noSums = () => ({
  accepted: 0,
  unchanged: 0,
  newDonations: 0,
  donationYen: 0,
  held: 0,
  onHoldYen: 0,
  flagged: 0,
});

const noOutcomes = () =>
  Object.fromEntries(Object.keys(appraisalOutcomes).map((outcome) => [outcome, 0])) as Record<
    AppraisalOutcome,
    number
  >;
