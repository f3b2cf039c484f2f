import { useToday } from '#app/applications/use-today.ts';
import { textOf } from '#app/forms/fields/field.tsx';
import { RadioCards } from '#app/forms/fields/radio-cards.tsx';
import { SelectField } from '#app/forms/fields/select-field.tsx';
import type { FormFields } from '#app/forms/use-form.ts';
import {
  deliveryDateLabel,
  deliveryDateOptions,
  deliverySlotLabels,
  deliverySlots,
} from '#domain/applications/delivery.ts';

const slotChoices = deliverySlots.map((value) => ({ value, label: deliverySlotLabels[value] }));

/** The delivery date and slot at `prefix`.deliveryDate and .deliverySlot (top level by default). */
export function DeliveryFields({ form, prefix = '' }: { form: FormFields; prefix?: string }) {
  const at = (name: string) => (prefix ? `${prefix}.${name}` : name);
  const today = useToday();
  const chosen = textOf(form.valueAt(at('deliveryDate')));
  return (
    <>
      <SelectField
        form={form}
        path={at('deliveryDate')}
        label="箱のお届け希望日"
        optional
        help="3日後から14日後まで選べます"
        choices={dateChoices(today, chosen)}
      />
      <RadioCards
        form={form}
        path={at('deliverySlot')}
        label="箱のお届け時間"
        optional
        choices={slotChoices}
      />
    </>
  );
}

/** Today's choices plus a day chosen earlier; until today is known, no days. */
export function dateChoices(today: string | undefined, chosen: string) {
  const offered = today
    ? deliveryDateOptions(today)
    : [{ value: '', label: deliveryDateLabel('') }];
  const isOffered = offered.some(({ value }) => value === chosen);
  return isOffered ? offered : [...offered, { value: chosen, label: deliveryDateLabel(chosen) }];
}
