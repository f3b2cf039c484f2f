import type { FormFields } from '#kit/forms/use-form.ts';
import { formatPostalCode } from '#kit/values/postal-code.ts';
import { Field, type FieldProps } from './field.tsx';
import { TextInput } from './text-input.tsx';

/**
 * A postal code in any width, with or without hyphens; formatted as 〒123-4567 on blur. `onTyped` receives the text on
 * each change, except during a composition of an input method.
 */
export function PostalCodeField({
  form,
  path,
  label = '郵便番号',
  required,
  help,
  onTyped,
}: Partial<FieldProps> & { form: FormFields; path: string; onTyped?: (text: string) => void }) {
  const binding = form.register(path);
  return (
    <Field binding={binding} label={label} required={required} help={help}>
      <span className="relative block max-w-55">
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-3.5 flex items-center text-ink-2"
        >
          〒
        </span>
        <TextInput
          binding={binding}
          help={help}
          tidy={(text) => formatPostalCode(text).replace('〒', '')}
          inputMode="numeric"
          autoComplete="postal-code"
          className="pl-9.5 aria-invalid:pl-9.5"
          onChange={(event) => {
            const { isComposing } = event.nativeEvent as InputEvent;
            if (!isComposing) onTyped?.(event.currentTarget.value);
          }}
          onCompositionEnd={(event) => onTyped?.(event.currentTarget.value)}
        />
      </span>
    </Field>
  );
}
