import type { ReactNode } from 'react';
import { Icon } from './pictures/icon.tsx';

/** A question that expands to its answer; works without scripts. */
export function Disclosure({
  summary,
  children,
  isOpen,
}: {
  summary: ReactNode;
  children: ReactNode;
  isOpen?: boolean;
}) {
  return (
    <details open={isOpen} className="group rounded-tile border border-line bg-paper">
      <summary className="flex min-h-14 items-center justify-between gap-4 rounded-tile px-5 py-3 leading-normal font-bold">
        {summary}
        <Icon
          name="chevron-down"
          className="size-5 text-coral transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="mx-5 border-t border-dashed border-line py-4">{children}</div>
    </details>
  );
}
