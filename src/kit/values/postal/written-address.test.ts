import { expect, test } from 'vitest';
import { joinParts, streetOf, wholeAddress } from './written-address.ts';

test.each([
  [['482-2', '305'], '482-2 305'],
  [['４８２－', '３０５'], '４８２－ ３０５'],
  [['神宮前1', '2-3', ''], '神宮前1 2-3'],
  [['1-2', 'A棟'], '1-2 A棟'],
  [['1-2', 'メゾン見本'], '1-2メゾン見本'],
  [['', '渋谷区', '', '1-2'], '渋谷区1-2'],
])('%j is written %s', (parts, text) => expect(joinParts(parts)).toBe(text));

test('a building stands behind a space, and without one there is none', () => {
  const address = { prefecture: '東京都', line1: '渋谷区神宮前', line2: '1-2', building: '305' };
  expect(wholeAddress(address)).toBe('東京都渋谷区神宮前1-2 305');
  expect(wholeAddress({ ...address, building: '' })).toBe(streetOf(address));
});
