import { csvForPeople } from '#kit/values/csv/csv-cell.ts';

/** A well-formed number that is never assigned: an upload that still contains it is refused. */
const exampleNumber = 'TS-0000-0000';

const resultExample: Record<string, string> = {
  申込番号: exampleNumber,
  受付日: '2026/11/08',
  査定完了日: '2026/11/10',
  点数: '12',
  買取点数: '9',
  査定金額: '3,240',
  加算額: '0',
  寄付金額: '3,240',
  寄付先団体ID: 'mihon-no-kai',
  結果区分: '成立',
  備考: '記入例です。この行を消してお使いください。',
};

const itemExample: Record<string, string> = {
  申込番号: exampleNumber,
  品目: 'ワンピース',
  点数: '12',
  査定金額: '3,240',
  行き先: '再販売',
  理由: '',
};

/** The columns in the order of filling them in, optional ones included. */
const resultOrder = Object.keys(resultExample);
const itemOrder = Object.keys(itemExample);

/** Templates: the columns with one row as an example. */
export const templates = {
  csv: {
    label: '査定結果のひな形',
    name: '査定結果のひな形.csv',
    text: fill(resultOrder, resultExample),
  },
  items: { label: '明細のひな形', name: '明細のひな形.csv', text: fill(itemOrder, itemExample) },
} as const;

function fill(columns: readonly string[], example: Readonly<Record<string, string>>): string {
  // The BOM by which spreadsheets recognise UTF-8.
  return `\ufeff${csvForPeople([columns, columns.map((column) => example[column] ?? '')])}`;
}
