import { useState } from 'react';
import type { FormFields } from '#kit/forms/use-form.ts';
import { daysIn, joinDateParts, noDate, parseDateParts, withPart } from './date-parts.ts';
import { controlProps, FieldGroup, type FieldProps, textOf } from './field.tsx';
import { SelectInput } from './select-input.tsx';
import { yearLabel } from './wareki.ts';

const count = (to: number, unit: string) =>
  Array.from({ length: to }, (_, index) => ({ value: index + 1, label: `${index + 1}${unit}` }));

/**
 * A date chosen by year, month and day: for past dates, where a calendar would need paging through decades. Years
 * show their era. The form's value is YYYY-MM-DD, or '' until all three are chosen. Use SelectField or RadioCards for
 * dates near today.
 */
export function DateField({
  form,
  path,
  label,
  required,
  help,
  firstYear,
  lastYear,
  birthday,
}: FieldProps & {
  form: FormFields;
  path: string;
  firstYear: number;
  /** The first year of the list. */
  lastYear: number;
  /** Lets the browser fill in the person's date of birth. */
  birthday?: boolean;
}) {
  const binding = form.register(path);
  const date = textOf(binding.value);
  const [chosen, setChosen] = useState(noDate);
  // Partial choices count only while the form has no date, so that a reset or a draft takes precedence.
  const parts = date ? parseDateParts(date) : joinDateParts(chosen) ? noDate : chosen;
  const years = Array.from({ length: lastYear - firstYear + 1 }, (_, index) => {
    const year = lastYear - index;
    return { value: year, label: yearLabel(year) };
  });
  const part = (name: keyof typeof parts, unit: string) => ({
    ...controlProps(binding, undefined),
    id: name === 'year' ? binding.id : `${binding.id}-${name}`,
    name: `${binding.name}-${name}`,
    'aria-label': unit,
    autoComplete: birthday ? `bday-${name}` : undefined,
    emptyLabel: unit,
    value: parts[name],
    onChange: (event: { currentTarget: HTMLSelectElement }) => {
      const next = withPart(parts, name, event.currentTarget.value);
      setChosen(next);
      binding.change(joinDateParts(next));
    },
  });
  return (
    <FieldGroup
      binding={binding}
      label={label}
      required={required}
      help={help}
      onLeave={binding.blur}
    >
      <div className="grid grid-cols-2 gap-3 *:first:col-span-2 narrow:grid-cols-[2fr_1fr_1fr] narrow:*:first:col-span-1">
        <SelectInput {...part('year', '年')} choices={years} />
        <SelectInput {...part('month', '月')} choices={count(12, '月')} />
        <SelectInput
          {...part('day', '日')}
          choices={count(daysIn(parts.year, parts.month), '日')}
        />
      </div>
    </FieldGroup>
  );
}
