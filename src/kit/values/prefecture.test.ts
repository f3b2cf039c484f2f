import { expect, test } from 'vitest';
import { Prefecture } from '#giving/applications/choice-schemas.ts';
import { prefectures } from './prefecture.ts';

test('the 47 prefectures are in JIS order, each once', () => {
  expect(prefectures).toHaveLength(47);
  expect(new Set(prefectures).size).toBe(47);
  // JIS X 0401 counts from 1: 1 Hokkaido, 13 Tokyo, 26 Kyoto, 40 Fukuoka, 47 Okinawa.
  const numbered = [1, 13, 26, 40, 47].map((code) => prefectures[code - 1]);
  expect(numbered).toEqual(['北海道', '東京都', '京都府', '福岡県', '沖縄県']);
});

test('only their full names are accepted', () => {
  expect(Prefecture.parse('大阪府')).toBe('大阪府');
  expect(Prefecture.safeParse('東京').error?.issues[0]?.message).toBe('都道府県を選んでください。');
});
