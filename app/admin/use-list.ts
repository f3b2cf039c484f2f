import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { apiResponse } from '#app/session/api.ts';
import type { CallAddress } from '#app/session/calls/send.ts';
import { useSession } from '#app/session/session.ts';
import { type Query, useQuery } from '#app/session/use-query.ts';
import {
  chosenRows,
  type ListAddress,
  type ListPlace,
  type ListQuestion,
  pageQuestion,
  placePath,
  placeState,
  readPlace,
} from './list-place.ts';
import { type Shown, type Total, totalOf } from './page-range.ts';

/** A page as the API answers it: its body, and what the headers tell. */
type ListAnswer<Body> = {
  body: Body;
  total: Total | undefined;
  next: string | undefined;
  previous: string | undefined;
};

export type ListSource<Row, Body = Row[]> = ListAddress & {
  rowKey: (row: Row) => string;
  /** Where the rows are in what the API answers, unless that is the rows themselves. */
  rowsOf?: (body: Body) => readonly Row[];
  /** Where the API answers how many there are of each choice of the chips. */
  countsApi?: string;
};

/** A list whose rows are those that its call is declared to answer. */
export const declaredList = <Row>(
  source: Omit<ListSource<Row>, 'api'> & { api: CallAddress<Row[], undefined> },
): ListSource<Row> => source;

export type List<Row, Body = Row[]> = {
  source: ListSource<Row, Body>;
  place: ListPlace;
  answer: Query<ListAnswer<Body>>;
  rows: readonly Row[] | undefined;
  counts: Partial<Record<string, number>> | undefined;
  /** Where the page is, once it is there. */
  shown: Shown | undefined;
  /** The address of this list, changed in this. */
  pathTo: (changed: Partial<ListPlace>) => string;
  /** Goes there, without leaving the place that the window is scrolled to. */
  goTo: (changed: Partial<ListPlace>, options?: { replace?: boolean }) => void;
  /** Closes the entry that is open. */
  close: () => void;
  /** Asks for the page and the counts again. */
  reload: () => void;
  /** The same after the open entry has changed: of a narrowed list it may be no part any more. */
  onChanged: () => void;
  ticks: Ticks<Row>;
};

/** The rows that are ticked, on this page and on others of the same selection. */
export type Ticks<Row> = {
  rows: readonly Row[];
  has: (row: Row) => boolean;
  set: (rows: readonly Row[], isTicked: boolean) => void;
  clear: () => void;
};

/** A list as its address and its history state name it, with the answer of the API. */
export function useList<Row, Body = Row[]>(source: ListSource<Row, Body>): List<Row, Body> {
  const navigate = useNavigate();
  const location = useLocation();
  const place = readPlace(source, useSearchParams()[0], location.state);
  const question = pageQuestion(source, place);
  const answer = useQuery(
    JSON.stringify(question),
    (signal) => askForPage<Body>(question, signal),
    { keepsLast: true },
  );
  const counts = useQuery<Partial<Record<string, number>>>(source.countsApi);
  const { rowsOf = (body) => body as unknown as readonly Row[] } = source;
  const rows = answer.value && rowsOf(answer.value.body);
  const ticks = useTicks(`${source.api} ${chosenRows(place)}`, source, rows);
  const pathTo = (changed: Partial<ListPlace>) => placePath(source, { ...place, ...changed });
  const goTo: List<Row, Body>['goTo'] = (changed, { replace = false } = {}) =>
    navigate(pathTo(changed), {
      state: placeState({ ...place, ...changed }),
      replace,
      preventScrollReset: true,
      defaultShouldRevalidate: false,
    });
  const close = () => {
    // Back where it was opened from; one opened by its address has no such place.
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
  { path, body }: ListQuestion,
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

/** What was ticked when a list was left, for the way back from one of its entries; of one person's session. */
let cachedTicks: { era: number; ticked: Ticked<unknown> } | undefined;

/** Another selection begins without ticks; another page of the same one, and the way back to it, keep them. */
function useTicks<Row>(
  selection: string,
  { rowKey }: Pick<ListSource<Row, never>, 'rowKey'>,
  rows: readonly Row[] | undefined,
): Ticks<Row> {
  const { era, uid } = useSession();
  const whose = `${uid} ${selection}`;
  const [kept, setKept] = useState<Ticked<Row>>(() =>
    cachedTicks?.era === era && cachedTicks.ticked.selection === whose
      ? (cachedTicks.ticked as Ticked<Row>)
      : { selection: whose, rows: new Map() },
  );
  const keep = (next: Map<string, Row>) => {
    const ticked = { selection: whose, rows: next };
    cachedTicks = { era, ticked };
    setKept(ticked);
  };
  const ticked = kept.selection === whose ? kept.rows : new Map<string, Row>();
  // A row on the screen is newer than what was ticked.
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
