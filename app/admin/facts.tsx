import type { ReactNode } from 'react';

/** Short facts; put `Fact`s inside. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[6.5rem_1fr] gap-x-3 narrow:grid-cols-[8.5rem_1fr] narrow:gap-x-4">
      {children}
    </dl>
  );
}

/** A fact under or beside its name; one without a value is left out. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (children === '' || children === undefined || children === null) return null;
  return (
    <div className="col-span-2 grid grid-cols-subgrid border-b border-dashed border-line py-2 last:border-0">
      <dt className="text-sm leading-[1.9] text-ink-2">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
