import { holidayName } from '#giving/acceptance/delivery-days.server.ts';
import { addDays, addMonths, jstDay } from '#kit/values/timestamp.ts';
import { possibleTransferDay } from '#money/remittances/transfer-day.ts';
import { firstMonth } from '#start/sample/calendar.server.ts';
import { noon } from './sample-terms.server.ts';

const isHoliday = (day: string) => holidayName(day) !== undefined;

export const lastDayOf = (month: string) => addDays(`${addMonths(month, 1)}-01`, -1);

/** Transfer day of a month's gifts: the twentieth of the next month, or the banks' next day. */
export const transferDayOf = (month: string): string =>
  possibleTransferDay(`${addMonths(month, 1)}-20`, isHoliday);

/** When the money of a run with this transfer day was confirmed as received. */
export const confirmedAt = (transferOn: string): Date => noon(transferOn, 3);

/** Days of a run; the last runs may still be with the bank or an organisation at `now`. */
export type RunDays = {
  month: string;
  periodTo: string;
  transferOn: string;
  createdAt: Date;
  state: 'done' | 'sent' | 'draft';
};

/**
 * One run per month, the last complete month still with the bank, then one of the days since, which waits for approval.
 */
export function runDays(now: Date): RunDays[] {
  const runs: RunDays[] = [];
  let month = firstMonth;
  for (; confirmedAt(transferDayOf(month)) <= now; month = addMonths(month, 1)) {
    const transferOn = transferDayOf(month);
    const createdAt = noon(addDays(transferOn, -8), -2);
    runs.push({ month, periodTo: lastDayOf(month), transferOn, createdAt, state: 'done' });
  }
  const last = runs.at(-1);
  if (last) last.state = 'sent';
  const today = jstDay(now);
  const yesterday = addDays(today, -1);
  const end = lastDayOf(month);
  runs.push({
    month,
    periodTo: [end, yesterday].sort()[0] ?? end,
    transferOn: possibleTransferDay(addDays(today, 10), isHoliday),
    createdAt: new Date(Math.floor(now.getTime() / 60_000) * 60_000 - 3 * 3_600_000),
    state: 'draft',
  });
  return runs;
}
