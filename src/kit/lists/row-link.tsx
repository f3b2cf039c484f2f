import type { ReactNode } from 'react';
import { Link } from '#kit/ui/links/link.tsx';

/** Targets of the links in a list's rows. */
export type RowLinks = {
  /** An entry, opened in its dialog. */
  entry: (id: string) => RowTarget;
  /** A page with a link back to this list in its current state. */
  page: (path: string) => RowTarget;
};
export type RowTarget = { to: string; state: unknown; preventScrollReset?: boolean };

export function RowLink({
  children,
  className = '',
  ...target
}: RowTarget & { children: ReactNode; className?: string }) {
  return (
    <Link
      {...target}
      data-opens=""
      className={`font-bold text-coral-dark underline underline-offset-4 max-narrow:inline-flex max-narrow:min-h-11 max-narrow:items-center ${className}`}
    >
      {children}
    </Link>
  );
}
