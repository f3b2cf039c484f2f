import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pageWindow } from './page-window.ts';

describe('the pages that a pagination names', () => {
  test.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 9, [1, 2, 3, 4, 'gap', 9]],
    [4, 9, [1, 2, 3, 4, 5, 'gap', 9]],
    [5, 9, [1, 'gap', 4, 5, 6, 'gap', 9]],
    [9, 9, [1, 'gap', 6, 7, 8, 9]],
  ])('on page %i of %i are %j', (page, pageCount, expected) => {
    expect(pageWindow(page, pageCount)).toEqual(expected);
  });

  test('always rise, hold first, last and neighbours, and leave no single page out', () => {
    const places = fc
      .integer({ min: 1, max: 500 })
      .chain((pageCount) =>
        fc.tuple(fc.integer({ min: 1, max: pageCount }), fc.constant(pageCount)),
      );
    fc.assert(
      fc.property(places, ([page, pageCount]) => {
        const names = pageWindow(page, pageCount);
        const numbers = names.filter((name) => name !== 'gap');
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
        for (const wanted of [1, page - 1, page, page + 1, pageCount]) {
          if (wanted >= 1 && wanted <= pageCount) expect(numbers).toContain(wanted);
        }
        names.forEach((name, index) => {
          const before = names[index - 1];
          if (name === 'gap') {
            expect(Number(names[index + 1]) - Number(before)).toBeGreaterThan(2);
          } else if (typeof before === 'number') {
            expect(name - before).toBe(1);
          }
        });
        expect(names.length).toBeLessThanOrEqual(7);
      }),
    );
  });
});
