import type { ReactNode } from 'react';
import type { FormFields } from '#kit/forms/use-form.ts';
import { controlProps, FieldErrorText, LabelText } from './field.tsx';

/** A yes-or-no choice. `children` are shown below the label, for links that are not part of it. */
export function Checkbox({
  form,
  path,
  label,
  required,
  optional,
  children,
}: {
  form: FormFields;
  path: string;
  label: string;
  required?: boolean;
  optional?: boolean;
  children?: ReactNode;
}) {
  const binding = form.register(path);
  return (
    <div>
      <label className="flex min-h-11 cursor-pointer items-center gap-3 text-ink">
        <input
          {...controlProps(binding, undefined)}
          type="checkbox"
          className="size-6 shrink-0 cursor-pointer accent-coral"
          checked={binding.value === true}
          onChange={(event) => binding.change(event.currentTarget.checked)}
          onBlur={binding.blur}
        />
        <span>
          <LabelText binding={binding} label={label} required={required} optional={optional} />
        </span>
      </label>
      {children && <div className="pl-9 text-sm text-ink-2">{children}</div>}
      <FieldErrorText binding={binding} />
    </div>
  );
}
