import { parseAppraisalId } from '#giving/applications/appraisal-number.ts';
import { type CsvError, csvError, csvRowReader } from '#kit/values/csv/csv-row.ts';
import { formatYen } from '#kit/values/yen.ts';
import { categoryOf } from '#warehouse/appraisals/categories.ts';
import { conditionOf } from '#warehouse/appraisals/item-words.ts';

/** Columns of the optional item file (docs/product.md, Result files). */
export const itemColumns = {
  required: ['申込番号', '品目', '点数', '査定金額', '行き先'],
  optional: ['理由', 'カテゴリ', '分類', 'ブランド', '特徴', '状態', '箱', 'エラー内容'],
} as const;

/** A row of an item file: the appraisal and destination of one kind of goods. */
export type ItemRow = {
  row: number;
  appraisalId: string;
  name: string;
  quantity: number;
  amountYen: number;
  destination: string;
  reason: string;
  /** Category key (src/warehouse/appraisals), or the file's own words of カテゴリ or 分類; '' if unknown. */
  category: string;
  brand: string;
  feature: string;
  condition: string;
  /** Box in which it was packed, if known. */
  boxNumber: number | null;
  /** Pictures taken during an appraisal at the table. */
  imageIds: string[];
};

/** Parses one row of an item file, cells by column; `row` counts from 1, the header. */
export function readItemRow(
  cells: Readonly<Record<string, string>>,
  row: number,
): { ok: ItemRow } | { errors: CsvError[] } {
  const reader = csvRowReader(cells, row);
  const appraisalId = reader.read('申込番号', parseAppraisalId, '番号が正しくありません');
  const name = reader.text('品目', 100);
  const quantity = reader.count('点数');
  const amountYen = reader.yen('査定金額');
  const destination = reader.text('行き先', 60);
  const reason = reader.text('理由', 200, '');
  const category = reader.text(cells.カテゴリ ? 'カテゴリ' : '分類', 60, '');
  const brand = reader.text('ブランド', 60, '');
  const feature = reader.text('特徴', 200, '');
  const condition = reader.text('状態', 60, '');
  const box = reader.count('箱', 0);

  if (quantity === 0) reader.refuse('点数', '1以上の数字で入力してください', cells.点数);
  if (
    reader.errors.length > 0 ||
    appraisalId === undefined ||
    name === undefined ||
    quantity === undefined ||
    amountYen === undefined ||
    destination === undefined ||
    reason === undefined ||
    category === undefined ||
    brand === undefined ||
    feature === undefined ||
    condition === undefined ||
    box === undefined
  ) {
    return { errors: reader.errors };
  }
  return {
    ok: {
      ...{ row, appraisalId, name, quantity, amountYen, destination, reason },
      category: categoryOf(category),
      condition: conditionOf(condition),
      ...{ brand, feature, boxNumber: box === 0 ? null : box, imageIds: [] },
    },
  };
}

/**
 * Mismatches between an item file and its result file: a number without a result, or items whose
 * yen or pieces do not add up to it. Reported at the number's first row.
 */
export function checkItems(
  items: readonly ItemRow[],
  results: readonly { appraisalId: string; itemCount: number; appraisedYen: number }[],
): CsvError[] {
  const resultOf = new Map(results.map((result) => [result.appraisalId, result]));
  return [...Map.groupBy(items, (item) => item.appraisalId)].flatMap(([appraisalId, group]) => {
    const row = group[0]?.row ?? 0;
    const result = resultOf.get(appraisalId);
    if (!result) return [csvError(row, '申込番号', '査定結果のファイルにありません', appraisalId)];
    const amountYen = group.reduce((sum, item) => sum + item.amountYen, 0);
    const quantity = group.reduce((sum, item) => sum + item.quantity, 0);
    return [
      ...(amountYen === result.appraisedYen
        ? []
        : [differs(row, '査定金額', formatYen(amountYen), formatYen(result.appraisedYen), '円')]),
      ...(quantity === result.itemCount
        ? []
        : [differs(row, '点数', formatYen(quantity), formatYen(result.itemCount), '点')]),
    ];
  });
}

function differs(row: number, column: string, items: string, result: string, unit: string) {
  const sums = `明細は${items}${unit}、査定結果は${result}${unit}`;
  return csvError(row, column, `明細の合計が査定結果と一致しません（${sums}）`);
}
