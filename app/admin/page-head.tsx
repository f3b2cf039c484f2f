import type { ReactNode } from 'react';

/** The heading of a room of the admin area with what can be done there. */
export function PageHead({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
      <h1 className="text-2xl narrow:text-2xl">{title}</h1>
      {children && <div className="flex flex-wrap gap-2.5">{children}</div>}
    </div>
  );
}
