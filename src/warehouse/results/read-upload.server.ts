import { createHash } from 'node:crypto';
import { parseAppraisalId } from '#giving/applications/appraisal-number.ts';
import { type Packed, pack } from '#kit/threads/packed.server.ts';
import type { CsvError } from '#kit/values/csv/csv-row.ts';
import { checkItems, type ItemRow, itemColumns, readItemRow } from './appraisal-item.ts';
import {
  type ResultRow,
  readResultRow,
  repeatedNumbers,
  resultColumns,
} from './appraisal-result.ts';
import { cellsByColumn, readSheet, type Sheet } from './read-sheet.server.ts';
import { type ImportError, maxImportErrors } from './result-import.ts';
import { hashOf } from './row-hash.server.ts';

/** An uploaded file: bytes from a form, or text from a JSON body. */
export type UploadedFile = { name: string; content: Uint8Array | string };
export type Upload = { csv: UploadedFile; items: UploadedFile | undefined };

/** One application's data in the files, valid in itself. */
export type UploadedRow = {
  result: ResultRow;
  items: ItemRow[];
  rowHash: string;
  /** Row of the original file that it was mended from, as its エラー内容 says. */
  mendedRow?: number;
};

/** Content of the files; not yet checked against the applications. */
export type ReadUpload = {
  /** SHA-256 of the result file. */
  hash: string;
  encoding: Sheet['encoding'];
  /** Rows of the result file, including wrong ones. */
  rowCount: number;
  /** Ignored columns of both files. */
  ignoredColumns: string[];
  /** In order of application numbers. */
  rows: Packed<UploadedRow>[];
  mistakes: {
    /** First mistakes of each file, as many as one response may contain. */
    shown: ImportError[];
    total: number;
    /** Number of wrong rows in both files. */
    rejected: number;
    /** Applications whose items are wrong, so that their results cannot be accepted. */
    ofItems: string[];
    /** Set if a file cannot be read as a table, or not to its end: then none of its rows counts as right. */
    isUnreadable: boolean;
  };
};

/** Reads both files completely. Takes a second for 100,000 rows, so it runs in a thread. */
export async function readUpload(upload: Upload): Promise<ReadUpload> {
  const { sheets, rows, itemRows, errors, ofItems } = await parseUpload(upload, 'rows alone');
  const itemsOf = Map.groupBy(itemRows, (item) => item.appraisalId);
  // Unread rows would be missing from the file of wrong rows, so the whole file must be mended.
  const isUnreadable = [sheets.csv, sheets.items].some(
    (sheet) => sheet && (sheet.isCut || sheet.rows.length === 0),
  );
  // A fixed order, so that concurrent uploads do not deadlock.
  rows.sort((a, b) => (a.appraisalId < b.appraisalId ? -1 : 1));
  return {
    hash: createHash('sha256').update(upload.csv.content).digest('hex'),
    encoding: sheets.csv.encoding,
    rowCount: sheets.csv.rows.length,
    ignoredColumns: [...new Set([...sheets.csv.ignored, ...(sheets.items?.ignored ?? [])])],
    rows: pack(isUnreadable ? [] : rows, ({ mendedRow, ...result }) => {
      const items = itemsOf.get(result.appraisalId) ?? [];
      return { result, items, rowHash: hashOf(result, items), ...(mendedRow && { mendedRow }) };
    }),
    mistakes: {
      shown: (['csv', 'items'] as const).flatMap((file) =>
        errors.filter((error) => error.file === file).slice(0, maxImportErrors),
      ),
      total: errors.length,
      rejected: new Set(errors.map(({ file, row }) => `${file} ${row}`)).size,
      ofItems,
      isUnreadable,
    },
  };
}

/**
 * Parses both files; returns rows and all mistakes, each file's in row order. `kept` says whether to keep the cells
 * of right rows, which take much of the memory.
 */
export async function parseUpload(
  { csv, items }: Upload,
  kept: 'cells as well' | 'rows alone' = 'cells as well',
): Promise<{
  sheets: { csv: Sheet; items: Sheet | undefined };
  rows: MendedRow[];
  itemRows: ItemRow[];
  errors: ImportError[];
  /** Applications whose items are wrong. */
  ofItems: string[];
}> {
  const results = await readSheet(csv.content, resultColumns);
  const read = readRows(results, readMended, kept);
  const repeated = repeatedNumbers(read.rows);
  const errors = inFile('csv', [...results.errors, ...read.errors, ...repeated]);
  const itemFile = items && (await readItems(items, read.rows, errors.length === 0));
  return {
    sheets: { csv: results, items: itemFile?.sheet },
    // A repeated row is dropped; the first one is checked.
    rows: without(read.rows, repeated),
    itemRows: itemFile?.rows ?? [],
    errors: [...errors, ...(itemFile?.errors ?? [])],
    ofItems: itemFile?.wrongNumbers ?? [],
  };
}

type MendedRow = ResultRow & { mendedRow?: number };

/** A row from a download of faulty rows names its original row: 「12行目「査定金額」：…」. */
function readMended(cells: Record<string, string>, row: number) {
  const read = readResultRow(cells, row);
  const mendedRow = Number(/^(\d{1,6})行目/.exec(cells.エラー内容 ?? '')?.[1] ?? 0);
  return 'ok' in read && mendedRow > 0 ? { ok: { ...read.ok, mendedRow } } : read;
}

/** Checks sums only if all rows of both files are right: otherwise errors would name right rows. */
async function readItems(file: UploadedFile, results: ResultRow[], isJudged: boolean) {
  const sheet = await readSheet(file.content, itemColumns);
  const { rows, errors } = readRows(sheet, readItemRow);
  const isComplete = isJudged && sheet.errors.length === 0 && errors.length === 0;
  const mismatches = checkItems(rows, results);
  const sums = isComplete ? mismatches : [];
  return {
    sheet,
    rows,
    errors: inFile('items', [...sheet.errors, ...errors, ...sums]),
    wrongNumbers: numbersIn(sheet, [...sheet.errors, ...errors, ...mismatches]),
  };
}

/** Application numbers in rows with an error. */
export function numbersIn(sheet: Sheet, errors: readonly CsvError[]): string[] {
  const wrong = new Set(errors.map(({ row }) => row));
  const numbers = sheet.rows.flatMap((row) => {
    if (!wrong.has(row.row)) return [];
    return parseAppraisalId(cellsByColumn(sheet.columns, row).申込番号 ?? '') ?? [];
  });
  return [...new Set(numbers)];
}

function without(rows: MendedRow[], errors: readonly CsvError[]): MendedRow[] {
  const wrong = new Set(errors.map(({ row }) => row));
  return rows.filter(({ row }) => !wrong.has(row));
}

/** Errors of a file, in row order. */
const inFile = (file: ImportError['file'], errors: readonly CsvError[]): ImportError[] =>
  errors.map((error) => ({ file, ...error })).sort((a, b) => a.row - b.row);

function readRows<Row>(
  sheet: Sheet,
  readRow: (cells: Record<string, string>, row: number) => { ok: Row } | { errors: CsvError[] },
  kept: 'cells as well' | 'rows alone' = 'cells as well',
): { rows: Row[]; errors: CsvError[] } {
  const rows: Row[] = [];
  const errors: CsvError[] = [];
  // Cells of such a row may be shifted, so its values are unreliable.
  const skipped = new Set(sheet.errors.map((error) => error.row));
  for (const sheetRow of sheet.rows) {
    if (skipped.has(sheetRow.row)) continue;
    const read = readRow(cellsByColumn(sheet.columns, sheetRow), sheetRow.row);
    if (!('ok' in read)) errors.push(...read.errors);
    else {
      rows.push(read.ok);
      if (kept === 'rows alone') sheetRow.cells = [];
    }
  }
  return { rows, errors };
}
