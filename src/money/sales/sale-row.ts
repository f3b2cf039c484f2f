import { parseAppraisalId } from '#giving/applications/appraisal-number.ts';
import { type CsvError, csvRowReader } from '#kit/values/csv/csv-row.ts';
import { maxBoxesPerLot } from './sale.ts';

export const saleColumns = {
  required: ['申込番号', '売却日', '売却額', '残り'],
  optional: ['売却先', '品目の番号', 'メモ'],
} as const;

/** A row of a sales file; several numbers are one lot, sold together. */
export type SaleRow = {
  row: number;
  appraisalIds: string[];
  soldOn: string;
  amountYen: number;
  isLast: boolean;
  note: string;
  /** Where it was sold, as its donor reads it; missing if not stated, as in files of before. */
  place?: string;
  /** Line of the result's list of items, from 1. */
  itemPosition?: number;
};

/** Splits a cell into numbers, at spaces, 、 or commas. */
function readNumbers(text: string): string[] | undefined {
  const numbers = text
    .split(/[\s\u3000、,，・]+/)
    .filter((part) => part !== '')
    .map(parseAppraisalId);
  const found = numbers.filter((number) => number !== undefined);
  return found.length === numbers.length && found.length > 0 ? found : undefined;
}

const parseRemainder = (text: string) =>
  text === 'あり' ? { isLast: false } : text === 'なし' ? { isLast: true } : undefined;

/** Parses a row's cells, by column; returns all errors if there are any. */
export function readSaleRow(
  cells: Readonly<Record<string, string>>,
  row: number,
): { ok: SaleRow } | { errors: CsvError[] } {
  const reader = csvRowReader(cells, row);
  const appraisalIds = reader.read('申込番号', readNumbers, '申込番号をご確認ください');
  const soldOn = reader.day('売却日');
  const amountYen = reader.yen('売却額');
  const left = reader.read('残り', parseRemainder, '「あり」か「なし」を入力してください');
  const note = reader.text('メモ', 200, '');
  const place = reader.text('売却先', 40, '');
  const itemPosition = reader.count('品目の番号', 0);
  if (itemPosition && appraisalIds && appraisalIds.length > 1) {
    reader.refuse(
      '品目の番号',
      '品目の番号があるときは、申込番号を1つにしてください',
      cells.品目の番号,
    );
  }
  if (appraisalIds && new Set(appraisalIds).size < appraisalIds.length) {
    reader.refuse('申込番号', '同じ番号が2つあります', cells.申込番号);
  }
  if (appraisalIds && appraisalIds.length > maxBoxesPerLot) {
    reader.refuse('申込番号', `まとめて売れるのは${maxBoxesPerLot}件までです`);
  }
  if (amountYen === 0 && left?.isLast === false) {
    reader.refuse('売却額', '0円の売却は、「残り」が「なし」のときだけ取り込めます', '0');
  }
  if (reader.errors.length > 0) return { errors: reader.errors };
  if (!appraisalIds || soldOn === undefined || amountYen === undefined || !left) {
    throw new Error('a row without errors is whole');
  }
  return {
    ok: {
      ...{ row, appraisalIds, soldOn, amountYen, ...left, note: note ?? '' },
      ...(place && { place }),
      ...(itemPosition && { itemPosition }),
    },
  };
}
