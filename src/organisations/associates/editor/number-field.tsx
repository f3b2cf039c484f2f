import { controlProps, Field, type FieldProps, textOf } from '#kit/forms/fields/field.tsx';
import type { FormFields } from '#kit/forms/use-form.ts';

/** A whole number, or null; other text stays as typed, for the schema to refuse. */
export function NumberField({
  form,
  path,
  label,
  required,
  help,
}: FieldProps & { form: FormFields; path: string }) {
  const binding = form.register(path);
  return (
    <Field binding={binding} label={label} required={required} optional={!required} help={help}>
      <input
        {...controlProps(binding, help)}
        type="text"
        inputMode="numeric"
        className="control max-w-40"
        value={textOf(binding.value)}
        onChange={({ currentTarget: { value } }) => {
          const text = value.normalize('NFKC').trim();
          binding.change(text === '' ? null : /^\d+$/.test(text) ? Number(text) : value);
        }}
        onBlur={binding.blur}
        onCompositionStart={binding.compositionStart}
        onCompositionEnd={binding.compositionEnd}
      />
    </Field>
  );
}
