import type { ReactNode } from 'react';
import { ButtonLink } from '#kit/ui/button.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import type { Column } from '#kit/ui/table.tsx';
import { firstPage, type ListPlace, placePath, placeState } from './list-place.ts';
import type { RowLinks } from './row-link.tsx';
import { Rows } from './rows.tsx';
import type { List } from './use-list.ts';

type EmptyText = { title: string; advice?: ReactNode };

/** How the rows of a list are displayed, or an empty one. */
export type RowsDisplay<Row> = {
  /** Name of the rows, such as メール. */
  title: string;
  columns: (links: RowLinks) => readonly Column<Row>[];
  /** The row on a phone; by default a card that names each of its columns. */
  card?: (row: Row, links: RowLinks) => ReactNode;
  /** Label of a row's tick box; without it rows have none. */
  tickLabel?: (row: Row) => string;
  empty?: (place: ListPlace) => EmptyText | undefined;
};

/** One page of a list: its rows, or why it is empty. */
export function ListBody<Row, Body>({
  list,
  look,
  links,
}: {
  list: List<Row, Body>;
  look: RowsDisplay<Row>;
  links: RowLinks;
}) {
  const { answer, rows, place } = list;
  if (answer.problem) {
    return (
      <>
        <LoadFailure message={answer.problem.message} onRetry={answer.reload} />
        {place.cursor && (
          <p className="mt-3">
            <FirstPageLink list={list} />
          </p>
        )}
      </>
    );
  }
  if (!rows) return <Skeleton lines={10} label={`${look.title}を読み込んでいます`} />;
  if (rows.length === 0) {
    return answer.isLoading ? (
      <Skeleton lines={10} label={`${look.title}を読み込んでいます`} />
    ) : (
      <EmptyList list={list} look={look} />
    );
  }
  const { tickLabel, card } = look;
  return (
    // Scrolls sideways where the columns don't fit.
    <div
      aria-busy={answer.isLoading}
      className={`narrow:overflow-x-auto ${answer.isLoading ? 'opacity-60 transition-opacity delay-150' : ''}`}
    >
      <Rows<Row>
        caption={`${look.title}の一覧`}
        columns={look.columns(links)}
        rows={rows}
        rowKey={list.source.rowKey}
        card={card && ((row) => card(row, links))}
        tick={tickLabel && ((row) => <Tick list={list} row={row} label={tickLabel(row)} />)}
      />
    </div>
  );
}

function Tick<Row, Body>({
  list: { ticks },
  row,
  label,
}: {
  list: List<Row, Body>;
  row: Row;
  label: string;
}) {
  return (
    <label className="-m-2.5 grid size-11 cursor-pointer place-items-center">
      <span className="sr-only">{label}</span>
      <input
        type="checkbox"
        className="size-5 cursor-pointer accent-coral"
        checked={ticks.has(row)}
        onChange={(event) => ticks.set([row], event.currentTarget.checked)}
      />
    </label>
  );
}

/** Ticks all rows of the page. */
export function TickPage<Row, Body>({ list: { rows = [], ticks } }: { list: List<Row, Body> }) {
  if (rows.length === 0) return null;
  const count = rows.filter(ticks.has).length;
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2.5 px-2 text-sm">
      <input
        type="checkbox"
        className="size-5 cursor-pointer accent-coral"
        checked={count === rows.length}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && count < rows.length;
        }}
        onChange={(event) => ticks.set(rows, event.currentTarget.checked)}
      />
      {`このページの${rows.length}件を選ぶ`}
    </label>
  );
}

/** Says why the list is empty, and links to where entries may be. */
function EmptyList<Row, Body>({ list, look }: { list: List<Row, Body>; look: RowsDisplay<Row> }) {
  const { place, source } = list;
  if (place.cursor) {
    return (
      <EmptyState
        title={`このページには、もう${look.title}がありません`}
        action={<FirstPageLink list={list} />}
      >
        件数が変わりました。
      </EmptyState>
    );
  }
  const isNarrowed = place.keyword !== '' || Object.keys(place.filters).length > 0;
  const { title, advice } = look.empty?.(place) ?? {
    title: isNarrowed ? `当てはまる${look.title}がありません` : `${look.title}はありません`,
  };
  return (
    <EmptyState
      title={title}
      picture="envelope"
      action={
        isNarrowed && (
          <ButtonLink
            to={placePath(source, {
              ...place,
              ...firstPage,
              filters: source.everything ?? {},
              order: 'newest',
            })}
            variant="outline"
            size="small"
          >
            すべて見る
          </ButtonLink>
        )
      }
    >
      {advice}
    </EmptyState>
  );
}

function FirstPageLink<Row, Body>({ list: { place, pathTo } }: { list: List<Row, Body> }) {
  return (
    <ButtonLink to={pathTo(firstPage)} state={placeState(place)} variant="outline" size="small">
      1ページ目へ
    </ButtonLink>
  );
}
