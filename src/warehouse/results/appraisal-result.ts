import type { ApplicationState } from '#giving/applications/application-state.ts';
import { parseAppraisalId } from '#giving/applications/appraisal-number.ts';
import { type CsvError, csvError, csvRowReader } from '#kit/values/csv/csv-row.ts';
import { formatYen } from '#kit/values/yen.ts';
import { AssociateId } from '#organisations/associates/associate.ts';

/** Columns of a result file. An extra column may carry the errors of an earlier upload. */
export const resultColumns = {
  required: [
    '申込番号',
    '受付日',
    '査定完了日',
    '点数',
    '買取点数',
    '査定金額',
    '寄付金額',
    '寄付先団体ID',
    '結果区分',
  ],
  optional: ['加算額', '備考', 'エラー内容'],
} as const;

/** Outcomes of an appraisal: the word in the file and the resulting state. */
export const appraisalOutcomes = {
  completed: { label: '成立', state: 'donated' },
  unpriced: { label: '値付不可', state: 'unpriced' },
  returned: { label: '返送', state: 'returned' },
  discarded: { label: '廃棄', state: 'unpriced' },
  cancelled: { label: 'キャンセル', state: 'cancelled' },
} as const satisfies Record<string, { label: string; state: ApplicationState }>;
export type AppraisalOutcome = keyof typeof appraisalOutcomes;

const outcomes = Object.keys(appraisalOutcomes) as AppraisalOutcome[];
const outcomeLabels = outcomes.map((outcome) => appraisalOutcomes[outcome].label).join('・');

/** A valid row of a result file, before it is matched with its application. */
export type ResultRow = {
  row: number;
  appraisalId: string;
  receivedOn: string;
  appraisedOn: string;
  itemCount: number;
  pricedCount: number;
  appraisedYen: number;
  bonusYen: number;
  donationYen: number;
  /** '' if the file has none, as for a fund. */
  associateId: string;
  outcome: AppraisalOutcome;
  note: string;
};

/**
 * Parses one row of a result file, cells by column; `row` counts from 1, the header. Reports every
 * error at once. Amounts of rows other than 成立 are 0 or blank.
 */
export function readResultRow(
  cells: Readonly<Record<string, string>>,
  row: number,
): { ok: ResultRow } | { errors: CsvError[] } {
  const reader = csvRowReader(cells, row);
  const outcome = reader.read(
    '結果区分',
    parseOutcome,
    `${outcomeLabels}のどれかを入力してください`,
  );
  // If the outcome is unreadable, blank amounts are not reported as well.
  const blank = outcome === 'completed' ? undefined : 0;
  const appraisalId = reader.read('申込番号', parseAppraisalId, '番号が正しくありません');
  const receivedOn = reader.day('受付日');
  const appraisedOn = reader.day('査定完了日');
  const itemCount = reader.count('点数');
  const pricedCount = reader.count('買取点数', blank);
  const appraisedYen = reader.yen('査定金額', blank);
  const bonusYen = reader.yen('加算額', 0);
  const donationYen = reader.yen('寄付金額', blank);
  const associateId = reader.read('寄付先団体ID', parseAssociateId, 'IDが正しくありません', '');
  const note = reader.text('備考', 500, '');

  if (receivedOn && appraisedOn && appraisedOn < receivedOn) {
    reader.refuse('査定完了日', '受付日より前の日付です', cells.査定完了日);
  }
  if (itemCount !== undefined && pricedCount !== undefined && pricedCount > itemCount) {
    reader.refuse('買取点数', '点数より多くなっています', cells.買取点数);
  }
  if (outcome === 'completed' && pricedCount === 0) {
    const problem = '成立の行は、1以上の数字で入力してください（値のつかない箱は値付不可です）';
    reader.refuse('買取点数', problem, cells.買取点数);
  }
  if (outcome && outcome !== 'completed') {
    const amounts = { 査定金額: appraisedYen, 加算額: bonusYen, 寄付金額: donationYen };
    for (const [column, amountYen] of Object.entries(amounts)) {
      if (!amountYen) continue;
      reader.refuse(column, '結果区分が成立でない行は、0か空欄にしてください', cells[column]);
    }
  } else if (appraisedYen !== undefined && bonusYen !== undefined && donationYen !== undefined) {
    const sumYen = appraisedYen + bonusYen;
    if (donationYen !== sumYen) {
      const sum = `査定金額と加算額の合計（${formatYen(sumYen)}円）と一致しません`;
      reader.refuse('寄付金額', sum, cells.寄付金額);
    } else if (outcome === 'completed' && sumYen === 0 && pricedCount !== 0) {
      const problem = '成立の行は、1円以上で入力してください（値のつかない箱は値付不可です）';
      reader.refuse('寄付金額', problem, cells.寄付金額);
    }
  }

  if (
    reader.errors.length > 0 ||
    outcome === undefined ||
    appraisalId === undefined ||
    receivedOn === undefined ||
    appraisedOn === undefined ||
    itemCount === undefined ||
    pricedCount === undefined ||
    appraisedYen === undefined ||
    bonusYen === undefined ||
    donationYen === undefined ||
    associateId === undefined ||
    note === undefined
  ) {
    return { errors: reader.errors };
  }
  return {
    ok: {
      row,
      appraisalId,
      receivedOn,
      appraisedOn,
      itemCount,
      pricedCount,
      appraisedYen,
      bonusYen,
      donationYen,
      associateId,
      outcome,
      note,
    },
  };
}

/** An error for each row that repeats an earlier number: an application has one row, whatever its boxes. */
export function repeatedNumbers(rows: readonly { row: number; appraisalId: string }[]): CsvError[] {
  const firstRows = new Map<string, number>();
  return rows.flatMap(({ row, appraisalId }) => {
    const first = firstRows.get(appraisalId);
    if (first === undefined) firstRows.set(appraisalId, row);
    return first === undefined
      ? []
      : [csvError(row, '申込番号', `同じ番号が${first}行目にもあります`, appraisalId)];
  });
}

function parseOutcome(text: string): AppraisalOutcome | undefined {
  const label = text.normalize('NFKC').trim();
  return outcomes.find((outcome) => appraisalOutcomes[outcome].label === label);
}

function parseAssociateId(text: string): string | undefined {
  return AssociateId.safeParse(text.slice(0, 64).normalize('NFKC').trim().toLowerCase()).data;
}
