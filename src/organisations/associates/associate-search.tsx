import { type RefObject, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType, useRouteLoaderData } from 'react-router';
import { ButtonLink } from '#kit/ui/button.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Pagination } from '#kit/ui/navigation/pagination.tsx';
import { formatYen } from '#kit/values/yen.ts';
import type { Associate } from './associate.ts';
import { AssociateGrid } from './associate-card.tsx';
import type { DirectoryQuery } from './directory-query.ts';
import { SearchForm } from './search-form.tsx';
import { searchUrl } from './search-url.ts';
import { searchFormChange, useChosenQuery } from './use-chosen-query.ts';
import { searchInBrowser, warmDirectory } from './use-directory.ts';

export type AssociateSelection = {
  items: Associate[];
  page: number;
  pageCount: number;
  total: number;
};

type AssociateSearchProps = {
  /** The list's path: /search, or that of a challenge. */
  base: string;
  query: DirectoryQuery;
  selection: AssociateSelection;
  /** Number of organisations in the list without filters; all of them by default. */
  listed?: number;
};

/** Up to this many are seen at a glance, without a search form. */
const atAGlance = 8;

/**
 * The search form with its results: the URL holds the state. With the directory in the browser the list changes with
 * each keystroke, and the URL right after it.
 */
export function AssociateSearch({ base, query, selection, listed }: AssociateSearchProps) {
  const followInUrl = useLateUrl();
  const results = useRef<HTMLParagraphElement>(null);
  useResultsOfHeader(results, query.keyword);
  const site = useRouteLoaderData<{ associateCount: number }>('root');
  const [asked, setAsked] = useChosenQuery(query);
  const isUrlPending = searchUrl(base, asked) !== searchUrl(base, query);
  const found = useMemo(
    () => (isUrlPending ? searchInBrowser(asked, undefined) : undefined),
    [isUrlPending, asked],
  );
  const { items, page, pageCount, total } = found ?? selection;
  const pages = useMemo(
    () => (
      <Pagination
        page={page}
        pageCount={pageCount}
        href={(number) => searchUrl(base, found ? asked : query, number)}
      />
    ),
    [page, pageCount, base, found, asked, query],
  );
  const cards = firstOf(items, useDeferredValue(items));
  const pagesBelow = useDeferredValue(pages);
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
            followInUrl(searchUrl(base, changed));
          }}
          onSearch={() => showResults(results.current)}
        />
      )}
      <h2 className="sr-only">見つかった団体</h2>
      <p ref={results} className="mt-6 mb-4 scroll-mt-3" role="status">
        {total > 0 ? (
          <>
            <span className="figures text-xl text-coral-dark">{formatYen(total)}</span>
            団体が見つかりました
          </>
        ) : (
          '当てはまる団体はありません'
        )}
        {pageCount > 1 && `（${page}/${pageCount}ページ）`}
      </p>
      {total > 0 ? (
        <AssociateGrid associates={cards} />
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
      {pagesBelow}
    </>
  );
}

/** Cards updated at once on a keystroke: one row, or what a phone shows. */
const followingAtOnce = 3;

/**
 * The first cards of a list, followed by those of the list `before` it until the next frame: a keystroke does not
 * wait for cards below the screen, and the page keeps its height. Those keep their positions, which costs nothing; a
 * card that has moved to the top is replaced by one that it displaced.
 */
export function firstOf(items: readonly Associate[], before: readonly Associate[]) {
  if (items === before) return items;
  const first = items.slice(0, followingAtOnce);
  const isFirst = new Set(first.map(({ id }) => id));
  const displaced = before.slice(0, followingAtOnce).filter(({ id }) => !isFirst.has(id));
  const below = before
    .slice(followingAtOnce)
    .flatMap((card) => (isFirst.has(card.id) ? (displaced.shift() ?? []) : card));
  return [...first, ...below.slice(0, items.length - first.length)];
}

const noQuery: DirectoryQuery = { keyword: '', order: 'thisMonth', isDeductible: false };

/** On phones, ends a search at its results: closes the keyboard, and scrolls to the count above the first card. */
function showResults(results: HTMLElement | null) {
  if (!matchMedia('(width < 48rem)').matches) return;
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  results?.scrollIntoView();
}

/** The same for a search from the header, which arrives as a navigation. */
function useResultsOfHeader(results: RefObject<HTMLElement | null>, keyword: string) {
  const { key, state } = useLocation();
  const isNew = useNavigationType() === 'PUSH' && !state?.isSearchFormChange;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each navigation
  useEffect(() => {
    if (isNew && keyword !== '') showResults(results.current);
  }, [key]);
}

/**
 * Updates the URL after the search form's last change, once the list is painted: the router treats it as a
 * navigation, which is slower than the list. A click in between updates it first.
 */
export function useLateUrl() {
  const navigate = useNavigate();
  const waiting = useRef<AbortController>(null);
  useEffect(() => () => waiting.current?.abort(), []);
  return (url: string) => {
    waiting.current?.abort();
    const wait = new AbortController();
    waiting.current = wait;
    const { signal } = wait;
    const follow = () => {
      if (signal.aborted) return;
      wait.abort();
      navigate(url, { replace: true, preventScrollReset: true, state: searchFormChange });
    };
    addEventListener('click', follow, { capture: true, signal });
    // After Back the history entry is another: a late update must not overwrite it.
    addEventListener('popstate', () => wait.abort(), { signal });
    requestAnimationFrame(() => setTimeout(follow));
  };
}
