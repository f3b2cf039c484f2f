import type { FormFields } from '#kit/forms/use-form.ts';
import { Field, type FieldProps } from './field.tsx';
import { TextInput } from './text-input.tsx';

/** The marks of a bank's statement for a balance below nought. */
const minus = /^[-−▲△]\s*/;

/** The whole number that a text is, of up to twelve digits; undefined for any other text. */
export function wholeNumber(text: string, { isSigned }: { isSigned: boolean }): number | undefined {
  const plain = text.normalize('NFKC').replaceAll(',', '').trim();
  const isBelow = isSigned && minus.test(plain);
  const digits = isBelow ? plain.replace(minus, '') : plain;
  if (!/^\d{1,12}$/.test(digits)) return undefined;
  // Not -0.
  return isBelow ? 0 - Number(digits) : Number(digits);
}

/** A whole number; the form's value is a number, or the typed text if it is not one. A signed one may be below nought. */
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
