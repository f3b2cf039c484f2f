import { expect, test } from 'vitest';
import { isBackupDue, keptBackups } from './kept-backups.ts';

const dayMs = 86_400_000;
const now = new Date('2026-11-28T03:00:00+09:00');
/** A backup at half past two of each of the last `count` nights, the newest first. */
const nights = (count: number, until = new Date('2026-11-28T02:30:00+09:00')) =>
  Array.from({ length: count }, (_, index) => ({ at: new Date(until.getTime() - index * dayMs) }));
const daysIn = (kept: Iterable<{ at: Date }>) =>
  [...kept].map(({ at }) => new Date(at.getTime() + 9 * 3_600_000).toISOString().slice(0, 10));

test('of two years of nights the last 14 days, 8 weeks and 12 months are kept', () => {
  const kept = daysIn(keptBackups(nights(730), now))
    .toSorted()
    .toReversed();
  expect(kept).toEqual([
    ...Array.from({ length: 14 }, (_, index) => `2026-11-${28 - index}`),
    // Sundays, the last days of weeks; the current week and the one before are among the days.
    ...['2026-11-08', '2026-11-01', '2026-10-31', '2026-10-25', '2026-10-18', '2026-10-11'],
    // The last days of months.
    ...['2026-09-30', '2026-08-31', '2026-07-31', '2026-06-30', '2026-05-31', '2026-04-30'],
    ...['2026-03-31', '2026-02-28', '2026-01-31', '2025-12-31'],
  ]);
});

test('a backup kept as the last of its month stays until it is a year old, night after night', () => {
  let kept = nights(0);
  for (const night of nights(500).toReversed()) {
    kept = [...keptBackups([...kept, night], night.at)];
  }
  expect(daysIn(kept).toSorted()).toEqual(daysIn(keptBackups(nights(500), now)).toSorted());
});

test('several of one day stay for two days, then the newest', () => {
  const early = { at: new Date('2026-11-27T02:30:00+09:00') };
  const late = { at: new Date('2026-11-27T23:30:00+09:00') };
  expect(keptBackups([early, late], now).size).toBe(2);
  expect([...keptBackups([early, late], new Date(now.getTime() + 2 * dayMs))]).toEqual([late]);
});

test('what there is stays while no new backups come', () => {
  const old = nights(14);
  expect(keptBackups(old, new Date(now.getTime() + 300 * dayMs)).size).toBe(14);
});

const done = (startedAt: string) => ({ startedAt: new Date(startedAt), state: 'done' }) as const;

test.each<[string, string, ReturnType<typeof done> | undefined, boolean]>([
  ['there is none yet', '2026-11-28T12:00:00+09:00', undefined, true],
  [
    'the last one was the night before',
    '2026-11-28T02:30:00+09:00',
    done('2026-11-27T02:31:00+09:00'),
    true,
  ],
  ['its time has not come', '2026-11-28T02:29:59+09:00', done('2026-11-27T02:31:00+09:00'), false],
  [
    'there is one of this night',
    '2026-11-28T23:59:00+09:00',
    done('2026-11-28T02:30:00+09:00'),
    false,
  ],
  ['a night was missed', '2026-11-29T01:00:00+09:00', done('2026-11-27T02:31:00+09:00'), true],
])('whether a backup is due: %s', (_when, at, last, isDue) => {
  expect(isBackupDue('02:30', new Date(at), last)).toBe(isDue);
});

test('a failed one is tried again after an hour', () => {
  const failed = { ...done('2026-11-28T02:30:00+09:00'), state: 'failed' as const };
  expect(isBackupDue('02:30', new Date('2026-11-28T03:29:00+09:00'), failed)).toBe(false);
  expect(isBackupDue('02:30', new Date('2026-11-28T03:30:00+09:00'), failed)).toBe(true);
});
