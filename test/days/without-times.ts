import { compareText } from '#kit/values/compare-text.ts';
import { addDays, jstDay } from '#kit/values/timestamp.ts';
import { today } from './reads.ts';

const jst = (text: string) => jstDay(new Date(text));
/** Whether a day comes from the database's or a library's own clock: nothing else in these worlds is so late. */
const isOfOwnClock = (day: string) =>
  day.replaceAll('-', '') > addDays(today, 365).replaceAll('-', '');

/**
 * Removes times of day from a view of a world of nine hours from `firstHour` on, and everything
 * that differs between any two worlds: random ids, signatures, random numbers. Other hours are
 * kept: the morning's mail is sent at nine.
 */
export function withoutTimes(text: string, firstHour: number): string {
  const isOfWorld = (hour: string) => Number(hour) >= firstHour && Number(hour) < firstHour + 9;
  /** Bookings on a day without an hour. */
  const isMidnight = (time: string) => /^[0:.]+$/.test(time);
  return (
    text
      .replace(/\b(20\d{6})(\d\d)\d{7}\b/g, (all, day, hour) => {
        if (isOfOwnClock(day)) return 'now';
        return isOfWorld(hour) || isMidnight(all.slice(8)) ? day : all;
      })
      .replace(/\b20\d\d-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g, jst)
      .replace(/[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} 20\d\d [\d:]{8} GMT/g, jst)
      .replace(/(20\d\d\/\d\d\/\d\d) (\d\d:\d\d)/g, (all, day, time) =>
        isOfWorld(time.slice(0, 2)) || isMidnight(time) ? day : all,
      )
      .replace(/(20\d\d年\d+月\d+日) (\d+)時\d\d分/g, (all, day, hour) =>
        isOfWorld(hour) ? day : all,
      )
      .replace(/\b(20\d\d-\d\d-\d\d) (\d\d):(\d\d:[\d.]+)\+09/g, (all, day, hour, rest) => {
        if (isOfOwnClock(day)) return 'now';
        return isMidnight(`${hour}:${rest}`) || isOfWorld(hour) ? day : all;
      })
      .replace(/\btoken=[\w-]+|sealed:2:[\w-]+/g, 'sealed')
      .replace(/(\d\d):\d\dに/g, (all, hour) => (isOfWorld(hour) ? 'に' : all))
      // The audit log lists read records in their order.
      .replace(/(\d+件)：[^"\n]*|""ids"": \[[^\]]*\]/g, '$1')
      .replace(/\?e=\d+&s=[\w-]+/g, '')
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
      .replace(/"digest":"\w+"|"seen":"\w+"/g, '')
  );
}

/** Records of the same instant are ordered by random ids: sort lines and elements. */
export function inAnyOrder(view: string): string {
  const start = /^.*\n(?=[[{])/.exec(view)?.[0] ?? '';
  try {
    return start + JSON.stringify(sorted(JSON.parse(view.slice(start.length))));
  } catch {
    return view.split('\n').toSorted().join('\n');
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(sorted).toSorted((a, b) => compareText(JSON.stringify(a), JSON.stringify(b)));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, sorted(one)]));
}

/** Views that differ, each from shortly before the first difference. */
export const differing = (one: Map<string, string>, other: Map<string, string>) =>
  [...one].flatMap(([name, view]) => {
    const beside = other.get(name) ?? '';
    if (view === beside) return [];
    const at = [...view].findIndex((letter, index) => letter !== beside[index]);
    const from = at < 0 ? view.length : Math.max(0, at - 60);
    return [[name, view.slice(from, from + 120), beside.slice(from, from + 120)]];
  });
