/** The first and the last day, YYYY-MM-DD, of the fiscal year that begins in `year` on the first of `firstMonth`. */
export function daysOfFiscalYear(year: number, firstMonth: number): { startsOn: string; endsOn: string } {
  const last = new Date(Date.UTC(year + 1, firstMonth - 1, 0));
  return {
    startsOn: `${year}-${String(firstMonth).padStart(2, '0')}-01`,
    endsOn: last.toISOString().slice(0, 10),
  };
}

/** The calendar year in which the fiscal year of a day YYYY-MM-DD begins. */
export function fiscalYearOf(day: string, firstMonth: number): number {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return month < firstMonth ? year - 1 : year;
}
