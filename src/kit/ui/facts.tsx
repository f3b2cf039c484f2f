import type { ReactNode } from 'react';

/** Short facts with their labels; contains `Fact`s. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[6.5rem_1fr] gap-x-3 narrow:grid-cols-[8.5rem_1fr] narrow:gap-x-4">
      {children}
    </dl>
  );
}

const looks = {
  /** In the two columns of `Facts`. */
  column: {
    row: 'col-span-2 grid grid-cols-subgrid border-b border-dashed border-line py-2 last:border-0',
    label: 'text-sm leading-[1.9] text-ink-2',
    value: 'min-w-0',
  },
  /** On its own in a `dl`: on phones the label is above. */
  line: {
    row: 'border-b border-dashed border-line py-2.5 narrow:grid narrow:grid-cols-[12rem_1fr] narrow:gap-4',
    label: 'text-sm text-ink-2 narrow:pt-0.5',
    value: '',
  },
  /** The label is always above. */
  stack: { row: '', label: 'text-ink-2', value: 'text-base' },
} as const;

/** A fact with its label; nothing without a value. */
export function Fact({
  label,
  look = 'column',
  children,
}: {
  label: string;
  look?: keyof typeof looks;
  children: ReactNode;
}) {
  if (children === '' || children === false || children === undefined || children === null) {
    return null;
  }
  return (
    <div className={looks[look].row}>
      <dt className={looks[look].label}>{label}</dt>
      <dd className={looks[look].value}>{children}</dd>
    </div>
  );
}
