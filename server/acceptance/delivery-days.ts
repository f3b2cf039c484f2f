import { type Acceptance, isWorkday } from '#domain/acceptance/acceptance.ts';
import type { DeliveryDays } from '#domain/applications/delivery.ts';
import { addDays } from '#domain/values/timestamp.ts';
import { holidayName } from './holidays.ts';

/** How much longer a page may be open than the day on which it was made. */
const reserveDays = 7;
/** Whatever is closed. */
const mostDays = 500;

/** Which days may be wished from `today` (YYYY-MM-DD) on, with the days on which no kit leaves. */
export function deliveryDaysFrom(acceptance: Acceptance, today: string): DeliveryDays {
  const { firstDay, lastDay } = acceptance;
  const closedDays: string[] = [];
  let open = 0;
  for (let ahead = 0; ahead < mostDays; ahead += 1) {
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
