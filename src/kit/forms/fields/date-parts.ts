/** The parts of a date; '' where not chosen yet. */
export type DateParts = { year: string; month: string; day: string };

export const noDate: DateParts = { year: '', month: '', day: '' };

/** The parts of YYYY-MM-DD, without leading zeros. */
export function parseDateParts(date: string): DateParts {
  const [year = '', month = '', day = ''] = date.split('-');
  return { year, month: month.replace(/^0/, ''), day: day.replace(/^0/, '') };
}

/** YYYY-MM-DD once all parts are chosen, else ''. */
export function joinDateParts({ year, month, day }: DateParts): string {
  return year && month && day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : '';
}

/** The days of a month; without a year, February has 29. */
export function daysIn(year: string, month: string): number {
  return month ? new Date(Date.UTC(Number(year || 2000), Number(month), 0)).getUTCDate() : 31;
}

/** The parts with one of them changed; a day beyond the end of the month is cleared. */
export function withPart(parts: DateParts, part: keyof DateParts, value: string): DateParts {
  const next = { ...parts, [part]: value };
  return Number(next.day) > daysIn(next.year, next.month) ? { ...next, day: '' } : next;
}
