import { type ReactNode, useRef } from 'react';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { useClosingDetails } from './use-closing-details.ts';

/** A button that opens a list of links; a `<details>`, so it works without scripts. */
export function Menu({
  label,
  align = 'left',
  children,
}: {
  label: ReactNode;
  align?: 'left' | 'right';
  children: ReactNode;
}) {
  const details = useRef<HTMLDetailsElement>(null);
  const closeByKey = useClosingDetails(details);
  return (
    <details ref={details} className="group relative" onKeyDown={closeByKey}>
      <summary className="flex min-h-11 items-center gap-0.5 rounded-lg px-1.5 text-sm font-bold whitespace-nowrap hover:text-coral-dark">
        {label}
        <Icon name="chevron-down" className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      <div
        className={`absolute top-full z-30 mt-1 min-w-56 rounded-tile border border-line bg-paper p-2 shadow-float ${align === 'right' ? 'right-0' : 'left-0'}`}
      >
        {children}
      </div>
    </details>
  );
}

/** Class names of a menu's entries, links and buttons alike. */
export const menuEntry =
  'flex min-h-11 w-full items-center gap-2 rounded-lg px-3 text-left text-sm font-bold no-underline hover:bg-coral-soft aria-[current=page]:text-coral-dark';
