import { useState } from 'react';
import { controlProps, Field, type FieldProps } from '#kit/forms/fields/field.tsx';
import type { FormFields } from '#kit/forms/use-form.ts';

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** A list of short texts, one per line; the form's value is an array. */
export function LinesField({
  form,
  path,
  label,
  help,
  rows = 3,
}: FieldProps & { form: FormFields; path: string; rows?: number }) {
  const binding = form.register(path);
  const lines = Array.isArray(binding.value) ? (binding.value as string[]) : [];
  // Keeps empty lines while typing, until the field is left.
  const [typed, setTyped] = useState<string>();
  return (
    <Field binding={binding} label={label} help={help}>
      <textarea
        {...controlProps(binding, help)}
        className="control block"
        rows={rows}
        value={typed ?? lines.join('\n')}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          binding.change(linesOf(currentTarget.value));
        }}
        onBlur={() => {
          setTyped(undefined);
          binding.blur();
        }}
        onCompositionStart={binding.compositionStart}
        onCompositionEnd={binding.compositionEnd}
      />
    </Field>
  );
}
