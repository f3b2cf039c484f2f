import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keptUntil, outOfRetention } from './legal-retention.ts';

test('a record is retained for whole years after its own', () => {
  const december = new Date('2026-12-31T23:59:59+09:00');
  expect(keptUntil(december, 7)).toEqual(new Date('2034-01-01T00:00:00+09:00'));
  expect(keptUntil(new Date('2026-01-01T00:00:00+09:00'), 3)).toEqual(
    new Date('2030-01-01T00:00:00+09:00'),
  );
});

test('a record is out of retention once its retention has ended', () => {
  const instants = fc.date({
    min: new Date('2020-01-01'),
    max: new Date('2080-01-01'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(instants, instants, fc.integer({ min: 1, max: 10 }), (then, now, years) => {
      expect(then < outOfRetention(now, years)).toBe(keptUntil(then, years) <= now);
    }),
  );
});
