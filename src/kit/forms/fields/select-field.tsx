import type { FormFields } from '#kit/forms/use-form.ts';
import { type Choice, chosenValue } from './choice.ts';
import { controlProps, Field, type FieldProps } from './field.tsx';
import { SelectInput } from './select-input.tsx';

/** A single choice as a native select; the form's value is the choice's value, number or text. */
export function SelectField({
  form,
  path,
  label,
  required,
  optional,
  help,
  choices,
  emptyLabel,
  autoComplete,
}: FieldProps & {
  form: FormFields;
  path: string;
  choices: readonly Choice[];
  /** Label of the empty choice ''; omit it where '' is one of the choices. */
  emptyLabel?: string;
  autoComplete?: string;
}) {
  const binding = form.register(path);
  return (
    <Field binding={binding} label={label} required={required} optional={optional} help={help}>
      <SelectInput
        {...controlProps(binding, help)}
        choices={choices}
        emptyLabel={emptyLabel}
        autoComplete={autoComplete}
        value={String(binding.value ?? '')}
        onChange={(event) => binding.change(chosenValue(choices, event.currentTarget.value) ?? '')}
        onBlur={binding.blur}
      />
    </Field>
  );
}
