import type { ReactNode } from 'react';
import { Link } from '#kit/ui/links/link.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';

/** A link that opens in a new tab, so that the form stays as it is. */
export function NewTabLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      target="_blank"
      rel="noopener"
      className="inline-flex items-center gap-1 py-1 text-coral-dark underline"
    >
      {children}
      <Icon name="external" className="size-4" />
      <span className="sr-only">（新しいタブで開きます）</span>
    </Link>
  );
}
