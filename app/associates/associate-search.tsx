import { type RefObject, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType, useRouteLoaderData } from 'react-router';
import { ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Pagination } from '#app/ui/navigation/pagination.tsx';
import type { Associate } from '#domain/associates/associate.ts';
import type { DirectoryQuery } from '#domain/associates/directory-query.ts';
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
  /** How many organisations the list has when nothing is chosen; all of them without. */
  listed?: number;
};

/** So many are seen at a glance: a form to search them would only stand in the way. */
const atAGlance = 8;

/**
 * The search form with its results: the URL holds the state, each change is a new URL. With the
 * directory in the browser the list changes with each keystroke, and the URL right after it.
 */
export function AssociateSearch({ base, query, selection, listed }: AssociateSearchProps) {
  const navigate = useNavigate();
  const results = useRef<HTMLParagraphElement>(null);
  useResultsOfHeader(results, query.keyword);
  const site = useRouteLoaderData<{ associateCount: number }>('root');
  const [asked, setAsked] = useChosenQuery(query);
  const isUrlPending = searchUrl(base, asked) !== searchUrl(base, query);
  const found = isUrlPending ? searchInBrowser(asked, undefined) : undefined;
  const { items, page, pageCount, total } = found ?? selection;
  const hasForm =
    listed === undefined ||
    listed > atAGlance ||
    searchUrl(base, query) !== searchUrl(base, noQuery);
  return (
    <>
      {hasForm && (
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
          onSearch={() => showResults(results.current)}
        />
      )}
      <h2 className="sr-only">見つかった団体</h2>
      <p ref={results} className="mt-6 mb-4 scroll-mt-3" role="status">
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

const noQuery: DirectoryQuery = { keyword: '', order: 'thisMonth', isDeductible: false };

/** On phones a search ends at what was found: the keyboard closes, and the count stands above the first card. */
function showResults(results: HTMLElement | null) {
  if (!matchMedia('(width < 48rem)').matches) return;
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  results?.scrollIntoView();
}

/** The same for a search from the header, which comes here by another address. */
function useResultsOfHeader(results: RefObject<HTMLElement | null>, keyword: string) {
  const { key, state } = useLocation();
  const isNew = useNavigationType() === 'PUSH' && !state?.isSearchFormChange;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each navigation
  useEffect(() => {
    if (isNew && keyword !== '') showResults(results.current);
  }, [key]);
}
