import { expect, test } from 'vitest';
import { DeliverySlot } from './choice-schemas.ts';
import {
  carrierSlots,
  deliveryDateOptions,
  deliveryDateProblem,
  deliverySlotLabels,
  deliverySlots,
  expectedDelivery,
  firstDeliveryDay,
  isDeliveryDate,
} from './delivery.ts';

const days = { firstDay: 3, lastDay: 14, closedDays: [] };

test('slots are the six codes and nothing else', () => {
  expect(deliverySlots.map((slot) => [slot, deliverySlotLabels[slot]])).toEqual([
    ['', '希望なし'],
    ['12', '午前中'],
    ['14', '14～16時'],
    ['16', '16～18時'],
    ['18', '18～20時'],
    ['19', '19～21時'],
  ]);
  expect(DeliverySlot.safeParse('13').success).toBe(false);
  expect(DeliverySlot.safeParse(12).success).toBe(false);
});

test('each carrier gets its own code', () => {
  expect(carrierSlots.sagawa['12']).toBe('01');
  expect(carrierSlots.sagawa['19']).toBe('19');
  expect(carrierSlots.yamato['12']).toBe('0812');
  expect(carrierSlots.yamato['18']).toBe('1820');
  expect(carrierSlots.sagawa[''] + carrierSlots.yamato['']).toBe('');
});

test('the days 3 to 14 ahead can be chosen, or none', () => {
  const options = deliveryDateOptions('2026-12-20', days);
  expect(options).toHaveLength(13);
  expect(options[0]).toEqual({ value: '', label: '希望なし（最短でお届け）' });
  expect(options[1]).toEqual({ value: '2026-12-23', label: '2026年12月23日（水）' });
  expect(options.at(-1)).toEqual({ value: '2027-01-03', label: '2027年1月3日（日）' });
});

test('a box is expected on the wished day, or else on the earliest that could be wished', () => {
  expect(expectedDelivery('2027-01-02', '2026-12-30', days)).toBe('2027年1月2日（土）');
  expect(expectedDelivery('', '2026-12-30', days)).toBe('2027年1月2日（土）ごろ');
});

test('days outside the range are refused', () => {
  const today = '2026-11-21';
  expect(isDeliveryDate('', today, days)).toBe(true);
  expect(isDeliveryDate('2026-11-23', today, days)).toBe(false);
  expect(isDeliveryDate('2026-11-24', today, days)).toBe(true);
  expect(isDeliveryDate('2026-12-05', today, days)).toBe(true);
  expect(isDeliveryDate('2026-12-06', today, days)).toBe(false);
  expect(isDeliveryDate('2026-11-31', today, days)).toBe(false);
});

test('days on which no kit leaves do not count as time for getting it ready', () => {
  // A Friday; no kit leaves on the weekend.
  const weekend = { ...days, closedDays: ['2026-11-21', '2026-11-22', '2026-11-28', '2026-11-29'] };
  expect(firstDeliveryDay('2026-11-20', weekend)).toBe('2026-11-25');
  expect(firstDeliveryDay('2026-11-23', weekend)).toBe('2026-11-26');
  expect(isDeliveryDate('2026-11-24', '2026-11-20', weekend)).toBe(false);
  // A kit that has left by then arrives on any day.
  expect(isDeliveryDate('2026-11-28', '2026-11-20', weekend)).toBe(true);
  expect(expectedDelivery('', '2026-11-20', weekend)).toBe('2026年11月25日（水）ごろ');
  expect(deliveryDateProblem('2026-11-20', weekend)).toContain('5日後から14日後');
});

test('however long nothing leaves, one day can be chosen', () => {
  const closedDays = Array.from(
    { length: 30 },
    (_, index) => `2026-12-${String(index + 1).padStart(2, '0')}`,
  );
  const options = deliveryDateOptions('2026-11-30', { ...days, closedDays });
  expect(options.map(({ value }) => value)).toEqual(['', '2027-01-02']);
});

test('a kit may be promised for the next day', () => {
  const next = { firstDay: 1, lastDay: 1, closedDays: [] };
  expect(firstDeliveryDay('2026-11-20', next)).toBe('2026-11-21');
});
