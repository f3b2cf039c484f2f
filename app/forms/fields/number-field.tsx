import type { FormFields } from '#app/forms/use-form.ts';
import { Field, type FieldProps } from './field.tsx';
import { TextInput } from './text-input.tsx';
import { wholeNumber } from './whole-number.ts';

/** A whole number; the form's value is a number, or the text that is none. A signed one may be below nought. */
export function NumberField({
  form,
  path,
  label,
  required,
  help,
  isSigned = false,
}: FieldProps & { form: FormFields; path: string; isSigned?: boolean }) {
  const binding = form.register(path);
  const typed = {
    ...binding,
    value: String(binding.value ?? ''),
    change(value: unknown) {
      binding.change(wholeNumber(String(value), { isSigned }) ?? String(value));
    },
  };
  return (
    <Field binding={typed} label={label} required={required} help={help}>
      <TextInput
        binding={typed}
        help={help}
        inputMode={isSigned ? 'text' : 'numeric'}
        autoComplete="off"
      />
    </Field>
  );
}
