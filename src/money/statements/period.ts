import * as z from 'zod/mini';
import { addDays, addMonths } from '#kit/values/timestamp.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';

/** Default first month of fiscal years. */
export const usualFirstMonth = 4;
const firstYear = 2017;
const lastYear = 2099;

const periodForm = /^(20\d{2})-(0[1-9]|1[0-2])_(20\d{2})-(0[1-9]|1[0-2])$/;
const message = '期間の指定が正しくありません。';

const monthNumber = (month: string): number =>
  Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;
const monthOf = (number: number): string =>
  `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`;

/** First and last month of a statement year, `2026-04_2027-03`: at most twelve months. */
export const Period = z.string(message).check(
  z.refine((text) => {
    if (!periodForm.test(text)) return false;
    const [from = '', to = ''] = text.split('_');
    const months = monthNumber(to) - monthNumber(from) + 1;
    return months >= 1 && months <= 12;
  }, message),
);
export type Period = z.infer<typeof Period>;

const periodOf = (from: number, to: number): Period => `${monthOf(from)}_${monthOf(to)}`;

/** First and last day of a period, YYYY-MM-DD. */
export function daysOf(period: Period): { from: string; to: string } {
  const [from = '', to = ''] = period.split('_');
  return { from: `${from}-01`, to: addDays(`${addMonths(to, 1)}-01`, -1) };
}

/** Calendar year of a period; undefined for other periods. */
export const calendarYearOf = (period: Period): number | undefined => {
  const [from = '', to = ''] = period.split('_');
  const year = from.slice(0, 4);
  return from === `${year}-01` && to === `${year}-12` ? Number(year) : undefined;
};

/** 2026年4月. */
export const monthInWords = (month: string) =>
  `${month.slice(0, 4)}年${Number(month.slice(5, 7))}月`;

/** 2026年4月〜2027年3月. */
export const monthsInWords = (period: Period): string =>
  period.split('_').map(monthInWords).join('〜');

/** 2026年1月〜12月（暦年）, else 2026年度（2026年4月〜2027年3月）. */
export const periodLabel = (period: Period): string => {
  const year = calendarYearOf(period);
  return year === undefined
    ? `${period.slice(0, 4)}年度（${monthsInWords(period)}）`
    : `${year}年（1月〜12月）`;
};

/** First month of an organisation's changed fiscal years, YYYY-MM. */
export const FiscalYearStart = z
  .string('事業年度の始まりの月を選んでください。')
  .check(
    z.refine(
      (text) =>
        /^\d{4}-(0[1-9]|1[0-2])$/.test(text) &&
        Number(text.slice(0, 4)) >= firstYear &&
        Number(text.slice(0, 4)) <= lastYear,
      `事業年度の始まりは、${firstYear}年から${lastYear}年までの月を選んでください。`,
    ),
  );

/** Changes the start of fiscal years; `version` is the number of changes that the page showed. */
export const FiscalYearChange = z.strictObject({
  startsIn: FiscalYearStart,
  version: z.int('画面を読み込み直してください。').check(z.minimum(0)),
});
export type FiscalYearChange = z.infer<typeof FiscalYearChange>;

/** An organisation's fiscal year and its changes, newest first. */
export const FiscalYear = z.object({
  /** First month of the current fiscal year, 1 to 12. */
  firstMonth: z.number(),
  version: z.number(),
  /** Months that a change may start in, YYYY-MM. */
  choices: z.array(z.string()),
  changes: z.array(
    z.object({
      startsIn: z.string(),
      at: Timestamp,
      /** Whether no later change replaced it. */
      stands: z.boolean(),
    }),
  ),
});
export type FiscalYear = z.infer<typeof FiscalYear>;

/** Recorded changes that later ones did not replace, in order. */
export function standingStarts(recorded: readonly string[]): string[] {
  let standing: string[] = [];
  for (const start of recorded)
    standing = [...standing.filter((earlier) => earlier < start), start];
  return standing;
}

/** Fiscal years that cover the months `from` to `to`; a change ends the year before it early. */
export function fiscalPeriods(recorded: readonly string[], from: string, to: string): Period[] {
  const starts = standingStarts(recorded).map(monthNumber);
  const [first, last] = [monthNumber(from), monthNumber(to)];
  const monthBefore = (month: number) => starts.findLast((start) => start <= month);
  const periods: Period[] = [];
  let begin = first;
  // Back to the start of the year that contains the first month.
  const isBeginning = (month: number) => {
    const start = monthBefore(month);
    const wanted = start === undefined ? usualFirstMonth - 1 : start % 12;
    return month === start || month % 12 === wanted;
  };
  while (!isBeginning(begin)) begin -= 1;
  while (begin <= last) {
    let end = begin + 1;
    while (!isBeginning(end)) end += 1;
    periods.push(periodOf(begin, end - 1));
    begin = end;
  }
  return periods;
}

/** Calendar years that cover the months `from` to `to`. */
export const calendarPeriods = (from: string, to: string): Period[] =>
  Array.from({ length: Number(to.slice(0, 4)) - Number(from.slice(0, 4)) + 1 }, (_, n) => {
    const year = Number(from.slice(0, 4)) + n;
    return `${year}-01_${year}-12`;
  });

/**
 * Months offered as the start of a fiscal year: last year's, this year's and next year's, and the
 * service's first.
 */
export const startChoices = (year: number): string[] =>
  [firstYear, year - 1, year, year + 1]
    .filter((one, index, all) => all.indexOf(one) === index)
    .flatMap((one) => Array.from({ length: 12 }, (_, month) => monthOf(one * 12 + month)));
