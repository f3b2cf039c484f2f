import { expect, test } from 'vitest';
import {
  calendarPeriods,
  daysOf,
  fiscalPeriods,
  Period,
  periodLabel,
  standingStarts,
} from './period.ts';

test('fiscal years begin in April by default', () => {
  expect(fiscalPeriods([], '2026-03', '2026-04')).toEqual(['2025-04_2026-03', '2026-04_2027-03']);
});

test('a change makes the year before it a short one, and leaves those of before as they were', () => {
  expect(fiscalPeriods(['2026-10'], '2025-05', '2027-10')).toEqual([
    ...['2025-04_2026-03', '2026-04_2026-09', '2026-10_2027-09', '2027-10_2028-09'],
  ]);
});

test('a change that begins no later than another one replaces it', () => {
  expect(standingStarts(['2027-10', '2026-07'])).toEqual(['2026-07']);
  expect(standingStarts(['2026-07', '2027-10'])).toEqual(['2026-07', '2027-10']);
  expect(fiscalPeriods(['2027-10', '2017-01'], '2026-02', '2026-12')).toEqual(['2026-01_2026-12']);
});

test('periods cover each month once, whatever was changed', () => {
  const recorded = ['2019-07', '2022-01', '2022-12'];
  const months = fiscalPeriods(recorded, '2018-02', '2024-11').map((period) => period.split('_'));
  for (const [index, [from = '']] of months.entries()) {
    const before = months[index - 1]?.[1];
    if (!before) continue;
    expect(new Date(`${before}-15`).getTime()).toBeLessThan(new Date(`${from}-01`).getTime());
    expect(new Date(`${from}-01`).getTime() - new Date(`${before}-01`).getTime()).toBeLessThan(
      32 * 24 * 60 * 60 * 1000,
    );
  }
});

test('a period ends with the last day of its month', () => {
  expect(daysOf('2027-03_2028-02')).toEqual({ from: '2027-03-01', to: '2028-02-29' });
  expect(daysOf('2026-04_2027-03')).toEqual({ from: '2026-04-01', to: '2027-03-31' });
});

test('a period is named by its months, a calendar year by its number', () => {
  expect(periodLabel('2026-04_2027-03')).toBe('2026年度（2026年4月〜2027年3月）');
  expect(periodLabel('2026-01_2026-12')).toBe('2026年（1月〜12月）');
  expect(calendarPeriods('2025-11', '2026-02')).toEqual(['2025-01_2025-12', '2026-01_2026-12']);
});

test.each(['2026-04_2027-04', '2026-05_2026-04', '2026-4_2027-3', '1999-01_1999-12', '2026'])(
  '%s is no period',
  (text) => expect(Period.safeParse(text).success).toBe(false),
);
