import { expect, test } from 'vitest';
import { deliveredOffer } from '#test/factories/offer.ts';
import { dateChoices } from './delivery-fields.tsx';

const values = (today: string | undefined, chosen: string) =>
  dateChoices(today, chosen, deliveredOffer).map(({ value }) => value);

test('the days that are offered today can be chosen, or none', () => {
  expect(values('2026-11-21', '')).toHaveLength(13);
  expect(values('2026-11-21', '2026-11-24')).toHaveLength(13);
});

test('a day that was chosen earlier stays a choice', () => {
  expect(values('2026-11-21', '2026-11-22')).toContain('2026-11-22');
});

test('before the browser knows the day, no day is offered', () => {
  expect(values(undefined, '')).toEqual(['']);
});
