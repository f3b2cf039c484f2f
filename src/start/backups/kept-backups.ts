/** How many days, weeks and months keep a backup. */
const keptDays = 14;
const keptWeeks = 8;
const keptMonths = 12;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** All of them stay this long. */
const keptWhollyMs = 2 * dayMs;
/** Japan has no summer time. */
const tokyoMs = 9 * hourMs;
/** The first Monday of the epoch was its fifth day. */
const mondayDays = 4;

/** Day of a time in Japan, counted from 1970. */
const dayOf = (at: Date): number => Math.floor((at.getTime() + tokyoMs) / dayMs);
const weekOf = (at: Date): number => Math.floor((dayOf(at) - mondayDays) / 7);
const monthOf = (at: Date): string => new Date(at.getTime() + tokyoMs).toISOString().slice(0, 7);

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
    ...newestOfEach(dayOf, keptDays),
    ...newestOfEach(weekOf, keptWeeks),
    ...newestOfEach(monthOf, keptMonths),
  ]);
}

/** Pause after a failed backup. */
const retryAfterMs = hourMs;

/** Last time of day `at` (HH:MM in Japan) that has passed. */
function lastDue(at: string, now: Date): number {
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  const offsetMs = (hours * 60 + minutes) * 60_000 - tokyoMs;
  const sinceMs = (((now.getTime() - offsetMs) % dayMs) + dayMs) % dayMs;
  return now.getTime() - sinceMs;
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
