import holidayJp from '@holiday-jp/holiday_jp';

const names: Readonly<Record<string, { name: string }>> = holidayJp.holidays;

/** Name of a Japanese public holiday YYYY-MM-DD; undefined on other days (docs/decisions/0024). */
export const holidayName = (day: string): string | undefined => names[day]?.name;
