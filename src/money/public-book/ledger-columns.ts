import type { LedgerRow } from './ledger.ts';

/** State of a transfer in words. */
export const stateLabels: Record<LedgerRow['state'], string> = {
  decided: '決まりました',
  sent: '送金しました',
  arrived: '着金しました',
  returned: '銀行から戻りました',
  withdrawn: '取り消しました',
};

export const kindLabels: Record<LedgerRow['kind'], string> = {
  transfer: '団体への送金',
  payout: '基金からの支払い',
};

type FieldType = 'string' | 'date' | 'integer';
type LedgerColumn = {
  /** Heading in the file. */
  title: string;
  /** Field of `LedgerRow`. */
  field: keyof LedgerRow;
  type: FieldType;
  cell: (row: LedgerRow) => string | number | null;
};

const plain = (title: string, field: keyof LedgerRow, type: FieldType): LedgerColumn => ({
  ...{ title, field, type },
  cell: (row) => row[field],
});

/** Columns of the ledger's CSV. */
export const ledgerColumns: readonly LedgerColumn[] = [
  plain('記録の番号', 'id', 'string'),
  { ...plain('種類', 'kind', 'string'), cell: ({ kind }) => kindLabels[kind] },
  { ...plain('状態', 'state', 'string'), cell: ({ state }) => stateLabels[state] },
  plain('団体ID', 'associateId', 'string'),
  plain('団体', 'associateName', 'string'),
  plain('基金', 'fundName', 'string'),
  plain('決まった日', 'decidedOn', 'date'),
  plain('送金した日', 'sentOn', 'date'),
  plain('着金した日', 'receivedOn', 'date'),
  plain('戻った日', 'returnedOn', 'date'),
  plain('団体が確認した日', 'confirmedOn', 'date'),
  plain('寄付の件数', 'gifts', 'integer'),
  plain('金額を公表した件数', 'shownGifts', 'integer'),
  plain('寄付額（円）', 'givenYen', 'integer'),
  plain('団体が負担する費用（円）', 'costYen', 'integer'),
  plain('届いた額（円）', 'arrivedYen', 'integer'),
  plain('理由', 'reason', 'string'),
];

/** Description of the CSV as a data package (https://datapackage.org/). */
export const ledgerPackage = {
  $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
  name: 'tasuki-ledger',
  title: 'たすき お金の記録',
  description:
    '団体への送金と基金からの支払いの記録。5件に満たない寄付の金額は公表せず、空欄にしている。',
  resources: [
    {
      name: 'ledger',
      path: 'ledger.csv',
      format: 'csv',
      mediatype: 'text/csv',
      encoding: 'utf-8',
      schema: {
        fields: ledgerColumns.map(({ title, type }) => ({ name: title, title, type })),
        missingValues: [''],
        primaryKey: ['記録の番号', '種類'],
      },
    },
  ],
};
