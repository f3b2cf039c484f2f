import type { FormFields } from '#kit/forms/use-form.ts';
import { controlProps, Field, type FieldProps, maxLengthFor, textOf } from './field.tsx';

export function TextArea({
  form,
  path,
  label,
  required,
  optional,
  help,
  rows = 5,
  maxLength,
}: FieldProps & { form: FormFields; path: string; rows?: number; maxLength?: number }) {
  const binding = form.register(path);
  return (
    <Field binding={binding} label={label} required={required} optional={optional} help={help}>
      <textarea
        {...controlProps(binding, help)}
        className="control block"
        rows={rows}
        maxLength={maxLengthFor(maxLength)}
        value={textOf(binding.value)}
        onChange={(event) => binding.change(event.currentTarget.value)}
        onBlur={binding.blur}
        onCompositionStart={binding.compositionStart}
        onCompositionEnd={binding.compositionEnd}
      />
    </Field>
  );
}
