import { csvError } from '#kit/values/csv/csv-row.ts';
import {
  importColumns,
  mostImportRows,
  type ReadImport,
} from '#organisations/associates/associate-import.ts';
import { cellsByColumn, readSheet } from '#warehouse/results/read-sheet.server.ts';

/** Reads a file of organisations into rows of cells, UTF-8 or Shift_JIS. Slow, so it runs in a thread. */
export async function readAssociatesFile(content: Uint8Array): Promise<ReadImport> {
  const { encoding, columns, rows, errors } = await readSheet(content, importColumns);
  const isTooLong = rows.length > mostImportRows;
  const limit = mostImportRows.toLocaleString('ja-JP');
  const tooLong = {
    row: mostImportRows + 2,
    column: '',
    message: `一度に読み込めるのは${limit}行までです。ファイルを分けてお試しください。`,
  };
  return {
    encoding,
    errors: [...errors, ...unknownColumns(columns), ...(isTooLong ? [tooLong] : [])],
    rows: rows.slice(0, mostImportRows).map((row) => {
      const { エラー内容: _, ...cells } = cellsByColumn(columns, row);
      return { row: row.row, cells };
    }),
  };
}

/** Unknown columns are refused: ignoring them would lose data. */
const unknownColumns = (columns: readonly string[]) =>
  columns
    .map((column) => column.normalize('NFKC').trim())
    .filter((column) => column !== '' && !known.includes(column))
    .map((column) => csvError(1, column, '使えない列です。列名をご確認ください。'));

const known: readonly string[] = [...importColumns.required, ...importColumns.optional];

export const associateImportJobs = { readAssociatesFile };
