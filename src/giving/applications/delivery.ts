import { addDays, weekdayOf } from '#kit/values/timestamp.ts';

/** Time slots for the delivery of a kit; '' is no preference (docs/product.md, Ways to give). */
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

/** Slot codes per carrier; ours are never sent. Yamato's 1921 is unconfirmed. */
export const carrierSlots: Record<Carrier, Record<DeliverySlot, string>> = {
  sagawa: { '': '', '12': '01', '14': '14', '16': '16', '18': '18', '19': '19' },
  yamato: { '': '', '12': '0812', '14': '1416', '16': '1618', '18': '1820', '19': '1921' },
};

/**
 * Days that can be wished for the kit: the range in days ahead, and the days (YYYY-MM-DD) on which
 * no kit leaves (docs/product.md, What is accepted).
 */
export type DeliveryDays = { firstDay: number; lastDay: number; closedDays: readonly string[] };

const dayMs = 24 * 60 * 60 * 1000;
const weekdays = ['日', '月', '火', '水', '木', '金', '土'] as const;

/** Formats a day: "2026年11月24日（火）", or "希望なし（最短でお届け）" for ''. */
export function deliveryDateLabel(day: string): string {
  if (day === '') return '希望なし（最短でお届け）';
  const [year, month, date] = day.split('-').map(Number);
  return `${year}年${month}月${date}日（${weekdays[weekdayOf(day)]}）`;
}

/**
 * First possible delivery day for an application made on `day`. Only days on which kits leave count
 * as preparation, and the kit leaves on the last of them.
 */
export function firstDeliveryDay(day: string, { firstDay, closedDays }: DeliveryDays): string {
  let leaves = day;
  for (let left = firstDay - 1; left > 0; ) {
    leaves = addDays(leaves, 1);
    if (!closedDays.includes(leaves)) left -= 1;
  }
  return addDays(leaves, 1);
}

/** Last day that can be wished on `day`; never before the first. */
function lastDeliveryDay(day: string, days: DeliveryDays): string {
  const [first, last] = [firstDeliveryDay(day, days), addDays(day, days.lastDay)];
  return [first, last].toSorted().at(-1) ?? first;
}

/**
 * Expected arrival of the box: the wished day, or about the earliest possible one (docs/product.md,
 * Ways to give).
 */
export function expectedDelivery(wishedDay: string, appliedOn: string, days: DeliveryDays): string {
  return wishedDay === ''
    ? `${deliveryDateLabel(firstDeliveryDay(appliedOn, days))}ごろ`
    : deliveryDateLabel(wishedDay);
}

/** Options on `today` (YYYY-MM-DD in Asia/Tokyo): no preference first, then day by day. */
export function deliveryDateOptions(
  today: string,
  days: DeliveryDays,
): { value: string; label: string }[] {
  const values = [''];
  const last = lastDeliveryDay(today, days);
  for (let day = firstDeliveryDay(today, days); day <= last; day = addDays(day, 1)) {
    values.push(day);
  }
  return values.map((value) => ({ value, label: deliveryDateLabel(value) }));
}

/** Whether `day` ('' or YYYY-MM-DD) can be chosen on `today`. */
export function isDeliveryDate(day: string, today: string, days: DeliveryDays): boolean {
  return deliveryDateOptions(today, days).some((option) => option.value === day);
}

/** First and last wishable day, in days ahead of `today`. */
export function wishedDaysAhead(
  today: string,
  days: DeliveryDays,
): { first: number; last: number } {
  const ahead = (day: string) => Math.round((Date.parse(day) - Date.parse(today)) / dayMs);
  return {
    first: ahead(firstDeliveryDay(today, days)),
    last: ahead(lastDeliveryDay(today, days)),
  };
}

/** Message when the wished day can no longer be chosen. */
export function deliveryDateProblem(today: string, days: DeliveryDays): string {
  const { first, last } = wishedDaysAhead(today, days);
  return `お届け希望日は、${first}日後から${last}日後までの間で選び直してください。`;
}
