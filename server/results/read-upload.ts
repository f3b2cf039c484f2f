import { setImmediate as nextTurn } from 'node:timers/promises';
import { checkItems, type ItemRow, itemColumns, readItemRow } from '#domain/appraisal-item.ts';
import {
  type ResultRow,
  readResultRow,
  repeatedNumbers,
  resultColumns,
} from '#domain/appraisal-result.ts';
import type { CsvError } from '#domain/csv-row.ts';
import type { ImportError } from '#domain/result-import.ts';
import { cellsByColumn, readSheet, type Sheet } from './read-sheet.ts';

/** A file as it came: bytes of a form, or text of a JSON body. */
export type UploadedFile = { name: string; content: Uint8Array | string };
export type Upload = { csv: UploadedFile; items: UploadedFile | undefined };

/** What the files say, right in itself; whether it fits the applications is judged elsewhere. */
export type ReadUpload = {
  sheets: Record<ImportError['file'], Sheet | undefined>;
  encoding: Sheet['encoding'];
  /** Rows of the result file, wrong ones too. */
  rowCount: number;
  rows: ResultRow[];
  itemRows: ItemRow[];
  errors: ImportError[];
};

const rowsPerTurn = 250;

/** Reads both files row by row; every mistake of every row is told. Other work goes on meanwhile. */
export async function readUpload({ csv, items }: Upload): Promise<ReadUpload> {
  const results = await readSheet(csv.content, resultColumns);
  const read = await readRows(results, readResultRow);
  const repeated = repeatedNumbers(read.rows);
  const errors = inFile('csv', [...results.errors, ...read.errors, ...repeated]);
  const told = items && (await readItems(items, read.rows, errors.length === 0));
  return {
    sheets: { csv: results, items: told?.sheet },
    encoding: results.encoding,
    rowCount: results.rows.length,
    // A row that repeats another counts for nothing: the first one is judged.
    rows: without(read.rows, repeated),
    itemRows: told?.rows ?? [],
    errors: [...errors, ...(told?.errors ?? [])],
  };
}

/** Sums are judged only once all rows of both files are right: else they blame the innocent. */
async function readItems(file: UploadedFile, results: ResultRow[], isJudged: boolean) {
  const sheet = await readSheet(file.content, itemColumns);
  const { rows, errors } = await readRows(sheet, readItemRow);
  const isComplete = isJudged && sheet.errors.length === 0 && errors.length === 0;
  const sums = isComplete ? checkItems(rows, results) : [];
  return { sheet, rows, errors: inFile('items', [...sheet.errors, ...errors, ...sums]) };
}

function without(rows: ResultRow[], errors: readonly CsvError[]): ResultRow[] {
  const wrong = new Set(errors.map(({ row }) => row));
  return rows.filter(({ row }) => !wrong.has(row));
}

/** Errors of a file in the order of its rows. */
export const inFile = (file: ImportError['file'], errors: readonly CsvError[]): ImportError[] =>
  errors.map((error) => ({ file, ...error })).sort((a, b) => a.row - b.row);

async function readRows<Row>(
  sheet: Sheet,
  readRow: (cells: Record<string, string>, row: number) => { ok: Row } | { errors: CsvError[] },
): Promise<{ rows: Row[]; errors: CsvError[] }> {
  const rows: Row[] = [];
  const errors: CsvError[] = [];
  // A row whose cells may have moved says nothing that could be trusted.
  const skipped = new Set(sheet.errors.map((error) => error.row));
  for (const [index, sheetRow] of sheet.rows.entries()) {
    if (index % rowsPerTurn === 0) await nextTurn();
    if (skipped.has(sheetRow.row)) continue;
    const read = readRow(cellsByColumn(sheet.columns, sheetRow), sheetRow.row);
    if ('ok' in read) rows.push(read.ok);
    else errors.push(...read.errors);
  }
  return { rows, errors };
}
