import { expect, test } from 'vitest';
import { readDay } from './read-day.ts';

test.each([
  '2026/11/24',
  '2026-11-24',
  '２０２６／１１／２４',
  '2026/11/24 10:30',
  '2026-11-24T10:30:05',
  '2026年11月24日',
  '令和8年11月24日',
  '令和８年 11月 24日 10:30',
  'R8.11.24',
  'r8/11/24',
  'R08-11-24',
  '46350',
  '46350.4375',
])('%s is the 24th of November', (text) => {
  expect(readDay(text)).toBe('2026-11-24');
});

test('the first year of an era is written 元', () => {
  expect(readDay('令和元年5月1日')).toBe('2019-05-01');
  expect(readDay('平成31年4月30日')).toBe('2019-04-30');
});

test.each([
  '',
  '11/24',
  '8.11.24',
  '8年11月24日',
  'R8.13.1',
  '令和0年1月1日',
  '2026/02/30',
  '1234',
  '123456',
  'S50.1.1',
  '10:30',
  'R8年11.24',
])('"%s" is no day', (text) => {
  expect(readDay(text)).toBeUndefined();
});
