import type { FormFields } from '#kit/forms/use-form.ts';
import { formatPhone, normalisePhone } from '#kit/values/phone.ts';
import type { FieldProps } from './field.tsx';
import { TextField } from './text-field.tsx';

/** A phone number in any width, with or without hyphens; formatted with standard hyphens on blur. */
export function PhoneField({
  form,
  path,
  label = '電話番号',
  required,
  help,
}: Partial<FieldProps> & { form: FormFields; path: string }) {
  return (
    <TextField
      form={form}
      path={path}
      label={label}
      required={required}
      help={help}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      tidy={(text) => formatPhone(normalisePhone(text))}
    />
  );
}
