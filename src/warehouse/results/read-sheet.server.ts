import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type CsvError as ParserError, parse } from 'csv-parse';
import { readCell } from '#kit/values/csv/csv-cell.ts';
import { type CsvError, readHeader } from '#kit/values/csv/csv-row.ts';
import { decode, decodeText, type Encoding } from './decode.server.ts';

/** A row of a table; `row` counts like a spreadsheet, from 1 for the header and including blank rows. */
export type SheetRow = { row: number; cells: string[] };

/** A CSV file as a table; `encoding` is null if the file could not be read. */
export type Sheet = {
  encoding: Encoding | null;
  /** Known names of the header's columns, by position; '' for a column without a name. */
  columns: string[];
  /** Columns that are ignored. */
  ignored: string[];
  rows: SheetRow[];
  errors: CsvError[];
  /** Whether further rows were not read. */
  isCut: boolean;
};

export const maxRows = 100_000;
const maxRecordCharacters = 100_000;

/**
 * Reads a CSV file from bytes or text and checks its header. Problems are in `errors`; reading stops after 100,000
 * rows or at an open quote.
 */
export async function readSheet(
  content: Uint8Array | string,
  expected: { required: readonly string[]; optional: readonly string[] },
): Promise<Sheet> {
  const decoded = typeof content === 'string' ? decodeText(content) : decode(content);
  if ('problem' in decoded) return failed(decoded.problem.row, decoded.problem.message);
  const { rows, error } = await parsePieces(decoded.pieces);
  const [header, ...body] = rows;
  const { encoding } = decoded;
  const broken = error ? [error] : [];
  if (!header) {
    const emptyFileError =
      error ?? fileError(1, 'ファイルが空です。見出しの行とデータを入れてください。');
    return { encoding, ...noRows, errors: [emptyFileError] };
  }
  const separator = otherSeparator(header.cells, expected.required);
  if (separator) {
    const message = `列が${separator}で区切られています。カンマ区切りのCSVで保存し直してから、お試しください。`;
    return { encoding, ...noRows, errors: [fileError(1, message)] };
  }
  const read = readHeader(header.cells, expected);
  if ('errors' in read) {
    return { encoding, ...noRows, columns: header.cells, errors: read.errors };
  }
  if (body.length === 0 && !error) broken.push(fileError(2, 'データの行がありません。'));
  const ragged = body.flatMap((row) => raggedError(row, read.ok.length));
  const { ok: columns, ignored } = read;
  const errors = [...ragged, ...broken];
  return { encoding, columns, ignored, rows: body, errors, isCut: error !== undefined };
}

const noRows = { columns: [], ignored: [], rows: [], isCut: true };

const separators = {
  '\t': 'タブ',
  ';': 'セミコロン（;）',
  '|': '縦線（|）',
  '、': '読点（、）',
  '，': '全角のカンマ（，）',
};

/** Separator used in place of a comma, if the header splits by it. */
function otherSeparator(header: readonly string[], required: readonly string[]) {
  const [whole = ''] = header.filter((cell) => cell.trim() !== '');
  return Object.entries(separators).find(([mark]) => {
    const names = whole.split(mark).map((name) => name.normalize('NFKC').trim());
    return names.length > 1 && required.some((column) => names.includes(column));
  })?.[1];
}

/** Cells of a row by column name, without unnamed columns. */
export function cellsByColumn(columns: readonly string[], { cells }: SheetRow) {
  const named: Record<string, string> = {};
  for (const [index, column] of columns.entries()) {
    if (column !== '') named[column] = cells[index] ?? '';
  }
  return named;
}

/** Parses rows from pieces of text, which it consumes; of a broken file, the rows before the error. */
export async function parsePieces(
  pieces: string[],
): Promise<{ rows: SheetRow[]; error: CsvError | undefined }> {
  const rows: SheetRow[] = [];
  let records = 0;
  const parser = parse({
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRecordCharacters,
    // Rows are collected here, since the stream drops its buffer on an error.
    on_record: (written: string[], { empty_lines }) => {
      const cells = written.map(readCell);
      records += 1;
      const isBlank = cells.every((cell) => cell.trim() === '');
      if (!isBlank && rows.length <= maxRows + 1) rows.push({ row: records + empty_lines, cells });
      return null;
    },
  });
  const isFull = () => rows.length > maxRows + 1;
  try {
    await pipeline(Readable.from(untilFull(pieces, isFull)), parser.resume());
  } catch (error) {
    const row = records + parser.info.empty_lines + 1;
    return { rows, error: fileError(row, explain(error as ParserError)) };
  }
  if (!isFull()) return { rows, error: undefined };
  const limit = maxRows.toLocaleString('ja-JP');
  const message = `一度に読み込めるのは${limit}行までです。ファイルを分けてお試しください。`;
  return { rows: rows.slice(0, maxRows + 1), error: fileError(maxRows + 2, message) };
}

function* untilFull(pieces: string[], isFull: () => boolean) {
  for (const [index, piece] of pieces.entries()) {
    if (isFull()) return;
    // Frees the text, so that it is not held beside its cells.
    pieces[index] = '';
    yield quoteTexts(piece);
  }
}

/** Quotes cells such as ="0312", whose quotes a CSV parser would reject. */
const quoteTexts = (piece: string): string =>
  piece.includes('="')
    ? piece.replace(/(?<=^|,)="([^",\r\n]+)"(?=,|\r|\n|$)/gm, '"=""$1"""')
    : piece;

/** Refuses a row with more cells than the header: its amounts may be shifted. */
function raggedError({ row, cells }: SheetRow, width: number): CsvError[] {
  if (cells.slice(width).every((cell) => cell.trim() === '')) return [];
  const count = `見出しは${width}列、この行は${cells.length}列あります`;
  const advice = 'カンマを含むセルは引用符（"）で囲んでください';
  return [fileError(row, `列の数が見出しと合いません（${count}）。${advice}。`)];
}

const quoteProblem =
  '引用符（"）が閉じられていないか、位置が正しくありません。この行の"をご確認ください。';

function explain({ code }: ParserError): string {
  return /QUOTE|MAX_RECORD_SIZE/.test(code)
    ? quoteProblem
    : 'CSVとして読み取れません。この行の形をご確認ください。';
}

/** A mistake without a column. */
const fileError = (row: number, message: string): CsvError => ({
  row,
  column: '',
  message: `${row}行目：${message}`,
});

const failed = (row: number, message: string): Sheet => ({
  encoding: null,
  ...noRows,
  errors: [fileError(row, message)],
});
