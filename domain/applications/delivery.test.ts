import { expect, test } from 'vitest';
import { DeliverySlot } from '#domain/values/choice-schemas.ts';
import {
  carrierSlots,
  deliveryDateOptions,
  deliverySlotLabels,
  deliverySlots,
  expectedDelivery,
  isDeliveryDate,
} from './delivery.ts';

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
  const options = deliveryDateOptions('2026-12-20');
  expect(options).toHaveLength(13);
  expect(options[0]).toEqual({ value: '', label: '希望なし（最短でお届け）' });
  expect(options[1]).toEqual({ value: '2026-12-23', label: '2026年12月23日（水）' });
  expect(options.at(-1)).toEqual({ value: '2027-01-03', label: '2027年1月3日（日）' });
});

test('a box is expected on the wished day, or else on the earliest that could be wished', () => {
  expect(expectedDelivery('2027-01-02', '2026-12-30')).toBe('2027年1月2日（土）');
  expect(expectedDelivery('', '2026-12-30')).toBe('2027年1月2日（土）ごろ');
});

test('days outside the range are refused', () => {
  const today = '2026-11-21';
  expect(isDeliveryDate('', today)).toBe(true);
  expect(isDeliveryDate('2026-11-23', today)).toBe(false);
  expect(isDeliveryDate('2026-11-24', today)).toBe(true);
  expect(isDeliveryDate('2026-12-05', today)).toBe(true);
  expect(isDeliveryDate('2026-12-06', today)).toBe(false);
  expect(isDeliveryDate('2026-11-31', today)).toBe(false);
});
