import { expect, test } from 'vitest';
import { birthDay, serviceDay } from './day-schema.ts';

const messages = (schema: ReturnType<typeof serviceDay>, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message);
const Birth = birthDay('生年月日を選んでください。');

test.each(['2017-01-01', '2026-11-20', '2028-02-29', '2099-12-31'])('%s is a day', (day) => {
  expect(serviceDay().parse(day)).toBe(day);
});

test.each(['1900-01-01', '2016-12-31', '2100-01-01', '9999-12-31'])(
  '%s is beyond the years of the service',
  (day) => {
    expect(messages(serviceDay(), day)).toEqual([
      '日付は2017年から2099年までの間で指定してください。',
    ]);
  },
);

test.each([
  '',
  '0000-01-01',
  '0001-01-01',
  '2026-02-30',
  '2026-1-1',
  '2026/01/01',
  '12026-01-01',
  '-0001-01-01',
  20260101,
])('%j is no day', (value) => {
  expect(messages(serviceDay(), value)).toEqual(['日付は2026-11-20のような形で指定してください。']);
  expect(messages(Birth, value)).toEqual(['生年月日を選んでください。']);
});

test('a day of birth is one that somebody who lives can have', () => {
  expect(Birth.parse('1900-01-01')).toBe('1900-01-01');
  for (const day of ['0100-01-01', '1899-12-31', '2100-01-01', '9999-12-31']) {
    expect(messages(Birth, day)).toEqual(['生年月日をご確認ください。']);
  }
});
