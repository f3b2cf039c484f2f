import { jstDay, jstMonth, startOfJstDay } from '#kit/values/timestamp.ts';

/** How many days, weeks and months keep a backup. */
const keptDays = 14;
const keptWeeks = 8;
const keptMonths = 12;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** All of them stay this long. */
const keptWhollyMs = 2 * dayMs;
/** A Monday, from which weeks are counted. */
const monday = startOfJstDay('2024-01-01').getTime();

const weekOf = (at: Date): number => Math.floor((at.getTime() - monday) / (7 * dayMs));

/**
 * Which of these backups are kept: the newest of each of the last 14 days, 8 weeks and 12 months that have one, and all
 * of the last two days. Counts what is there, so that nothing goes while no new ones come.
 */
export function keptBackups<Backup extends { at: Date }>(
  all: readonly Backup[],
  now: Date,
): Set<Backup> {
  const newestFirst = all.toSorted((one, other) => other.at.getTime() - one.at.getTime());
  const newestOfEach = (periodOf: (at: Date) => number | string, count: number) =>
    [...Map.groupBy(newestFirst, ({ at }) => periodOf(at)).values()]
      .slice(0, count)
      .flatMap(([newest]) => newest ?? []);
  return new Set([
    ...newestFirst.filter(({ at }) => now.getTime() - at.getTime() < keptWhollyMs),
    ...newestOfEach(jstDay, keptDays),
    ...newestOfEach(weekOf, keptWeeks),
    ...newestOfEach(jstMonth, keptMonths),
  ]);
}

/** Pause after a failed backup. */
const retryAfterMs = hourMs;

/** Last time of day `at` (HH:MM in Japan) that has passed, in ms. */
function lastDue(at: string, now: Date): number {
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  const today = startOfJstDay(jstDay(now)).getTime() + hours * hourMs + minutes * minuteMs;
  return today <= now.getTime() ? today : today - dayMs;
}

/** Whether the nightly backup is to be made now; `last` is the latest one at its destination. */
export function isBackupDue(
  at: string,
  now: Date,
  last: { startedAt: Date; state: 'running' | 'done' | 'failed' } | undefined,
): boolean {
  if (!last || last.startedAt.getTime() < lastDue(at, now)) return true;
  return last.state === 'failed' && now.getTime() - last.startedAt.getTime() >= retryAfterMs;
}
