import { expect, test } from 'vitest';
import { defaultPromisedDays, promisedDay } from './promised-days.ts';

const days = defaultPromisedDays;
const of = (state: Parameters<typeof promisedDay>[0]['state'], changes = {}) =>
  promisedDay(
    { state, since: '2026-11-22', deliveryDate: '', needsKit: true, kind: 'direct', ...changes },
    days,
  );

test('each state that waits for the operator has its day, counted from the day of the state', () => {
  expect(of('applied')).toBe('2026-11-25');
  expect(of('goods-received')).toBe('2026-12-06');
  expect(of('donated')).toBe('2027-01-21');
});

test('nothing is promised while the donor packs, nor once all is done', () => {
  for (const state of ['kit-sent', 'appraised', 'remitted', 'thanked', 'cancelled'] as const) {
    expect(of(state)).toBe('');
  }
});

test('a kit that was wished for later is promised for that day, and an own carton waits for none', () => {
  expect(of('applied', { deliveryDate: '2026-12-01' })).toBe('2026-12-01');
  expect(of('applied', { deliveryDate: '2026-11-24' })).toBe('2026-11-25');
  expect(of('applied', { needsKit: false })).toBe('');
});
