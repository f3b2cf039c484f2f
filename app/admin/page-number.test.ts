import { expect, test } from 'vitest';
import { pageOf } from './page-number.ts';

test.each([
  ['', 1],
  ['page=3', 3],
  ['page=0', 1],
  ['page=-2', 1],
  ['page=2.5', 1],
  ['page=999999', 1],
])('the page of %s is %i', (search, page) => {
  expect(pageOf(new URLSearchParams(search))).toBe(page);
});
