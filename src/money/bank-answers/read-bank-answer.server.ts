import { createHash } from 'node:crypto';
import { type Packed, pack } from '#kit/threads/packed.server.ts';
import { type CsvError, csvError } from '#kit/values/csv/csv-row.ts';
import { closingBalances } from '#money/bank-lines/bank-line.ts';
import { decode, type Encoding } from '#warehouse/results/decode.server.ts';
import { parsePieces, type SheetRow } from '#warehouse/results/read-sheet.server.ts';
import { bankRowKeys } from './bank-answer.ts';
import {
  type BankColumns,
  findBankColumns,
  maxBankFileBytes,
  mostBankRows,
  mostRowsBeforeBody,
  plainHeadings,
  shapeOf,
} from './bank-columns.ts';
import { type BankRow, readBankRow } from './bank-row.ts';
import type { KeyedBankRow } from './match-answers.ts';

export type ReadBankAnswer =
  /** Advice for a file that cannot be read at all. */
  | { problem: string }
  /** Unknown columns: a person chooses them, given the first rows. */
  | { encoding: Encoding; columns: null; firstRows: string[][] }
  | {
      encoding: Encoding;
      columns: BankColumns;
      /** SHA-256 of the file, in hex. */
      fileHash: string;
      firstRows: string[][];
      /** Keys are hashed, since they contain names. */
      rows: Packed<KeyedBankRow>[];
      keys: string[];
      /** The bank's balances at the ends of months. */
      stated: ReturnType<typeof closingBalances>;
      rowCount: number;
      /** The first errors of invalid rows, and their total in `errorCount`. */
      errors: CsvError[];
      errorCount: number;
      /** Rows with totals or carried-over balances. */
      skipped: number;
    };

const maxErrors = 300;

/**
 * Reads a bank's statement (入出金明細) or list of deposits (振込入金通知) as CSV, in UTF-8 or CP932, up to 10 MB and 50,000 rows.
 * `columns` are the chosen ones; null uses those remembered for the same headings, else guesses. A row dated after
 * `today` is an error. The banks' fixed-length format (200 characters per record) is not supported: whoever gets it can
 * get CSV. Slow, so it runs in a thread.
 */
export async function readBankAnswer({
  content,
  columns,
  remembered = [],
  today,
}: {
  content: Uint8Array;
  columns: BankColumns | null;
  remembered?: readonly BankColumns[];
  today: string;
}): Promise<ReadBankAnswer> {
  if (content.length > maxBankFileBytes) {
    return { problem: 'ファイルは10MBまでです。期間を分けて書き出してください。' };
  }
  const decoded = decode(content);
  if ('problem' in decoded) return { problem: atRow(decoded.problem) };
  const { rows, error } = await parsePieces(decoded.pieces);
  if (error) return { problem: error.message };
  if (rows.length === 0) {
    return { problem: 'ファイルが空です。銀行の画面から、もう一度書き出してください。' };
  }
  const firstRows = rows.slice(0, mostRowsBeforeBody).map(({ cells }) => cells);
  const { encoding } = decoded;
  const known = columns ? locateHeadings(columns, firstRows) : ownColumns(remembered, firstRows);
  if (known === 'changed') return { problem: headingsChanged };
  if (!known) return { encoding, columns: null, firstRows };
  const body = rows.slice((known.headerRow ?? -1) + 1);
  if (body.length > mostBankRows) {
    const most = mostBankRows.toLocaleString('ja-JP');
    return { problem: `一度に読み込めるのは${most}行までです。期間を分けて書き出してください。` };
  }
  const fileHash = createHash('sha256').update(content).digest('hex');
  return { encoding, columns: known, fileHash, firstRows, ...readBody(body, known, today) };
}

/** Columns chosen earlier for the same headings, else guessed from the headings, else those without headings. */
function ownColumns(
  remembered: readonly BankColumns[],
  firstRows: readonly string[][],
): BankColumns | undefined {
  for (const columns of remembered) {
    if (columns.headerRow === null || !columns.headings) continue;
    const found = locateHeadings(columns, firstRows);
    if (found !== 'changed') return found;
  }
  return findBankColumns(firstRows) ?? remembered.find((columns) => columns.headerRow === null);
}

const tooEarly = 'まだ来ていない日です。その日が過ぎてから、書き出し直してください。';
const headingsChanged =
  '見出しが、列を選んだときのファイルと違います。列を選び直すか、同じ形式で書き出してください。';

const atRow = ({ row, message }: { row: number; message: string }) => `${row}行目：${message}`;

/** The chosen columns with the heading row of this file: the number of lines above it varies. */
function locateHeadings(
  columns: BankColumns,
  firstRows: readonly string[][],
): BankColumns | 'changed' {
  const { headings } = columns;
  if (columns.headerRow === null || !headings) return columns;
  const wanted = shapeOf(columns);
  const headerRow = firstRows.findIndex((cells) => JSON.stringify(plainHeadings(cells)) === wanted);
  return headerRow < 0 ? 'changed' : { ...columns, headerRow };
}

function readBody(body: readonly SheetRow[], columns: BankColumns, today: string) {
  const rows: BankRow[] = [];
  const errors: CsvError[] = [];
  let skipped = 0;
  for (const { row, cells } of body) {
    const read = readBankRow(cells, row, columns);
    if (!read) skipped += 1;
    else if ('errors' in read) errors.push(...read.errors);
    else if (read.read.day <= today) rows.push(read.read);
    else errors.push(csvError(row, '日付', tooEarly, read.read.day));
  }
  const keys = bankRowKeys(rows).map((key) => createHash('sha256').update(key).digest('hex'));
  return {
    rows: pack(rows.map((row, index) => ({ ...row, key: keys[index] ?? '' }))),
    keys,
    stated: closingBalances(rows),
    rowCount: rows.length,
    errors: errors.slice(0, maxErrors),
    errorCount: errors.length,
    skipped,
  };
}
