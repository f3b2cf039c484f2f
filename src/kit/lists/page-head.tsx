import type { ReactNode } from 'react';

/** The heading of an admin screen with its actions. */
export function PageHead({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
      <h1 className="text-2xl narrow:text-2xl">{title}</h1>
      {children && <div className="flex flex-wrap gap-2.5">{children}</div>}
    </div>
  );
}
