import { Link } from '#kit/ui/links/link.tsx';

/** An entry of the breadcrumb; the last one is the page itself. */
export type Crumb = { label: string; to?: string };

/** The breadcrumb from the top page to the current one. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const places = [{ label: 'トップ', to: '/' }, ...crumbs];
  return (
    <nav aria-label="パンくずリスト" className="text-sm text-ink-2">
      <ol className="flex flex-wrap items-center">
        {places.map(({ label, to }, index) => (
          <li key={`${label} ${to}`} className="flex items-center">
            {index > 0 && (
              <span className="px-2" aria-hidden="true">
                ／
              </span>
            )}
            {index < places.length - 1 && to ? (
              <Link to={to} className="py-1 underline hover:text-coral-dark">
                {label}
              </Link>
            ) : (
              <span aria-current={index === places.length - 1 ? 'page' : undefined}>{label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
