import type { BankAnswerChoice, BankAnswerResult } from '#money/bank-answers/bank-answer.ts';
import { type BankColumns, plainHeadings } from '#money/bank-answers/bank-columns.ts';

/** What was chosen: of a row that fits several, which it is, or null for none of ours; of another, null to leave it out. */
export type Choices = Readonly<Record<number, string | null>>;

type Groups = Pick<BankAnswerResult, 'transfers' | 'totals' | 'returns' | 'ambiguous'>;

/** The choices of rows that the answer has, as they are sent. */
export const choicesFor = (
  { transfers, totals, returns, ambiguous }: Groups,
  choices: Choices,
): BankAnswerChoice[] =>
  [...transfers, ...totals, ...returns, ...ambiguous].flatMap(({ row }) => {
    const remittanceId = choices[row];
    return remittanceId === undefined ? [] : [{ row, remittanceId }];
  });

/** A transfer that was chosen for one row is no choice for another of the same direction. */
export function candidatesFor(
  answer: Pick<BankAnswerResult, 'ambiguous'>,
  row: BankAnswerResult['ambiguous'][number],
  choices: Choices,
) {
  const taken = new Set(
    answer.ambiguous
      .filter((other) => other.row !== row.row && other.direction === row.direction)
      .map((other) => choices[other.row]),
  );
  return row.candidates.filter(({ remittanceId }) => !taken.has(remittanceId));
}

export type Plan = {
  /** Organisations whose transfers are noted as arrived, and as come back. */
  arrived: number;
  returned: number;
  /** Rows that are left as they are, since nothing is chosen for them. */
  undecided: number;
  /** Rows that are about no transfer, those that were left out by hand among them. */
  others: number;
  /** Whether there is anything to note. */
  isEmpty: boolean;
};

/** What an upload would do with these choices. */
export function planOf(
  {
    rowCounts,
    transfers,
    totals,
    returns,
    ambiguous,
    booked,
  }: Groups & Pick<BankAnswerResult, 'rowCounts' | 'booked'>,
  choices: Choices,
): Plan {
  const isOut = ({ row }: { row: number }) => choices[row] === null;
  const out = (rows: readonly { row: number }[]) => rows.filter(isOut).length;
  const chosen = ambiguous.filter(({ row }) => typeof choices[row] === 'string');
  const of = (direction: 'withdrawal' | 'deposit') =>
    chosen.filter((one) => one.direction === direction).length;
  const inRuns = totals.filter((one) => !isOut(one)).reduce((sum, { count }) => sum + count, 0);
  const arrived = rowCounts.transfers - out(transfers) + inRuns + of('withdrawal');
  const returned = rowCounts.returns - out(returns) + of('deposit');
  const decided = ambiguous.filter(({ row }) => choices[row] !== undefined).length;
  const others = rowCounts.lines + out(transfers) + out(totals) + out(returns) + out(ambiguous);
  return {
    arrived,
    returned,
    undecided: rowCounts.ambiguous - decided,
    others,
    isEmpty: arrived + returned + others + booked === 0,
  };
}

/** What a person chooses of the columns by hand. */
export type ChosenColumns = Pick<
  BankColumns,
  'date' | 'withdrawal' | 'deposit' | 'description' | 'headerRow'
>;

/** Chosen columns, completed by detected ones that still fit, and their headings. */
export function columnsWith(
  chosen: ChosenColumns,
  before: BankColumns | null,
  rows: readonly (readonly string[])[],
): BankColumns {
  const { monthAndDay, direction, moreDescriptions, balance } = before ?? {};
  const header = chosen.headerRow === null ? undefined : rows[chosen.headerRow];
  return {
    ...chosen,
    ...(header && { headings: plainHeadings(header) }),
    ...(monthAndDay && before?.date === chosen.date && { monthAndDay }),
    ...(direction !== undefined && chosen.withdrawal === chosen.deposit && { direction }),
    ...(moreDescriptions && before?.description === chosen.description && { moreDescriptions }),
    ...(balance !== undefined && { balance }),
  };
}

/** How people count a column that is counted from 0. */
export const columnName = (index: number): string => `${index + 1}列め`;

/** How many columns the first rows have, and those that were chosen. */
export const columnCount = (
  rows: readonly (readonly string[])[],
  columns: ChosenColumns | null,
): number =>
  Math.max(
    1,
    ...rows.map(({ length }) => length),
    ...(columns === null
      ? []
      : [columns.date, columns.withdrawal, columns.deposit, columns.description].map(
          (index) => index + 1,
        )),
  );
