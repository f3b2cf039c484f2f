import { addDays, weekdayOf } from '#domain/values/timestamp.ts';

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
