import { addDays, formatDate, weekdayOf } from '#kit/values/timestamp.ts';

/** Why banks send no money on a day YYYY-MM-DD, in Japanese; undefined on a business day (銀行法 15, 同施行令 5). */
export function bankClosedFor(
  day: string,
  isHoliday: (day: string) => boolean,
): string | undefined {
  const weekday = weekdayOf(day);
  if (weekday === 6) return '土曜日';
  if (weekday === 0) return '日曜日';
  if (isHoliday(day)) return '祝日';
  return /-12-31$|-01-0[123]$/.test(day) ? '年末年始の休業日' : undefined;
}

/** The first day on or after `from` (YYYY-MM-DD) on which banks send money. */
export function possibleTransferDay(from: string, isHoliday: (day: string) => boolean): string {
  let day = from;
  while (bankClosedFor(day, isHoliday)) day = addDays(day, 1);
  return day;
}

/** The file names no year, so a day far ahead could be another one; banks take a month at most. */
export const mostDaysAhead = 30;

type Calendar = { today: string; isHoliday: (day: string) => boolean };

/** What keeps a run from being transferred on a day, in Japanese: a business day of banks after today, a month ahead at most. */
export function transferDayProblem(
  day: string,
  { today, isHoliday }: Calendar,
): string | undefined {
  if (day <= today) return '振込指定日は、明日からあとの日を選んでください。';
  if (day > addDays(today, mostDaysAhead)) {
    return `振込指定日は、${mostDaysAhead}日先までの日を選んでください。`;
  }
  const closed = bankClosedFor(day, isHoliday);
  return closed && `振込指定日は${closed}です。銀行の営業日を選んでください。`;
}

/** A typed bank day: its label and the earliest possible day. */
type TypedBankDay = { what: string; first: string; firstIs: string };

/**
 * What keeps a typed day from being the bank's, in Japanese: a business day from the first possible one until today. What
 * came earlier the bank's own statement says.
 */
export function typedBankDayProblem(
  day: string,
  { what, first, firstIs }: TypedBankDay,
  { today, isHoliday }: Calendar,
): string | undefined {
  if (day > today) return `${what}は、今日までの日を入力してください。`;
  if (day < first) {
    return `${what}は、${firstIs}（${formatDate(first)}）か、それより後の日を入力してください。それより早い日は、銀行の明細を取り込むと記録できます。`;
  }
  const closed = bankClosedFor(day, isHoliday);
  return (
    closed &&
    `${what}が${closed}になっています。銀行の営業日を入力してください。営業日でない日は、銀行の明細を取り込むと記録できます。`
  );
}
