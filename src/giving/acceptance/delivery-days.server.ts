import holidayJp from '@holiday-jp/holiday_jp';
import type { DeliveryDays } from '#giving/applications/delivery.ts';
import { addDays } from '#kit/values/timestamp.ts';
import { type Acceptance, isWorkday } from './acceptance.ts';

const names: Readonly<Record<string, { name: string }>> = holidayJp.holidays;

/** Name of a Japanese public holiday YYYY-MM-DD; undefined on other days (docs/decisions/0024). */
export const holidayName = (day: string): string | undefined => names[day]?.name;

/** Extra days, for pages left open after the day they were rendered. */
const reserveDays = 7;
/** Upper bound, even if every day is closed. */
const maxDays = 500;

/** Selectable delivery days from `today` (YYYY-MM-DD) on, with the days on which no kit leaves. */
export function deliveryDaysFrom(acceptance: Acceptance, today: string): DeliveryDays {
  const { firstDay, lastDay } = acceptance;
  const closedDays: string[] = [];
  let open = 0;
  for (let ahead = 0; ahead < maxDays; ahead += 1) {
    if (ahead > lastDay + reserveDays && open > firstDay + reserveDays) break;
    const day = addDays(today, ahead);
    if (isClosed(acceptance, day)) closedDays.push(day);
    else open += 1;
  }
  return { firstDay, lastDay, closedDays };
}

function isClosed({ weekdays, closesOnHolidays, closedDays }: Acceptance, day: string): boolean {
  return (
    !isWorkday(weekdays, day) ||
    (closesOnHolidays && holidayName(day) !== undefined) ||
    closedDays.some((closed) => closed.day === day)
  );
}
