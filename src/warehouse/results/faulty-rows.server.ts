import { type Packed, unpack } from '#kit/threads/packed.server.ts';
import { csvForPeople } from '#kit/values/csv/csv-cell.ts';
import type { CsvError } from '#kit/values/csv/csv-row.ts';
import { numbersIn, parseUpload, type Upload } from './read-upload.server.ts';
import type { ImportError } from './result-import.ts';

const errorColumn = 'エラー内容';
/** Byte order mark, by which spreadsheets recognise UTF-8. */
const byteOrderMark = '\uFEFF';

/**
 * Faulty rows of one of the files as CSV, with a column エラー内容: errors in the file itself, and `mismatches` with the
 * applications. Runs in a thread, like reading.
 */
export async function writeFaultyRows({
  upload,
  file,
  mismatches,
  isRest,
}: {
  upload: Upload;
  file: ImportError['file'];
  mismatches: Packed<CsvError>[];
  /** Includes all items of a result that was not accepted. */
  isRest: boolean;
}): Promise<Uint8Array> {
  const { sheets, errors, itemRows } = await parseUpload(upload);
  const sheet = sheets[file];
  const own = errors.filter((error) => error.file === file);
  const ofResults = [
    ...errors.filter((error) => error.file === 'csv'),
    ...mismatches.flatMap(unpack),
  ];
  const numbers = new Set(isRest && sheets.csv ? numbersIn(sheets.csv, ofResults) : []);
  const rest = itemRows.flatMap(({ row, appraisalId }) =>
    numbers.has(appraisalId) ? { row, column: '', message: '' } : [],
  );
  const written = sheet
    ? tableOf(sheet, [...own, ...(file === 'csv' ? mismatches.flatMap(unpack) : rest)])
    : '';
  return new TextEncoder().encode(byteOrderMark + written);
}

function tableOf(
  sheet: { columns: string[]; rows: { row: number; cells: string[] }[] },
  errors: readonly CsvError[],
): string {
  const mistakesByRow = Map.groupBy(
    errors.toSorted((a, b) => a.row - b.row),
    (error) => error.row,
  );
  // A corrected file may already have the column.
  const indexes = sheet.columns.flatMap((column, index) =>
    column === '' || column === errorColumn ? [] : [index],
  );
  const cellsOf = new Map(sheet.rows.map(({ row, cells }) => [row, cells]));
  return csvForPeople([
    [...indexes.map((index) => sheet.columns[index] ?? ''), errorColumn],
    ...[...mistakesByRow].map(([row, mistakes]) => [
      ...indexes.map((index) => cellsOf.get(row)?.[index] ?? ''),
      mistakes.flatMap(({ message }) => message || []).join('／'),
    ]),
  ]);
}
