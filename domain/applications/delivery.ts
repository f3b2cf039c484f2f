import { addDays, weekdayOf } from '#domain/values/timestamp.ts';

/** Time slots of the kit's delivery; '' is no preference (docs/product.md, Ways to give). */
export const deliverySlots = ['', '12', '14', '16', '18', '19'] as const;

export type DeliverySlot = (typeof deliverySlots)[number];

export const deliverySlotLabels: Record<DeliverySlot, string> = {
  '': '希望なし',
  '12': '午前中',
  '14': '14～16時',
  '16': '16～18時',
  '18': '18～20時',
  '19': '19～21時',
};

export type Carrier = 'sagawa' | 'yamato';

/** Each carrier's own code of a slot; ours are never passed through. Yamato's 1921 is unconfirmed. */
export const carrierSlots: Record<Carrier, Record<DeliverySlot, string>> = {
  sagawa: { '': '', '12': '01', '14': '14', '16': '16', '18': '18', '19': '19' },
  yamato: { '': '', '12': '0812', '14': '1416', '16': '1618', '18': '1820', '19': '1921' },
};

/** The kit may be wished for this many days ahead, in Asia/Tokyo days (docs/product.md, Ways to give). */
export const earliestDeliveryDays = 3;
export const latestDeliveryDays = 14;

const weekdays = ['日', '月', '火', '水', '木', '金', '土'] as const;

/** "2026年11月24日（火）" of a day YYYY-MM-DD, "希望なし（最短でお届け）" of ''. */
export function deliveryDateLabel(day: string): string {
  if (day === '') return '希望なし（最短でお届け）';
  const [year, month, date] = day.split('-').map(Number);
  return `${year}年${month}月${date}日（${weekdays[weekdayOf(day)]}）`;
}

/**
 * When a box is expected that was applied for on a day: on the wished one, or else about the earliest that
 * could be wished (docs/product.md, Ways to give).
 */
export function expectedDelivery(wishedDay: string, appliedOn: string): string {
  return wishedDay === ''
    ? `${deliveryDateLabel(addDays(appliedOn, earliestDeliveryDays))}ごろ`
    : deliveryDateLabel(wishedDay);
}

/** The choices on `today` (YYYY-MM-DD in Asia/Tokyo): no preference first, then day by day. */
export function deliveryDateOptions(today: string): { value: string; label: string }[] {
  const values = [''];
  for (let days = earliestDeliveryDays; days <= latestDeliveryDays; days += 1) {
    values.push(addDays(today, days));
  }
  return values.map((value) => ({ value, label: deliveryDateLabel(value) }));
}

/** Whether a wished day ('' or YYYY-MM-DD) may be chosen on `today`. */
export function isDeliveryDate(day: string, today: string): boolean {
  return deliveryDateOptions(today).some((option) => option.value === day);
}
