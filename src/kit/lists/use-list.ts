import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { apiResponse } from '#kit/client/api.ts';
import type { CallAddress } from '#kit/client/send.ts';
import { type Query, useQuery } from '#kit/client/use-query.ts';
import { useSession } from '#people/session/session.ts';
import {
  type ListAddress,
  type ListPlace,
  type ListRequest,
  pageRequest,
  placePath,
  placeState,
  readPlace,
  rowSelectionKey,
} from './list-place.ts';
import { type ListTotal, type PagePosition, totalOf } from './page-range.ts';

/** A page as the API returns it: its body, and the values of its headers. */
type ListAnswer<Body> = {
  body: Body;
  total: ListTotal | undefined;
  next: string | undefined;
  previous: string | undefined;
};

export type ListConfig<Row, Body = Row[]> = ListAddress & {
  rowKey: (row: Row) => string;
  /** Extracts the rows from the API's response, if that is not the array of rows itself. */
  rowsOf?: (body: Body) => readonly Row[];
  /** The API's path of the counts for the chips. */
  countsApi?: string;
};

/** A list whose rows are those that its call is declared to answer. */
export const declaredList = <Row>(
  source: Omit<ListConfig<Row>, 'api'> & { api: CallAddress<Row[], undefined> },
): ListConfig<Row> => source;

export type List<Row, Body = Row[]> = {
  source: ListConfig<Row, Body>;
  place: ListPlace;
  answer: Query<ListAnswer<Body>>;
  rows: readonly Row[] | undefined;
  counts: Partial<Record<string, number>> | undefined;
  /** Position of the page, once loaded. */
  shown: PagePosition | undefined;
  /** The list's address with these changes. */
  pathTo: (changed: Partial<ListPlace>) => string;
  /** Navigates there, keeping the scroll position. */
  goTo: (changed: Partial<ListPlace>, options?: { replace?: boolean }) => void;
  /** Closes the open entry. */
  close: () => void;
  /** Reloads the page and the counts. */
  reload: () => void;
  /** Reloads after the open entry changed, and closes it if the list is filtered: it may no longer match. */
  onChanged: () => void;
  ticks: Ticks<Row>;
};

/** The ticked rows, on this page and others of the same selection. */
export type Ticks<Row> = {
  rows: readonly Row[];
  has: (row: Row) => boolean;
  set: (rows: readonly Row[], isTicked: boolean) => void;
  clear: () => void;
};

/** A list as its address and history state describe it, with the API's response. */
export function useList<Row, Body = Row[]>(source: ListConfig<Row, Body>): List<Row, Body> {
  const navigate = useNavigate();
  const location = useLocation();
  const place = readPlace(source, useSearchParams()[0], location.state);
  const question = pageRequest(source, place);
  const answer = useQuery(
    JSON.stringify(question),
    (signal) => askForPage<Body>(question, signal),
    { keepsLast: true },
  );
  const counts = useQuery<Partial<Record<string, number>>>(source.countsApi);
  const { rowsOf = (body) => body as unknown as readonly Row[] } = source;
  const rows = answer.value && rowsOf(answer.value.body);
  const ticks = useTicks(`${source.api} ${rowSelectionKey(place)}`, source, rows);
  const pathTo = (changed: Partial<ListPlace>) => placePath(source, { ...place, ...changed });
  const goTo: List<Row, Body>['goTo'] = (changed, { replace = false } = {}) =>
    navigate(pathTo(changed), {
      state: placeState({ ...place, ...changed }),
      replace,
      preventScrollReset: true,
      defaultShouldRevalidate: false,
    });
  const close = () => {
    // Goes back to where it was opened; one opened by its address has no such entry.
    if ((location.state as { isOpened?: boolean } | null)?.isOpened) navigate(-1);
    else goTo({ open: undefined }, { replace: true });
  };
  const reload = () => {
    answer.reload();
    counts.reload();
  };
  return {
    source,
    place,
    answer,
    rows,
    counts: counts.value,
    shown: answer.value &&
      rows && {
        page: place.page,
        rows: rows.length,
        total: answer.value.total,
        isFirst: answer.value.previous === undefined,
        isLast: answer.value.next === undefined,
      },
    pathTo,
    goTo,
    close,
    reload,
    onChanged() {
      reload();
      if (Object.values(place.filters).some(Boolean)) close();
    },
    ticks,
  };
}

async function askForPage<Body>(
  { path, body }: ListRequest,
  signal: AbortSignal,
): Promise<ListAnswer<Body>> {
  const response = await apiResponse(path, { body, signal });
  const { headers } = response;
  return {
    body: (await response.json()) as Body,
    total: totalOf(headers.get('x-total-count')),
    next: headers.get('x-next-cursor') ?? undefined,
    previous: headers.get('x-previous-cursor') ?? undefined,
  };
}

type Ticked<Row> = { selection: string; rows: Map<string, Row> };

/** The ticked rows of the list last left, for returning from one of its entries; dropped with the session. */
let cachedTicks: { era: number; ticked: Ticked<unknown> } | undefined;

/** A new selection starts without ticks; other pages of the same one, and returning to it, keep them. */
function useTicks<Row>(
  selection: string,
  { rowKey }: Pick<ListConfig<Row, never>, 'rowKey'>,
  rows: readonly Row[] | undefined,
): Ticks<Row> {
  const { era, uid } = useSession();
  const selectionKey = `${uid} ${selection}`;
  const [kept, setKept] = useState<Ticked<Row>>(() =>
    cachedTicks?.era === era && cachedTicks.ticked.selection === selectionKey
      ? (cachedTicks.ticked as Ticked<Row>)
      : { selection: selectionKey, rows: new Map() },
  );
  const keep = (next: Map<string, Row>) => {
    const ticked = { selection: selectionKey, rows: next };
    cachedTicks = { era, ticked };
    setKept(ticked);
  };
  const ticked = kept.selection === selectionKey ? kept.rows : new Map<string, Row>();
  // A row on the screen is newer than its ticked copy.
  const shown = new Map(rows?.map((row) => [rowKey(row), row]));
  return {
    rows: [...ticked].map(([key, row]) => shown.get(key) ?? row),
    has: (row) => ticked.has(rowKey(row)),
    set(changed, isTicked) {
      const next = new Map(ticked);
      for (const row of changed) isTicked ? next.set(rowKey(row), row) : next.delete(rowKey(row));
      keep(next);
    },
    clear: () => keep(new Map()),
  };
}
