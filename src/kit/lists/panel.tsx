import type { ReactNode } from 'react';

/** A panel of the admin area for one job or one list, denser than the cards of the public pages. */
export function Panel({
  label,
  title,
  action,
  children,
}: {
  /** Names a panel without a heading. */
  label?: string;
  title?: ReactNode;
  /** Action beside the heading. */
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section
      aria-label={label}
      className="min-w-0 rounded-xl border border-line bg-paper p-4 narrow:px-5 narrow:py-4"
    >
      {title && (
        <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 className="text-lg narrow:text-lg">{title}</h2>
          {action}
        </div>
      )}
      {children}
    </section>
  );
}
