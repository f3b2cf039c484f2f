import type { ComponentProps, ReactNode } from 'react';
import type { Choice } from './choice.ts';

/** A native select in the style of the form; `emptyLabel` is the entry for ''. */
export function SelectInput({
  choices,
  emptyLabel,
  ...select
}: Omit<ComponentProps<'select'>, 'className' | 'children'> & {
  choices: readonly Choice[];
  emptyLabel?: string;
}) {
  return (
    <SelectFrame>
      <select {...select} className={selectClassName}>
        {emptyLabel !== undefined && <option value="">{emptyLabel}</option>}
        {choices.map(({ value, label }) => (
          <option key={String(value)} value={String(value)}>
            {label}
          </option>
        ))}
      </select>
    </SelectFrame>
  );
}

/** Class names of a select inside a SelectFrame. */
export const selectClassName = 'control appearance-none pr-9 aria-invalid:pr-9';

/** The arrow at the end of a select. */
export function SelectFrame({ children }: { children: ReactNode }) {
  return (
    <span className="relative block">
      {children}
      <svg
        aria-hidden="true"
        viewBox="0 0 12 12"
        className="pointer-events-none absolute top-1/2 right-3.5 size-3 -translate-y-1/2 text-ink"
      >
        <path d="M1.5 3.5h9L6 9.5z" fill="currentColor" />
      </svg>
    </span>
  );
}
