import { holidayName } from '#giving/acceptance/delivery-days.server.ts';
import { addDays } from '#kit/values/timestamp.ts';
import { bankClosedFor } from '#money/remittances/transfer-day.ts';

/** The last bank business day up to `until` (YYYY-MM-DD). */
export function lastBankDay(until: string): string {
  let day = until;
  while (bankClosedFor(day, (one) => holidayName(one) !== undefined)) day = addDays(day, -1);
  return day;
}
