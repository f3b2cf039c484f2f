import { useLocation } from 'react-router';
import { Link } from '#kit/ui/links/link.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';

/** Back to the list in its previous state, or to the list that the page belongs to. */
export function BackLink({ list }: { list: { path: string; label: string } }) {
  const { from } = (useLocation().state ?? {}) as {
    from?: { path: string; state?: unknown; label?: string };
  };
  return (
    <Link
      to={from?.path ?? list.path}
      state={from?.state}
      className="-mt-2 mb-1 inline-flex min-h-11 items-center gap-1 text-sm font-bold text-coral-dark no-underline hover:underline"
    >
      <Icon name="chevron-left" className="size-4" />
      {from?.label ?? list.label}
    </Link>
  );
}
