import { createHash } from 'node:crypto';
import {
  type BankColumns,
  findBankColumns,
  maxBankFileBytes,
  mostBankRows,
  mostRowsBeforeBody,
  plainHeadings,
} from '#domain/bank-answers/bank-columns.ts';
import { type BankRow, readBankRow } from '#domain/bank-answers/bank-row.ts';
import type { KeyedBankRow } from '#domain/bank-answers/match-answers.ts';
import { bankRowKeys } from '#domain/bank-answers/row-keys.ts';
import type { CsvError } from '#domain/values/csv/csv-row.ts';
import { decode, type Encoding } from '#server/results/decode.ts';
import { parsePieces, type SheetRow } from '#server/results/read-sheet.ts';
import { type Packed, pack } from '#server/threads/packed.ts';

export type ReadBankAnswer =
  | { problem: string }
  /** The columns are not known: a person chooses them by the first rows. */
  | { encoding: Encoding; columns: null; firstRows: string[][] }
  | {
      encoding: Encoding;
      columns: BankColumns;
      firstRows: string[][];
      /** Their keys are hashed: a key contains a name. */
      rows: Packed<KeyedBankRow>[];
      rowCount: number;
      /** The first of the wrong rows' errors; `errorCount` says how many there are. */
      errors: CsvError[];
      errorCount: number;
      /** Sums, and balances that are carried over. */
      skipped: number;
    };

const mostErrors = 300;

/**
 * Reads a bank's statement (入出金明細) or list of deposits (振込入金通知) as CSV, in UTF-8 or CP932, up to 20 MB and
 * 50,000 rows. `columns` are those that were chosen, null to guess them. The banks' fixed form of 200 letters a record is
 * not read: who can get it can get CSV. Takes its time, so it runs in a thread.
 */
export async function readBankAnswer({
  content,
  columns,
}: {
  content: Uint8Array;
  columns: BankColumns | null;
}): Promise<ReadBankAnswer> {
  if (content.length > maxBankFileBytes) {
    return { problem: 'ファイルは20MBまでです。期間を分けて書き出してください。' };
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
  const known = columns ? inFile(columns, firstRows) : findBankColumns(firstRows);
  if (known === 'changed') return { problem: headingsChanged };
  if (!known) return { encoding, columns: null, firstRows };
  const body = rows.slice((known.headerRow ?? -1) + 1);
  if (body.length > mostBankRows) {
    const most = mostBankRows.toLocaleString('ja-JP');
    return { problem: `一度に読み込めるのは${most}行までです。期間を分けて書き出してください。` };
  }
  return { encoding, columns: known, firstRows, ...readBody(body, known) };
}

const headingsChanged =
  '見出しが、列を選んだときのファイルとちがいます。列を選び直すか、同じ形式で書き出してください。';

const atRow = ({ row, message }: { row: number; message: string }) => `${row}行目：${message}`;

/** The chosen columns with the headings where this file has them: the lines above them come and go. */
function inFile(columns: BankColumns, firstRows: readonly string[][]): BankColumns | 'changed' {
  const { headings } = columns;
  if (columns.headerRow === null || !headings) return columns;
  const wanted = JSON.stringify(headings);
  const headerRow = firstRows.findIndex((cells) => JSON.stringify(plainHeadings(cells)) === wanted);
  return headerRow < 0 ? 'changed' : { ...columns, headerRow };
}

function readBody(body: readonly SheetRow[], columns: BankColumns) {
  const rows: BankRow[] = [];
  const errors: CsvError[] = [];
  let skipped = 0;
  for (const { row, cells } of body) {
    const read = readBankRow(cells, row, columns);
    if (!read) skipped += 1;
    else if ('read' in read) rows.push(read.read);
    else errors.push(...read.errors);
  }
  const keys = bankRowKeys(rows).map((key) => createHash('sha256').update(key).digest('hex'));
  return {
    rows: pack(rows.map((row, index) => ({ ...row, key: keys[index] ?? '' }))),
    rowCount: rows.length,
    errors: errors.slice(0, mostErrors),
    errorCount: errors.length,
    skipped,
  };
}
