import { Link } from '#kit/ui/links/link.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { firstPage, placeState } from './list-place.ts';
import { currentPage } from './page-range.ts';
import type { List } from './use-list.ts';

const step =
  'inline-flex min-h-11 items-center gap-1 rounded-full px-4 text-sm font-bold no-underline text-coral-dark hover:bg-sand';

/** Links to the previous and next page; nothing for a single page. */
export function CursorPages<Row, Body>({ list }: { list: List<Row, Body> }) {
  const { answer, place, shown, pathTo } = list;
  const { next, previous } = answer.value ?? {};
  if (!shown || (!next && !previous)) return null;
  const page = currentPage(shown);
  const state = placeState(place);
  return (
    <nav aria-label="ページ" className="mt-6 flex flex-wrap items-center justify-center gap-1">
      {previous && page > 2 && (
        <Link to={pathTo(firstPage)} state={state} className={step}>
          最初のページ
        </Link>
      )}
      {previous && (
        <Link
          to={pathTo({ open: undefined, cursor: previous, page: page - 1 })}
          state={state}
          rel="prev"
          className={step}
        >
          <Icon name="chevron-left" className="size-5" />
          前のページ
        </Link>
      )}
      <span className="px-2 text-sm text-ink-2 tabular-nums">{`${page}ページ目`}</span>
      {next && (
        <Link
          to={pathTo({ open: undefined, cursor: next, page: page + 1 })}
          state={state}
          rel="next"
          className={step}
        >
          次のページ
          <Icon name="chevron-right" className="size-5" />
        </Link>
      )}
    </nav>
  );
}
