import { Link } from '#kit/ui/links/link.tsx';
import { Icon, type IconName } from '#kit/ui/pictures/icon.tsx';
import { pageWindow } from './page-window.ts';

const square = 'grid h-11 min-w-11 place-items-center rounded-full px-2 font-bold no-underline';

/** Links to the pages of a list; nothing for a single page. `href` returns a page's address. */
export function Pagination({
  page,
  pageCount,
  href,
  state,
}: {
  page: number;
  pageCount: number;
  href: (page: number) => string;
  /** The history state of each link. */
  state?: unknown;
}) {
  if (pageCount <= 1) return null;
  return (
    <nav aria-label="ページ" className="mt-10 flex items-center justify-center gap-1">
      {page > 1 && (
        <Step to={href(page - 1)} state={state} rel="prev" icon="chevron-left" label="前のページ" />
      )}
      <ol className="flex items-center gap-1">
        {pageWindow(page, pageCount).map((name, index) => (
          <li
            key={name === 'gap' ? `gap ${index}` : name}
            // A phone has room for the ends and the current page; prev and next lead to the others.
            className={name === page || name === 1 || name === pageCount ? '' : 'max-narrow:hidden'}
          >
            {name === 'gap' ? (
              <span className={square} aria-hidden="true">
                …
              </span>
            ) : (
              <Link
                to={href(name)}
                state={state}
                aria-current={name === page ? 'page' : undefined}
                aria-label={`${name}ページ`}
                className={`${square} ${name === page ? 'bg-ink text-white' : 'hover:bg-sand'}`}
              >
                {name}
              </Link>
            )}
          </li>
        ))}
      </ol>
      {page < pageCount && (
        <Step
          to={href(page + 1)}
          state={state}
          rel="next"
          icon="chevron-right"
          label="次のページ"
        />
      )}
    </nav>
  );
}

function Step({
  to,
  state,
  rel,
  icon,
  label,
}: {
  to: string;
  state: unknown;
  rel: 'prev' | 'next';
  icon: IconName;
  label: string;
}) {
  return (
    <Link
      to={to}
      state={state}
      rel={rel}
      aria-label={label}
      className={`${square} text-coral-dark hover:bg-sand`}
    >
      <Icon name={icon} />
    </Link>
  );
}
