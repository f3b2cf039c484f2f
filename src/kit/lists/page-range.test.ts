import { expect, test } from 'vitest';
import { currentPage, rangeLabel, totalOf } from './page-range.ts';

const middle = { page: 2, rows: 50, isFirst: false, isLast: false };

test('a total is exact, or a minimum; an invalid header gives none', () => {
  expect(totalOf('58')).toEqual({ count: 58, isMore: false });
  expect(totalOf('1000+')).toEqual({ count: 1000, isMore: true });
  for (const header of [null, '', 'many', '-1']) expect(totalOf(header)).toBeUndefined();
});

test('the line says which rows of how many are shown', () => {
  expect(rangeLabel({ ...middle, total: totalOf('120') }, 50)).toBe('120件中 51～100件');
  expect(rangeLabel({ ...middle, total: totalOf('1000+') }, 50)).toBe(
    '1,000件以上のうち 51～100件',
  );
  expect(rangeLabel({ ...middle, total: totalOf('83+') }, 50)).toBe('100件以上のうち 51～100件');
  expect(rangeLabel({ ...middle, total: undefined }, 50)).toBe('51～100件');
  const only = { page: 1, rows: 1, isFirst: true, isLast: true, total: totalOf('1') };
  expect(rangeLabel(only, 50)).toBe('1件中 1～1件');
});

test('the response overrides the address on where the list begins and ends', () => {
  expect(currentPage({ page: 7, isFirst: true })).toBe(1);
  expect(currentPage({ page: 1, isFirst: false })).toBe(2);
  const last = { page: 4, rows: 20, isFirst: false, isLast: true, total: totalOf('120') };
  expect(rangeLabel(last, 50)).toBe('120件中 101～120件');
});
