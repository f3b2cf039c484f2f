import {
  addDays,
  jstDay,
  jstHour,
  type Timestamp,
  timestampToDate,
} from '#kit/values/timestamp.ts';

const hourMs = 60 * 60 * 1000;

/** 3時間 過ぎました, 今日まで, あす 9:00まで, 12月3日まで. A time at midnight is the end of the day before. */
export function dueLabel(dueAt: Timestamp, now: Date): string {
  const due = timestampToDate(dueAt);
  const lateHours = Math.floor((now.getTime() - due.getTime()) / hourMs);
  if (lateHours >= 24) return `${Math.floor(lateHours / 24)}日 過ぎました`;
  if (lateHours >= 1) return `${lateHours}時間 過ぎました`;
  if (lateHours === 0) return '過ぎました';
  const isMidnight = dueAt.slice(8, 12) === '0000';
  const day = isMidnight ? addDays(jstDay(due), -1) : jstDay(due);
  const time = isMidnight ? '' : ` ${jstHour(due)}:${dueAt.slice(10, 12)}`;
  const today = jstDay(now);
  if (day === today) return `今日${time}まで`;
  if (day === addDays(today, 1)) return `あす${time}まで`;
  return `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日まで`;
}
