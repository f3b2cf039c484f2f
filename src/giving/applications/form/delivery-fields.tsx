import {
  type DeliveryDays,
  deliveryDateLabel,
  deliveryDateOptions,
  deliverySlotLabels,
  deliverySlots,
  wishedDaysAhead,
} from '#giving/applications/delivery.ts';
import { useToday } from '#giving/applications/use-today.ts';
import { textOf } from '#kit/forms/fields/field.tsx';
import { RadioCards } from '#kit/forms/fields/radio-cards.tsx';
import { SelectField } from '#kit/forms/fields/select-field.tsx';
import type { FormFields } from '#kit/forms/use-form.ts';

const slotChoices = deliverySlots.map((value) => ({ value, label: deliverySlotLabels[value] }));

/** The delivery date and slot at `prefix`.deliveryDate and .deliverySlot (top level by default). */
export function DeliveryFields({
  form,
  days,
  prefix = '',
}: {
  form: FormFields;
  /** Undefined while loading. */
  days: DeliveryDays | undefined;
  prefix?: string;
}) {
  const pathOf = (name: string) => (prefix ? `${prefix}.${name}` : name);
  const today = useToday();
  const chosen = textOf(form.valueAt(pathOf('deliveryDate')));
  return (
    <>
      <SelectField
        form={form}
        path={pathOf('deliveryDate')}
        label="箱のお届け希望日"
        optional
        help={today && days && daysHelp(wishedDaysAhead(today, days))}
        choices={dateChoices(today, chosen, days)}
      />
      <RadioCards
        form={form}
        path={pathOf('deliverySlot')}
        label="箱のお届け時間"
        optional
        choices={slotChoices}
      />
    </>
  );
}

const daysHelp = ({ first, last }: { first: number; last: number }) =>
  first === last ? `${first}日後を選べます` : `${first}日後から${last}日後まで選べます`;

/** Today's choices plus a day chosen earlier; only "no wish" until today and the offered days are known. */
export function dateChoices(
  today: string | undefined,
  chosen: string,
  days: DeliveryDays | undefined,
) {
  const offered =
    today && days
      ? deliveryDateOptions(today, days)
      : [{ value: '', label: deliveryDateLabel('') }];
  const isOffered = offered.some(({ value }) => value === chosen);
  return isOffered ? offered : [...offered, { value: chosen, label: deliveryDateLabel(chosen) }];
}
