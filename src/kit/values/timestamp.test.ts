import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  ageOn,
  formatDate,
  formatDateTime,
  isDay,
  jstDay,
  jstMonth,
  parseDay,
  startOfJstDay,
  startOfJstMonth,
  timestampToDate,
  toTimestamp,
  weekdayOf,
} from './timestamp.ts';
import { Timestamp } from './timestamp-schema.ts';

const isTimestamp = (text: unknown) => Timestamp.safeParse(text).success;

const instants = fc.date({
  min: new Date('2016-12-31T15:00:00.000Z'),
  max: new Date('9999-12-31T14:59:59.999Z'),
  noInvalidDate: true,
});
const days = fc
  .date({
    min: new Date('1950-01-01T00:00:00Z'),
    max: new Date('2900-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString().slice(0, 10));

test('an instant is written in Asia/Tokyo to the millisecond', () => {
  expect(toTimestamp(new Date('2026-11-18T15:04:05.678Z'))).toBe('20261119000405678');
  expect(timestampToDate('20261119000405678')).toEqual(new Date('2026-11-18T15:04:05.678Z'));
});

test('a moment is shown to the minute', () => {
  expect(formatDateTime('20261120100559123')).toBe('2026/11/20 10:05');
});

test('the range of timestamps begins in 2017 and ends before 1e17', () => {
  expect(isTimestamp('20170101000000000')).toBe(true);
  expect(isTimestamp('20161231235959999')).toBe(false);
  expect(isTimestamp('99991231235959999')).toBe(true);
  expect(isTimestamp('100000101000000000')).toBe(false);
  expect(toTimestamp(new Date('2016-12-31T15:00:00.000Z'))).toBe('20170101000000000');
  expect(() => toTimestamp(new Date('2016-12-31T14:59:59.999Z'))).toThrow(RangeError);
  expect(() => toTimestamp(new Date('9999-12-31T15:00:00.000Z'))).toThrow(RangeError);
  expect(() => toTimestamp(new Date(Number.NaN))).toThrow(RangeError);
});

test.each([
  '20260230000000000',
  '20250229000000000',
  '20261301000000000',
  '20260100000000000',
  '20260101240000000',
  '20260101006000000',
  '20260101000060000',
  '2026010100000000',
  '２０２６０１０１０００００００００',
  '20260101000000000\n',
  '',
  20260101000000000,
  null,
])('%j is no timestamp', (value) => {
  expect(isTimestamp(value)).toBe(false);
});

test('timestampToDate refuses what is no timestamp', () => {
  expect(() => timestampToDate('20260230000000000')).toThrow(RangeError);
});

test('instants survive the way to a timestamp and back, and sort as their timestamps do', () => {
  fc.assert(
    fc.property(instants, instants, (one, other) => {
      const [a, b] = [toTimestamp(one), toTimestamp(other)];
      expect(isTimestamp(a)).toBe(true);
      expect(timestampToDate(a)).toEqual(one);
      expect(a < b).toBe(one < other);
    }),
  );
});

test('any 17 digits are either refused or name an instant that is written the same', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^20[0-3]\d[01]\d[0-3]\d[0-2]\d[0-5]\d[0-5]\d\d{3}$/), (text) => {
      if (isTimestamp(text)) expect(toTimestamp(timestampToDate(text))).toBe(text);
      else expect(() => timestampToDate(text)).toThrow(RangeError);
    }),
  );
});

test('days and months turn at midnight in Tokyo', () => {
  expect(jstDay(new Date('2026-11-30T14:59:59.999Z'))).toBe('2026-11-30');
  expect(jstDay(new Date('2026-11-30T15:00:00.000Z'))).toBe('2026-12-01');
  expect(jstMonth(new Date('2026-11-30T14:59:59.999Z'))).toBe('2026-11');
  expect(jstMonth(new Date('2026-11-30T15:00:00.000Z'))).toBe('2026-12');
  expect(startOfJstMonth('2026-12')).toEqual(new Date('2026-11-30T15:00:00.000Z'));
  expect(startOfJstDay('2026-12-02')).toEqual(new Date('2026-12-01T15:00:00.000Z'));
});

test('an instant lies in the day that begins before it and ends after it', () => {
  fc.assert(
    fc.property(instants, (instant) => {
      const day = jstDay(instant);
      expect(startOfJstDay(day).getTime()).toBeLessThanOrEqual(instant.getTime());
      expect(startOfJstDay(day).getTime() + 86_400_000).toBeGreaterThan(instant.getTime());
      expect(startOfJstMonth(jstMonth(instant)).getTime()).toBeLessThanOrEqual(instant.getTime());
    }),
  );
});

test('days are added across months, leap days and years', () => {
  expect(addDays('2026-12-30', 3)).toBe('2027-01-02');
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2027-02-28', 1)).toBe('2027-03-01');
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  expect(() => addDays('2026-02-30', 1)).toThrow(RangeError);
});

test('adding days and taking them off again gives the same day, a week later the same weekday', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: -5000, max: 5000 }), (day, count) => {
      expect(addDays(addDays(day, count), -count)).toBe(day);
      expect(addDays(day, count) > day).toBe(count > 0);
      expect(weekdayOf(addDays(day, 7))).toBe(weekdayOf(day));
    }),
  );
});

test('months are added across years', () => {
  expect(addMonths('2026-12', 1)).toBe('2027-01');
  expect(addMonths('2026-01', -1)).toBe('2025-12');
  expect(addMonths('2026-11', 0)).toBe('2026-11');
  expect(() => addMonths('2026-13', 1)).toThrow(RangeError);
});

test('weekdays count from Sunday', () => {
  expect(weekdayOf('2026-11-22')).toBe(0);
  expect(weekdayOf('2026-11-21')).toBe(6);
});

test('a day that does not exist is refused', () => {
  expect(isDay('2028-02-29')).toBe(true);
  for (const text of ['2027-02-29', '2026-00-10', '2026-1-1', '2026/01/01', '2026-01-01 ', '']) {
    expect(isDay(text)).toBe(false);
  }
});

test('days are read with slashes or hyphens, in either width', () => {
  expect(parseDay('2026/11/8')).toBe('2026-11-08');
  expect(parseDay(' 2026-11-08 ')).toBe('2026-11-08');
  expect(parseDay('２０２６／１１／０８')).toBe('2026-11-08');
  for (const text of ['2026/11-08', '11/08/2026', '2026/2/30', '2026年11月8日', '26/11/8', '']) {
    expect(parseDay(text)).toBeUndefined();
  }
});

test('an age is reached on the birthday', () => {
  expect(ageOn('2008-11-22', '2026-11-21')).toBe(17);
  expect(ageOn('2008-11-21', '2026-11-21')).toBe(18);
  expect(ageOn('2008-02-29', '2026-02-28')).toBe(17);
  expect(ageOn('2008-02-29', '2026-03-01')).toBe(18);
});

test('dates are shown as YYYY/MM/DD in Tokyo, from a timestamp or a day', () => {
  expect(formatDate('20261118235959999')).toBe('2026/11/18');
  expect(formatDate('20261119000000000')).toBe('2026/11/19');
  expect(formatDate('2026-11-08')).toBe('2026/11/08');
  expect(() => formatDate('yesterday')).toThrow(RangeError);
});

test.each(['x2026-11-08', '2026-11-08x', '2026-11-8', '2026-13-01', '2026-02-29', ''])(
  '%j is no day',
  (text) => expect(isDay(text)).toBe(false),
);

test.each(['2026-1', '2026-01-01', 'x2026-01', '2026-01x'])('%j is no month', (month) => {
  expect(() => startOfJstMonth(month)).toThrow('Not a month.');
});

test.each(['2026/11/08x', 'x2026/11/08', '2026/11-08'])('%s is not read as a day', (text) => {
  expect(parseDay(text)).toBeUndefined();
});
