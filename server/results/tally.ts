import { type AppraisalOutcome, appraisalOutcomes } from '#domain/appraisal-result.ts';
import { type ImportError, maxImportErrors, type ResultImport } from '#domain/result-import.ts';
import type { CheckedRows } from './check-rows.ts';
import { inFile, type ReadUpload } from './read-upload.ts';
import { isDonated } from './write-batch.ts';

/** What an upload comes to, summed up part by part: the rows themselves need not be kept. */
export function tally({ encoding, rowCount, errors: readErrors }: Omit<ReadUpload, 'sheets'>) {
  const sums = { accepted: 0, unchanged: 0, newDonations: 0, donationYen: 0, held: 0, heldYen: 0 };
  const outcomes = noOutcomes();
  const errors = [...readErrors];

  return {
    sums,
    hasErrors: () => errors.length > 0,

    add(checked: CheckedRows): void {
      sums.accepted += checked.accepted.length;
      sums.unchanged += checked.unchanged;
      for (const row of checked.accepted) {
        outcomes[row.result.outcome] += 1;
        if (isDonated(row)) {
          sums.newDonations += 1;
          sums.donationYen += row.result.donationYen;
        } else if (row.isHeld) {
          sums.held += 1;
          sums.heldYen += row.result.donationYen;
        }
      }
      errors.push(...inFile('csv', checked.errors));
    },

    /** Every mistake: the result file's in the order of its rows, then the item file's. */
    errors(): ImportError[] {
      return (['csv', 'items'] as const).flatMap((file) =>
        errors.filter((error) => error.file === file).sort((a, b) => a.row - b.row),
      );
    },

    /** What is answered; `isDone` is false where, for all that was accepted, nothing was written. */
    answer(batchId: string | null, isDone = true): ResultImport {
      const all = this.errors();
      const none = {
        accepted: 0,
        unchanged: 0,
        newDonations: 0,
        donationYen: 0,
        held: 0,
        heldYen: 0,
      };
      return {
        batchId,
        encoding,
        rows: rowCount,
        rejected: new Set(all.map(({ file, row }) => `${file} ${row}`)).size,
        ...(isDone ? sums : none),
        outcomes: isDone ? outcomes : noOutcomes(),
        errors: all.slice(0, maxImportErrors),
        errorsTotal: all.length,
      };
    },
  };
}
export type Tally = ReturnType<typeof tally>;

const noOutcomes = () =>
  Object.fromEntries(Object.keys(appraisalOutcomes).map((outcome) => [outcome, 0])) as Record<
    AppraisalOutcome,
    number
  >;
