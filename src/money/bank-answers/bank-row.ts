import { type CsvError, csvError } from '#kit/values/csv/csv-row.ts';
import { readDay } from '#kit/values/days/read-day.ts';
import { parseDay } from '#kit/values/timestamp.ts';
import { parseYen } from '#kit/values/yen.ts';
import { toBankKana } from '#money/bank-accounts/bank-kana.ts';
import type { BankColumns } from './bank-columns.ts';

/** A movement on our bank account. */
export type BankRow = {
  /** Row number as in a spreadsheet, from 1. */
  row: number;
  /** YYYY-MM-DD. */
  day: string;
  /** Negative for withdrawals, positive for deposits. */
  amountYen: number;
  description: string;
  /** The description in bank kana, for matching holders. */
  descriptionKana: string;
  /** Null without a readable balance. */
  balanceYen: number | null;
};

const longestDescription = 300;

/** Record kind of movements in files with numbered kinds (全銀協規定フォーマット). */
const movementKind = '2';

/**
 * Parses a row of a statement. Undefined for rows that move no money: totals, carried-over
 * balances, other record kinds. Ambiguity is an error, never a guess.
 */
export function readBankRow(
  cells: readonly string[],
  row: number,
  columns: BankColumns,
): { read: BankRow } | { errors: CsvError[] } | undefined {
  if (columns.kind !== undefined && cellAt(cells, columns.kind) !== movementKind) return undefined;
  const errors: CsvError[] = [];
  const refuse = (column: number, label: string, problem: string): undefined => {
    const heading = columns.headings?.[column] || label;
    errors.push(csvError(row, heading, problem, cellAt(cells, column)));
  };
  const amountYen = readMoney(cells, columns, refuse);
  const dayText = cellAt(cells, columns.date);
  if (amountYen === 0 || (amountYen !== undefined && isSum(dayText, cells))) return undefined;
  const day = columns.monthAndDay
    ? parseDay([columns.date, ...columns.monthAndDay].map((at) => cellAt(cells, at)).join('/'))
    : readDay(dayText);
  if (day === undefined) refuse(columns.date, '日付', dayProblem);
  if (day === undefined || amountYen === undefined) {
    return isSum(dayText, cells) ? undefined : { errors };
  }
  const description = descriptionOf(cells, columns);
  const balance = columns.balance === undefined ? null : readSum(cellAt(cells, columns.balance));
  return {
    read: {
      row,
      day,
      amountYen,
      description,
      descriptionKana: toBankKana(description),
      balanceYen: balance ?? null,
    },
  };
}

const dayProblem = '日付として読み取れません。2026/11/25や令和8年11月25日の形で書いてください。';
const sumProblem = '金額として読み取れません。円単位の数字で書いてください。';

type Refuse = (column: number, label: string, problem: string) => undefined;

const cellAt = (cells: readonly string[], column: number) => (cells[column] ?? '').trim();

/** Signed sum; 0 if no money moved, undefined if the row is refused. */
function readMoney(
  cells: readonly string[],
  { withdrawal, deposit, direction }: BankColumns,
  refuse: Refuse,
): number | undefined {
  const sumAt = (column: number, label: string) =>
    readSum(cellAt(cells, column)) ?? refuse(column, label, sumProblem);
  if (withdrawal !== deposit) {
    const [out, into] = [sumAt(withdrawal, '出金'), sumAt(deposit, '入金')];
    if (out === undefined || into === undefined) return undefined;
    const negative = '金額がマイナスです。取り消しや訂正でないか、銀行にお確かめください。';
    if (out < 0) return refuse(withdrawal, '出金', negative);
    if (into < 0) return refuse(deposit, '入金', negative);
    if (out > 0 && into > 0) return refuse(deposit, '入金', '出金と入金の両方に金額があります');
    return into - out;
  }
  const sum = sumAt(deposit, '金額');
  if (!sum || direction === undefined) return sum;
  const sign = signOf(cellAt(cells, direction));
  if (sign === undefined) {
    return refuse(direction, '入出金区分', '入金か出金かを読み取れません');
  }
  return sum > 0 ? sign * sum : refuse(deposit, '金額', '区分があるのに、金額がマイナスです');
}

/** 1 and 2 are the codes of the banks' own formats; cancellations and corrections are neither. */
function signOf(text: string): 1 | -1 | undefined {
  const words = text.normalize('NFKC').replace(/^[おご]/, '');
  if (/取消|訂正|組戻/.test(words)) return undefined;
  if (/^1$|^入|^預|^受入|^振込入金/.test(words)) return 1;
  return /^2$|^出|^引|^払|^支払/.test(words) ? -1 : undefined;
}

/** Signed yen; 0 for an empty cell or a dash, undefined if malformed. */
function readSum(text: string): number | undefined {
  if (text.length > 40) return undefined;
  const bare = text.normalize('NFKC').trim();
  if (/^[-‐−–—―ー*]*$/.test(bare)) return 0;
  const [, before = '', sign = '', rest = ''] = /^([¥\\]?)\s*([-−+▲△]?)\s*(.*)$/s.exec(bare) ?? [];
  const yen = before && /^[¥\\]/.test(rest) ? undefined : parseYen(rest);
  return yen === undefined || yen === 0 || sign === '' || sign === '+' ? yen : -yen;
}

/** Whether this is a total below the movements. */
function isSum(dayText: string, cells: readonly string[]): boolean {
  const isTotal = (cell: string) => /^\s*(総?合\s*計|小\s*計|計$)/.test(cell);
  return isTotal(dayText) || (dayText === '' && cells.some(isTotal));
}

function descriptionOf(cells: readonly string[], columns: BankColumns): string {
  const cellsOf = [columns.description, ...(columns.moreDescriptions ?? [])];
  const joined = cellsOf
    .map((column) => cellAt(cells, column))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
  // Cut by code points, so that no letter is split.
  return [...joined.slice(0, 2 * longestDescription)].slice(0, longestDescription).join('');
}
