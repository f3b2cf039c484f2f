import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawingOf, largestArea, resized } from './crop-area.ts';

const side = fc.integer({ min: 16, max: 6_000 });
const aspect = fc.constantFrom(1, 3, 0.5);

test('the largest area has the aspect, touches two sides and lies in the middle', () => {
  expect(largestArea({ width: 4032, height: 3024 }, 1)).toEqual({
    x: 12.5,
    y: 0,
    width: 75,
    height: 100,
  });
  expect(largestArea({ width: 300, height: 400 })).toEqual({ x: 0, y: 0, width: 100, height: 100 });
  fc.assert(
    fc.property(side, side, aspect, (width, height, wanted) => {
      const area = largestArea({ width, height }, wanted);
      const cut = (area.width * width) / (area.height * height);
      expect(cut).toBeCloseTo(wanted, 6);
      expect(Math.max(area.width, area.height)).toBe(100);
      expect(area.x * 2 + area.width).toBeCloseTo(100, 6);
    }),
  );
});

test('an area of another size never leaves the picture', () => {
  const place = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(side, side, aspect, place, place, place, (width, height, wanted, x, y, share) => {
      const largest = largestArea({ width, height }, wanted);
      const small = resized(largest, largest, 0.1);
      const moved = { ...small, x: x * (100 - small.width), y: y * (100 - small.height) };
      const area = resized(moved, largest, Math.max(0.1, share));
      expect(area.x).toBeGreaterThanOrEqual(0);
      expect(area.y).toBeGreaterThanOrEqual(0);
      expect(area.x + area.width).toBeLessThanOrEqual(100 + 1e-9);
      expect(area.y + area.height).toBeLessThanOrEqual(100 + 1e-9);
    }),
  );
});

test('a phone’s photo is scaled down to what pages need, and never up', () => {
  const phone = { width: 4032, height: 3024 };
  expect(drawingOf(largestArea(phone, 1), phone, 576)).toEqual({
    from: { x: 504, y: 0, width: 3024, height: 3024 },
    to: { width: 576, height: 576 },
  });
  const small = { width: 40, height: 20 };
  expect(drawingOf(largestArea(small), small, 576).to).toEqual(small);
});
