import type { FormFields } from '#app/forms/use-form.ts';
import { Field, type FieldProps } from './field.tsx';
import { TextInput } from './text-input.tsx';

/** A whole number; the form's value is a number, or the typed text if it is not one. */
export function NumberField({
  form,
  path,
  label,
  required,
  help,
}: FieldProps & { form: FormFields; path: string }) {
  const binding = form.register(path);
  const typed = {
    ...binding,
    value: String(binding.value ?? ''),
    change(value: unknown) {
      const text = String(value).normalize('NFKC').replaceAll(',', '').trim();
      binding.change(/^\d{1,12}$/.test(text) ? Number(text) : String(value));
    },
  };
  return (
    <Field binding={typed} label={label} required={required} help={help}>
      <TextInput binding={typed} help={help} inputMode="numeric" autoComplete="off" />
    </Field>
  );
}
