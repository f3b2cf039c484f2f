import type { ReactNode } from 'react';
import { labelId } from '#kit/forms/find-field.ts';
import type { FieldBinding } from '#kit/forms/use-form.ts';

export type FieldProps = {
  label: string;
  /** Shows ※必須 beside the label; the schema decides what is required. */
  required?: boolean;
  /** Shows 任意 beside the label, in a form of mostly required fields. */
  optional?: boolean;
  /** Text between label and input. */
  help?: ReactNode;
};

/** One input between its label, its help and its error. */
export function Field({
  binding,
  label,
  required,
  optional,
  help,
  children,
}: FieldProps & { binding: FieldBinding; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <label htmlFor={binding.id} className="block font-bold text-ink">
        <LabelText binding={binding} label={label} required={required} optional={optional} />
      </label>
      <FieldHelp binding={binding} help={help} />
      <div className="mt-1">{children}</div>
      <FieldErrorText binding={binding} />
    </div>
  );
}

/** Several inputs for one question, with legend, help and error. */
export function FieldGroup({
  binding,
  label,
  required,
  optional,
  help,
  role,
  onLeave,
  children,
}: FieldProps & {
  binding: FieldBinding;
  role?: 'radiogroup';
  /** Called when the focus leaves the whole group. */
  onLeave: () => void;
  children: ReactNode;
}) {
  return (
    <fieldset
      role={role}
      className="min-w-0"
      aria-describedby={describedBy(binding, help)}
      aria-invalid={role && binding.error ? true : undefined}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onLeave();
      }}
    >
      <legend className="block font-bold text-ink">
        <LabelText binding={binding} label={label} required={required} optional={optional} />
      </legend>
      <FieldHelp binding={binding} help={help} />
      <div className="mt-1">{children}</div>
      <FieldErrorText binding={binding} />
    </fieldset>
  );
}

/** The attributes that link an input to its form, help and error. */
export function controlProps(binding: FieldBinding, help: ReactNode) {
  return {
    id: binding.id,
    name: binding.name,
    'aria-invalid': binding.error ? (true as const) : undefined,
    'aria-describedby': describedBy(binding, help),
  };
}

/**
 * The `maxlength` for a rule of this many characters. It counts UTF-16 units, up to two per character; and the rule's
 * own message is clearer than an input that ignores keys.
 */
export const maxLengthFor = (letters: number | undefined) => letters && 2 * letters;

/** A field's value as the text of an input. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The error below an input. */
export function FieldErrorText({ binding }: { binding: FieldBinding }) {
  return binding.error ? (
    <p
      id={errorId(binding)}
      className="mt-1 text-sm font-bold tracking-normal text-error [word-break:auto-phrase]"
    >
      {binding.error}
    </p>
  ) : null;
}

/** A field's label, which the modal of a refused form repeats, and its marker for required fields. */
export function LabelText({
  binding,
  label,
  required,
  optional,
}: Pick<FieldProps, 'label' | 'required' | 'optional'> & { binding: FieldBinding }) {
  return (
    <>
      <span id={labelId(binding.id)}>{label}</span>
      {required && <span className="ml-2 text-sm font-normal text-error">※必須</span>}
      {optional && <span className="ml-2 text-sm font-normal text-ink-2">任意</span>}
    </>
  );
}

function FieldHelp({ binding, help }: { binding: FieldBinding; help: ReactNode }) {
  return help ? (
    <p id={helpId(binding)} className="text-sm text-ink-2">
      {help}
    </p>
  ) : null;
}

const helpId = (binding: FieldBinding) => `${binding.id}-help`;
const errorId = (binding: FieldBinding) => `${binding.id}-error`;

function describedBy(binding: FieldBinding, help: ReactNode): string | undefined {
  const ids = [help && helpId(binding), binding.error && errorId(binding)].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : undefined;
}
