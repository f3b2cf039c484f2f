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

/**
 * Which days may be wished for the kit: so many days ahead, and the days YYYY-MM-DD on which no kit leaves
 * (docs/product.md, What is accepted).
 */
export type DeliveryDays = { firstDay: number; lastDay: number; closedDays: readonly string[] };

const dayMs = 24 * 60 * 60 * 1000;
const weekdays = ['日', '月', '火', '水', '木', '金', '土'] as const;

/** "2026年11月24日（火）" of a day YYYY-MM-DD, "希望なし（最短でお届け）" of ''. */
export function deliveryDateLabel(day: string): string {
  if (day === '') return '希望なし（最短でお届け）';
  const [year, month, date] = day.split('-').map(Number);
  return `${year}年${month}月${date}日（${weekdays[weekdayOf(day)]}）`;
}

/**
 * The first day on which a kit can arrive that is asked for on `day`: the last of the days before it is one on which
 * kits leave, and only such days count as time for getting it ready.
 */
export function firstDeliveryDay(day: string, { firstDay, closedDays }: DeliveryDays): string {
  let leaves = day;
  for (let left = firstDay - 1; left > 0; ) {
    leaves = addDays(leaves, 1);
    if (!closedDays.includes(leaves)) left -= 1;
  }
  return addDays(leaves, 1);
}

/** The last day that can be wished on `day`; the first one always can. */
function lastDeliveryDay(day: string, days: DeliveryDays): string {
  const [first, last] = [firstDeliveryDay(day, days), addDays(day, days.lastDay)];
  return [first, last].toSorted().at(-1) ?? first;
}

/**
 * When a box is expected that was applied for on a day: on the wished one, or else about the earliest that
 * could be wished (docs/product.md, Ways to give).
 */
export function expectedDelivery(wishedDay: string, appliedOn: string, days: DeliveryDays): string {
  return wishedDay === ''
    ? `${deliveryDateLabel(firstDeliveryDay(appliedOn, days))}ごろ`
    : deliveryDateLabel(wishedDay);
}

/** The choices on `today` (YYYY-MM-DD in Asia/Tokyo): no preference first, then day by day. */
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

/** Whether a wished day ('' or YYYY-MM-DD) may be chosen on `today`. */
export function isDeliveryDate(day: string, today: string, days: DeliveryDays): boolean {
  return deliveryDateOptions(today, days).some((option) => option.value === day);
}

/** How many days ahead of `today` the first and the last day lie that can be wished. */
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

/** What somebody is told whose day can no longer be chosen. */
export function deliveryDateProblem(today: string, days: DeliveryDays): string {
  const { first, last } = wishedDaysAhead(today, days);
  return `お届け希望日は、${first}日後から${last}日後までの間で選び直してください。`;
}
