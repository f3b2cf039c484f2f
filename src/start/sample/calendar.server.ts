import {
  addDays,
  addMonths,
  jstDay,
  jstMonth,
  startOfJstDay,
  weekdayOf,
} from '#kit/values/timestamp.ts';

const hourMs = 60 * 60 * 1000;
/** Results are uploaded at three in the afternoon of a working day. */
const uploadHour = 15;

export const firstMonth = '2017-11';

/** A month of the sample: its weight, and the times of its uploads. */
export type SampleMonth = { month: string; weight: number; uploads: number[] };

/** January first: people sort wardrobes at the change of season and at the end of the year. */
const seasons = [0.9, 0.75, 1.05, 1.15, 1.15, 1, 0.8, 0.7, 0.95, 1.2, 1.15, 1.4];
const yearlyGrowth = 1.12;

/** The months from November 2017 to now; the current one weighs by its elapsed part. */
export function sampleMonths(now: Date): SampleMonth[] {
  const last = jstMonth(now);
  const months: SampleMonth[] = [];
  for (let month = firstMonth, age = 0; month <= last; month = addMonths(month, 1), age += 1) {
    const days = workingDays(month).map(
      (day) => startOfJstDay(day).getTime() + uploadHour * hourMs,
    );
    const uploads = days.filter((time) => time <= now.getTime());
    const season = seasons[Number(month.slice(5)) - 1] ?? 1;
    const passed = uploads.length / days.length;
    months.push({ month, weight: yearlyGrowth ** (age / 12) * season * passed, uploads });
  }
  return months;
}

function workingDays(month: string): string[] {
  const days: string[] = [];
  for (let day = `${month}-01`; day.startsWith(month); day = addDays(day, 1)) {
    const weekday = weekdayOf(day);
    if (weekday !== 0 && weekday !== 6) days.push(day);
  }
  return days;
}

/** Memoises: a million boxes share some thousand times and a hundred months. */
function memoise<Key, Value>(work: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const value = work(key);
    known.set(key, value);
    return value;
  };
}

const dayOfHour = memoise((hour: number) => jstDay(new Date(hour * hourMs)));
/** The Asia/Tokyo day (YYYY-MM-DD) of a time (ms). */
export const dayAt = (time: number) => dayOfHour(Math.floor(time / hourMs));

/** The upload time of the previous working day. */
export function uploadBefore(time: number): number {
  let earlier = time - 24 * hourMs;
  while (isWeekend(earlier)) earlier -= 24 * hourMs;
  return earlier;
}

/** The last upload time up to `time`. */
export function lastUpload(time: number): number {
  const today = startOfJstDay(dayAt(time)).getTime() + uploadHour * hourMs;
  let upload = today <= time ? today : today - 24 * hourMs;
  while (isWeekend(upload)) upload -= 24 * hourMs;
  return upload;
}

function isWeekend(time: number): boolean {
  const weekday = weekdayOf(dayAt(time));
  return weekday === 0 || weekday === 6;
}
