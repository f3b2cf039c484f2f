import { bankClosedFor } from '#domain/remittances/transfer-day.ts';
import { addDays } from '#domain/values/timestamp.ts';
import { holidayName } from '#server/acceptance/holidays.ts';

/** The last bank business day up to `until` (YYYY-MM-DD). */
export function lastBankDay(until: string): string {
  let day = until;
  while (bankClosedFor(day, (one) => holidayName(one) !== undefined)) day = addDays(day, -1);
  return day;
}
