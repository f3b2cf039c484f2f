import { expect, test } from 'vitest';
import { pageNumberOf } from './page-number.ts';

test.each([
  [null, 1],
  ['', 1],
  ['7', 7],
  ['99999', 99_999],
  ['0', 1],
  ['-1', 1],
  ['1e9', 1],
  ['x', 1],
])('%j asks for page %i', (text, page) => {
  expect(pageNumberOf(text)).toBe(page);
});
