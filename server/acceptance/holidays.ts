import holidayJp from '@holiday-jp/holiday_jp';

const names: Readonly<Record<string, { name: string }>> = holidayJp.holidays;

/** What a Japanese public holiday YYYY-MM-DD is called; undefined on other days (docs/decisions/0034). */
export const holidayName = (day: string): string | undefined => names[day]?.name;
