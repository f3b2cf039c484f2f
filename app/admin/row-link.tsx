import type { ReactNode } from 'react';
import { Link } from '#app/ui/links/link.tsx';

/** Where the rows of a list lead. */
export type RowLinks = {
  /** An entry, open in its dialog. */
  entry: (id: string) => RowTarget;
  /** A page that has a way back to this list as it is. */
  page: (path: string) => RowTarget;
};
export type RowTarget = { to: string; state: unknown; preventScrollReset?: boolean };

/** What a row is opened by. */
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
