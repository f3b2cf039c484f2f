import { isServiceDay } from '#kit/values/days/day-schema.ts';
import { readDay } from '#kit/values/days/read-day.ts';
import { letterCount } from '#kit/values/text/letter-count.ts';
import { formatYen, parseYen } from '#kit/values/yen.ts';

/** An error in an uploaded file; `row` counts from 1, the header; `message` is Japanese. */
export type CsvError = { row: number; column: string; message: string };

const maxShownLetters = 40;

/**
 * Message for a cell: 3行目「査定金額」：数字で入力してください（入力値：千円）. A full stop at the end only if there are
 * several sentences, after the value.
 */
export function csvError(row: number, column: string, problem: string, value = ''): CsvError {
  // Cut by code points, so that no character is split.
  const letters = [...value.slice(0, 2 * maxShownLetters + 1)];
  const typed =
    letters.length > maxShownLetters ? `${letters.slice(0, maxShownLetters).join('')}…` : value;
  const shown = typed === '' ? '' : `（入力値：${typed}）`;
  const words = problem.replace(/。$/, '');
  const end = words.includes('。') ? '。' : '';
  return { row, column, message: `${row}行目「${column}」：${words}${shown}${end}` };
}

/** The message without its position, for screens that show a single row. */
export const withoutPosition = (message: string) => message.replace(/^\d+行目「[^」]*」：/, '');

/**
 * Column names of a header row by position, ignoring width and spaces. Missing and repeated columns
 * are errors of row 1; unnamed columns are ''. `ignored` are columns that are not read: people may
 * keep their own in a file.
 */
export function readHeader(
  names: readonly string[],
  columns: { required: readonly string[]; optional: readonly string[] },
): { ok: string[]; ignored: string[] } | { errors: CsvError[] } {
  const header = names.map((name) => name.normalize('NFKC').trim());
  const known = [...columns.required, ...columns.optional];
  const missing = columns.required.filter((column) => !header.includes(column));
  const errors = [
    ...missing.map((column) => csvError(1, column, 'この列がありません')),
    ...header.flatMap((column, index) => {
      if (!known.includes(column)) return [];
      return header.indexOf(column) < index ? [csvError(1, column, '同じ列が2つあります')] : [];
    }),
  ];
  if (errors.length > 0) return { errors };
  const others = header.filter((column) => column !== '' && !known.includes(column));
  return { ok: header, ignored: [...new Set(others)] };
}

/**
 * Readers for the cells of one row; errors are collected in `errors`. A reader returns undefined
 * for an invalid cell; a blank cell is invalid unless `blank` gives its value.
 */
export function csvRowReader(cells: Readonly<Record<string, string>>, row: number) {
  const errors: CsvError[] = [];

  const refuse = (column: string, problem: string, value?: string): undefined => {
    errors.push(csvError(row, column, problem, value));
  };

  const read = <Value>(
    column: string,
    parse: (text: string) => Value | undefined,
    problem: string,
    blank?: Value,
  ): Value | undefined => {
    const text = (cells[column] ?? '').trim();
    if (text === '') return blank ?? refuse(column, '入力してください');
    return parse(text) ?? refuse(column, problem, text);
  };

  const integer = (column: string, limit: { max: number; unit: string }, blank?: number) => {
    const value = read(column, parseYen, problemOfNumber(cells[column] ?? ''), blank);
    if (value === undefined || value <= limit.max) return value;
    const max = `${limit.max.toLocaleString('ja-JP')}${limit.unit}`;
    return refuse(column, `${max}以下で入力してください`, cells[column]);
  };

  return {
    errors,
    refuse,
    read,
    /** Yen from 0 to 10,000,000. */
    yen: (column: string, blank?: number) =>
      integer(column, { max: 10_000_000, unit: '円' }, blank),
    /** A count from 0 to 9,999. */
    count: (column: string, blank?: number) => integer(column, { max: 9_999, unit: '点' }, blank),
    /** A day as YYYY-MM-DD. */
    day: (column: string) => {
      const day = read(column, readDay, '日付は2026/11/08のような形で入力してください');
      return day === undefined || isServiceDay(day)
        ? day
        : refuse(column, '日付は2017年から2099年までの日を入力してください', cells[column]);
    },
    /** A storable and displayable text of at most `max` characters. */
    text: (column: string, max: number, blank?: string) => {
      const value = read(column, (text) => text, '', blank);
      if (value === undefined || value === '') return value;
      if (holdsPrivateLetter(value)) {
        return refuse(column, '外字など、ほかの機械では読めない、使えない文字が含まれています');
      }
      if (!isCleanText(value)) return refuse(column, '使えない文字が含まれています');
      const count = letterCount(value);
      return count <= max
        ? value
        : refuse(
            column,
            `${max}文字以内で入力してください（いまは${formatYen(count)}文字）`,
            value,
          );
    },
  };
}

function problemOfNumber(text: string): string {
  return /^[-−△▲]\s*[\d,]+/.test(text.slice(0, 40).normalize('NFKC').trim())
    ? '0以上の数字で入力してください'
    : '数字で入力してください';
}

/** Private-use characters (外字), which exist on one machine only, and noncharacters. */
const holdsPrivateLetter = (text: string) => /[\p{Co}\p{Noncharacter_Code_Point}]/u.test(text);

/** No control characters except line breaks and tabs, no lone surrogates, no replacement character. */
function isCleanText(text: string): boolean {
  return text.isWellFormed() && !/(?![\t\r\n])\p{Cc}|\uFFFD/u.test(text);
}
