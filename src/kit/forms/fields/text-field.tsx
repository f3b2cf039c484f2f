import type { FormFields } from '#kit/forms/use-form.ts';
import { Field, type FieldProps } from './field.tsx';
import { TextInput, type TextInputProps } from './text-input.tsx';

/** A line of text. Other attributes (inputMode, autoComplete, maxLength …) go to the input. */
export function TextField({
  form,
  path,
  label,
  required,
  optional,
  help,
  tidy,
  ...input
}: FieldProps &
  TextInputProps & {
    form: FormFields;
    path: string;
    /** Normalises the text on blur. */
    tidy?: (text: string) => string;
  }) {
  const binding = form.register(path);
  return (
    <Field binding={binding} label={label} required={required} optional={optional} help={help}>
      <TextInput {...input} binding={binding} help={help} tidy={tidy} />
    </Field>
  );
}
