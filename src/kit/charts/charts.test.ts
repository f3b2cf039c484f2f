import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnsOf, plot, scaleUpTo, shortNumber } from './column-chart.tsx';

const counts = fc.integer({ min: 0, max: 10_000_000 });

describe('the scale of a chart', () => {
  test.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [50, [0, 10, 20, 30, 40, 50]],
    [51, [0, 20, 40, 60]],
    [1234, [0, 500, 1000, 1500]],
  ])('up to %d', (max, scale) => {
    expect(scaleUpTo(max)).toEqual(scale);
  });

  test('has few whole steps and holds every value', () => {
    fc.assert(
      fc.property(counts, (max) => {
        const scale = scaleUpTo(max);
        expect(scale.length).toBeGreaterThanOrEqual(2);
        expect(scale.length).toBeLessThanOrEqual(6);
        expect(scale.every(Number.isInteger)).toBe(true);
        expect(scale.at(-1)).toBeGreaterThanOrEqual(max);
      }),
    );
  });

  test('writes large numbers short', () => {
    expect([0, 1500, 12_000, 300_000].map(shortNumber)).toEqual(['0', '1,500', '1.2万', '30万']);
  });
});

describe('columns', () => {
  test('stand on the ground line, in order, within the picture, as high as their values', () => {
    fc.assert(
      fc.property(fc.array(counts, { minLength: 1, maxLength: 40 }), (values) => {
        const top = scaleUpTo(Math.max(...values)).at(-1) ?? 1;
        const columns = columnsOf(values, top);
        for (const [index, { x, y, width, height }] of columns.entries()) {
          const before = columns[index - 1];
          expect(x).toBeGreaterThanOrEqual(before ? before.x + before.width : plot.left);
          expect(x + width).toBeLessThanOrEqual(plot.right);
          expect(y).toBeGreaterThanOrEqual(plot.top);
          expect(y + height).toBeCloseTo(plot.bottom, 5);
          const share = (values[index] ?? 0) / top;
          expect(height).toBeCloseTo(share * (plot.bottom - plot.top), 1);
        }
      }),
    );
  });
});
