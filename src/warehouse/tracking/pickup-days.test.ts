import { expect, test } from 'vitest';
import { applicationStates } from '#giving/applications/application-state.ts';
import { canAskPickup, canPrintLabel, pickupDays } from './pickup-days.ts';

const days = { firstDay: 3, lastDay: 14, closedDays: ['2026-11-28', '2026-11-29'] };

test('boxes are fetched three to fourteen days ahead, and on no closed day', () => {
  const found = pickupDays('2026-11-20', days);
  expect(found[0]).toBe('2026-11-23');
  expect(found.at(-1)).toBe('2026-12-04');
  expect(found).toHaveLength(10);
  for (const closed of days.closedDays) expect(found).not.toContain(closed);
});

test('a pick-up waits for the kit, and a carton of one’s own for nothing', () => {
  const states = (needsKit: boolean, may: typeof canAskPickup) =>
    applicationStates.filter((state) => may({ state, needsKit }));
  expect(states(true, canAskPickup)).toEqual(['kit-sent']);
  expect(states(false, canAskPickup)).toEqual(['applied']);
  expect(states(true, canPrintLabel)).toEqual([]);
  expect(states(false, canPrintLabel)).toEqual(['applied']);
});
