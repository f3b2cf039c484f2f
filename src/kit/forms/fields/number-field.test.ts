import { expect, test } from 'vitest';
import { wholeNumber } from './number-field.tsx';

test.each([
  ['1,200', 1_200],
  ['１２００', 1_200],
  ['-1,200', -1_200],
  ['−1,200', -1_200],
  ['－１２００', -1_200],
  ['▲ 1,200', -1_200],
  ['△1200', -1_200],
  ['-0', 0],
  ['1.5', undefined],
  ['-', undefined],
  ['--5', undefined],
  ['1234567890123', undefined],
])('a signed number of %s is %s', (text, number) => {
  expect(wholeNumber(text, { isSigned: true })).toBe(number);
});

test('any other number is not below nought', () => {
  expect(wholeNumber('-5', { isSigned: false })).toBeUndefined();
  expect(wholeNumber('▲5', { isSigned: false })).toBeUndefined();
  expect(wholeNumber('5', { isSigned: false })).toBe(5);
});
