import { Link } from 'react-router';

/** The way to an entry of the list, open in its dialog. */
export function EntryLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      state={{ isOpened: true }}
      preventScrollReset
      className="font-bold text-coral-dark underline underline-offset-4 max-narrow:inline-flex max-narrow:min-h-11 max-narrow:items-center"
    >
      {children}
    </Link>
  );
}
