import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { Icon } from './icon.tsx';

/**
 * A button that drops a list of links: a `<details>`, so that it opens without scripts. With them
 * it closes by Esc, by a click or the focus elsewhere, and when a link has been followed.
 */
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
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new location is what closes it
  useEffect(() => {
    details.current?.removeAttribute('open');
  }, [key]);

  useEffect(() => {
    const closeOutside = (event: Event) => {
      const element = details.current;
      if (element?.open && !element.contains(event.target as Node)) element.open = false;
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, []);

  return (
    <details
      ref={details}
      className="group relative"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !event.currentTarget.open) return;
        event.currentTarget.open = false;
        event.currentTarget.querySelector('summary')?.focus();
      }}
    >
      <summary className="flex min-h-11 items-center gap-0.5 rounded-lg px-2 text-sm font-bold whitespace-nowrap hover:text-coral-dark">
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

/** What the entries of a menu look like, links and buttons alike. */
export const menuEntry =
  'flex min-h-11 w-full items-center gap-2 rounded-lg px-3 text-left text-sm font-bold no-underline hover:bg-coral-soft aria-[current=page]:text-coral-dark';
