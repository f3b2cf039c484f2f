import type { ComponentProps, ReactNode } from 'react';
import type { FieldBinding } from '#kit/forms/use-form.ts';
import { controlProps, maxLengthFor, textOf } from './field.tsx';

export type TextInputProps = Omit<
  ComponentProps<'input'>,
  'id' | 'name' | 'value' | 'defaultValue' | 'form' | 'required'
>;

/**
 * An input of a form's field. Typed text stays as it is; `tidy` may normalise it on blur, but
 * never during a composition. The caller's handlers run after ours.
 */
export function TextInput({
  binding,
  help,
  tidy,
  className = '',
  ...more
}: TextInputProps & {
  binding: FieldBinding;
  help?: ReactNode;
  tidy?: (text: string) => string;
}) {
  return (
    <input
      type="text"
      {...more}
      maxLength={maxLengthFor(more.maxLength)}
      {...controlProps(binding, help)}
      className={`control ${className}`}
      value={textOf(binding.value)}
      onChange={(event) => {
        binding.change(event.currentTarget.value);
        more.onChange?.(event);
      }}
      onBlur={(event) => {
        const text = event.currentTarget.value;
        const tidied = tidy ? tidy(text) : text;
        if (tidied !== text) binding.change(tidied);
        binding.blur();
        more.onBlur?.(event);
      }}
      onCompositionStart={(event) => {
        binding.compositionStart();
        more.onCompositionStart?.(event);
      }}
      onCompositionEnd={(event) => {
        binding.compositionEnd();
        more.onCompositionEnd?.(event);
      }}
    />
  );
}
