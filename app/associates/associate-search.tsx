import { useNavigate, useRouteLoaderData } from 'react-router';
import { ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Pagination } from '#app/ui/navigation/pagination.tsx';
import type { Associate } from '#domain/associates/associate.ts';
import type { DirectoryQuery } from '#domain/associates/directory.ts';
import { formatYen } from '#domain/values/yen.ts';
import { AssociateGrid } from './associate-card.tsx';
import { searchInBrowser, warmDirectory } from './directory.ts';
import { SearchForm } from './search-form.tsx';
import { searchUrl } from './search-url.ts';
import { searchFormChange, useChosenQuery } from './use-chosen-query.ts';

export type AssociateSelection = {
  items: Associate[];
  page: number;
  pageCount: number;
  total: number;
};

type AssociateSearchProps = {
  /** The list's path: /search, or that of one social challenge. */
  base: string;
  query: DirectoryQuery;
  selection: AssociateSelection;
};

/**
 * The search form with its results: the URL holds the state, each change is a new URL. With the
 * directory in the browser the list changes with each keystroke, and the URL right after it.
 */
export function AssociateSearch({ base, query, selection }: AssociateSearchProps) {
  const navigate = useNavigate();
  const site = useRouteLoaderData<{ associateCount: number }>('root');
  const [asked, setAsked] = useChosenQuery(query);
  const isUrlPending = searchUrl(base, asked) !== searchUrl(base, query);
  const found = isUrlPending ? searchInBrowser(asked, undefined) : undefined;
  const { items, page, pageCount, total } = found ?? selection;
  return (
    <>
      <SearchForm
        action={base}
        query={query}
        isOfOneChallenge={base !== '/search'}
        onFocus={() => warmDirectory(site?.associateCount ?? Number.POSITIVE_INFINITY)}
        onChange={(changed) => {
          setAsked(changed);
          navigate(searchUrl(base, changed), {
            replace: true,
            preventScrollReset: true,
            state: searchFormChange,
          });
        }}
      />
      <h2 className="sr-only">見つかった団体</h2>
      <p className="mt-6 mb-4" role="status">
        <span className="figures text-xl text-coral-dark">{formatYen(total)}</span>
        団体が見つかりました
        {pageCount > 1 && `（${page} / ${pageCount}ページ）`}
      </p>
      {total > 0 ? (
        <AssociateGrid associates={items} />
      ) : (
        <EmptyState
          title="条件に合う団体が見つかりませんでした"
          action={
            <ButtonLink to={base} variant="outline">
              条件を外して見る
            </ButtonLink>
          }
        >
          言葉を短くする、ひらがなにする、ほかの条件を「すべて」にすると、見つかることがあります。
        </EmptyState>
      )}
      <Pagination
        page={page}
        pageCount={pageCount}
        href={(number) => searchUrl(base, found ? asked : query, number)}
      />
    </>
  );
}
