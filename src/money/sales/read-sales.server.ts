import { createHash } from 'node:crypto';
import { type CsvError, csvError } from '#kit/values/csv/csv-row.ts';
import { cellsByColumn, readSheet, type Sheet } from '#warehouse/results/read-sheet.server.ts';
import { maxSaleRows } from './sale.ts';
import { readSaleRow, type SaleRow, saleColumns } from './sale-row.ts';

/** A row with a hash that identifies it among this and earlier files. */
export type ReadSale = SaleRow & { rowHash: string };
export type ReadSales = {
  encoding: Sheet['encoding'];
  ignoredColumns: string[];
  rowCount: number;
  rows: ReadSale[];
  /** In row order. */
  errors: CsvError[];
};

/** Hash of the parsed values, not of their spelling. */
const hashOf = ({ row: _, appraisalIds, ...said }: SaleRow) =>
  createHash('sha256')
    .update(JSON.stringify([appraisalIds.toSorted(), said]))
    .digest('base64url');

/** Reads a file of sales completely. Slow, so it runs in a thread. */
export async function readSales(content: Uint8Array): Promise<ReadSales> {
  const sheet = await readSheet(content, saleColumns);
  const rows: ReadSale[] = [];
  const errors = [...sheet.errors];
  const shifted = new Set(errors.map(({ row }) => row));
  const firstOf = new Map<string, number>();
  if (sheet.rows.length > maxSaleRows) {
    const most = maxSaleRows.toLocaleString('ja-JP');
    errors.push(csvError(maxSaleRows + 2, '', `一度に取り込めるのは${most}行までです`));
  }
  for (const sheetRow of sheet.rows.slice(0, maxSaleRows)) {
    if (shifted.has(sheetRow.row)) continue;
    const read = readSaleRow(cellsByColumn(sheet.columns, sheetRow), sheetRow.row);
    if ('errors' in read) {
      errors.push(...read.errors);
      continue;
    }
    const rowHash = hashOf(read.ok);
    const first = firstOf.get(rowHash);
    if (first === undefined) rows.push({ ...read.ok, rowHash });
    else errors.push(csvError(read.ok.row, '申込番号', sameRow(first)));
    firstOf.set(rowHash, first ?? read.ok.row);
  }
  errors.sort((a, b) => a.row - b.row);
  const { encoding, ignored } = sheet;
  return { encoding, ignoredColumns: ignored, rowCount: sheet.rows.length, rows, errors };
}

const sameRow = (first: number) =>
  `${first}行目と同じ内容です。別の売却のときは、メモに違いを書いてください。`;
