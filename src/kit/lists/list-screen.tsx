import { type ReactNode, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { Dialog } from '#kit/ui/dialog.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { ColumnChoice, type OptionalColumn, withColumns } from './column-choice.tsx';
import { CsvExport } from './csv-export.tsx';
import { CursorPages } from './cursor-pages.tsx';
import { type Chips, FilterChips } from './filter-chips.tsx';
import { KeywordBox } from './keyword/keyword-box.tsx';
import { ListBody, type RowsDisplay, TickPage } from './list-body.tsx';
import { fileRequest, firstPage, placeState, viewPath, viewQuery } from './list-place.ts';
import { rangeLabel } from './page-range.ts';
import { useRowKeys } from './row-keys.ts';
import type { RowLinks } from './row-link.tsx';
import { SavedViews } from './saved-views.tsx';
import type { List } from './use-list.ts';

/** How a list is displayed. */
export type ListDisplay<Row> = RowsDisplay<Row> & {
  pageSize: number;
  chips?: Chips;
  /** Label of the search box: what it finds by. Without it there is none. */
  search?: string;
  /** Optional columns; the address names them in its parameter `columns`. */
  moreColumns?: readonly OptionalColumn<Row>[];
  /** The list's name for saved views; without it there are none. */
  views?: string;
  /** The API's path of all rows as a file. */
  csv: string;
};

type ListScreenProps<Row, Body> = {
  list: List<Row, Body>;
  look: ListDisplay<Row>;
  /** Overrides the list's own counts. */
  counts?: Partial<Record<string, number>> | undefined;
  /** Further filters. */
  narrowing?: ReactNode;
  /** Actions for the ticked rows. */
  bar?: ReactNode;
  /** Title and content of the open entry's dialog; the row is undefined while it is not loaded. */
  details?: { title: string; of: (id: string, row: Row | undefined) => ReactNode };
};

/**
 * A list for operators or staff: chips, search, rows or cards, cursor pages, saved views, an export, and keyboard
 * shortcuts. The address holds its state.
 */
export function ListScreen<Row, Body>(props: ListScreenProps<Row, Body>) {
  const { list, look, counts, narrowing, bar, details } = props;
  const { place, goTo } = list;
  const here = useLocation();
  const area = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<'help' | 'views' | 'csv' | 'columns'>();
  const close = () => setOpened(undefined);
  useRowKeys(area, () => setOpened('help'));
  const links: RowLinks = {
    entry: (id) => ({
      to: list.pathTo({ open: id }),
      state: { ...placeState(place), isOpened: true },
      preventScrollReset: true,
    }),
    page: (path) => ({
      to: path,
      state: {
        from: {
          path: here.pathname + here.search,
          state: here.state,
          label: `${look.title}の一覧`,
        },
      },
    }),
  };
  return (
    <>
      <div className="grid gap-2 narrow:flex narrow:flex-wrap narrow:items-center">
        {look.chips && <FilterChips chips={look.chips} list={list} counts={counts} />}
        {look.search && (
          <KeywordBox
            label={look.search}
            keyword={place.keyword}
            onSearch={(keyword) =>
              goTo(
                {
                  ...firstPage,
                  keyword,
                  // A search ignores the filters.
                  ...(keyword !== '' && {
                    filters: { ...list.source.everything, ...place.filters },
                  }),
                },
                // One history entry for a word, not one per letter.
                { replace: place.keyword !== '' && keyword !== '' },
              )
            }
          />
        )}
        {narrowing}
      </div>
      <div ref={area}>
        <div className="mt-2 mb-1 flex flex-wrap items-center justify-between gap-x-4">
          {look.tickLabel && <TickPage list={list} />}
          <p role="status" className="px-2 text-sm text-ink-2 tabular-nums">
            {list.shown && list.shown.rows > 0 && rangeLabel(list.shown, look.pageSize)}
          </p>
          <div className="-mx-2 ml-auto flex flex-wrap items-center">
            {list.source.hasOrders && <OrderLink list={list} />}
            {look.moreColumns && (
              <Tool onClick={() => setOpened('columns')}>
                <Icon name="eye" className="size-4" />
                列を選ぶ
              </Tool>
            )}
            {look.views && (
              <Tool onClick={() => setOpened('views')}>
                <Icon name="filter" className="size-4" />
                保存した条件
              </Tool>
            )}
            <Tool onClick={() => setOpened('csv')}>
              <Icon name="download" className="size-4" />
              CSVで保存
            </Tool>
            <Tool label="キーボードでの操作" onClick={() => setOpened('help')}>
              <span aria-hidden="true">？</span>
            </Tool>
          </div>
        </div>
        <ListBody list={list} look={withColumns(look, list.place)} links={links} />
      </div>
      {bar}
      <CursorPages list={list} />
      {details && <EntryDialog list={list} {...details} />}
      {look.moreColumns && (
        <ColumnChoice
          columns={look.moreColumns}
          list={list}
          isOpen={opened === 'columns'}
          onClose={close}
        />
      )}
      <ListHelp
        hasSearch={!!look.search}
        hasTicks={!!look.tickLabel}
        isOpen={opened === 'help'}
        onClose={close}
      />
      <CsvExport
        question={(encoding) => fileRequest(list.source, place, look.csv, encoding)}
        isOpen={opened === 'csv'}
        onClose={close}
      />
      {look.views && (
        <SavedViews
          list={look.views}
          query={viewQuery(place)}
          pathOf={(query) => viewPath(list.source, query)}
          isOpen={opened === 'views'}
          onClose={close}
        />
      )}
    </>
  );
}

function Tool({
  label,
  onClick,
  children,
}: {
  /** Label where the children are not text. */
  label?: string;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-full px-2.5 text-sm font-bold whitespace-nowrap hover:bg-sand"
    >
      {children}
    </button>
  );
}

function OrderLink<Row, Body>({ list: { place, pathTo } }: { list: List<Row, Body> }) {
  const other = place.order === 'newest' ? 'oldest' : 'newest';
  return (
    <Link
      to={pathTo({ ...firstPage, order: other })}
      state={placeState(place)}
      preventScrollReset
      className="inline-flex min-h-11 items-center px-2.5 text-sm font-bold text-coral-dark underline underline-offset-4"
    >
      {other === 'oldest' ? '古い順に並べる' : '新しい順に並べる'}
    </Link>
  );
}

function EntryDialog<Row, Body>({
  list: { place, rows, answer, source, close },
  title,
  of,
}: {
  list: List<Row, Body>;
  title: string;
  of: (id: string, row: Row | undefined) => ReactNode;
}) {
  const row = rows?.find((one) => source.rowKey(one) === place.open);
  // Keeps the closed entry on the screen while the dialog fades.
  const [shown, setShown] = useState<{ id: string; row: Row | undefined }>();
  if (place.open !== undefined && (shown?.id !== place.open || shown.row !== row)) {
    setShown({ id: place.open, row });
  }
  return (
    <Dialog
      isOpen={place.open !== undefined && answer.value !== undefined}
      title={title}
      shape="wide"
      onClose={close}
      onClosed={() => setShown(undefined)}
    >
      {shown &&
        (of(shown.id, shown.row) ?? (
          <p>一覧のこのページには見当たりません。ほかの状態やページをお探しください。</p>
        ))}
    </Dialog>
  );
}

const keys = [
  ['J', '次の行へ'],
  ['K', '前の行へ'],
  ['Enter', 'いまの行を開く'],
  ['X', 'いまの行を選ぶ・外す'],
  ['/', '探す欄へ'],
  ['?', 'この案内を開く'],
] as const;

/** The keyboard shortcuts of a list. */
function ListHelp({
  hasSearch,
  hasTicks,
  isOpen,
  onClose,
}: {
  hasSearch: boolean;
  hasTicks: boolean;
  isOpen: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog isOpen={isOpen} title="キーボードでの操作" onClose={onClose}>
      <dl className="grid grid-cols-[5rem_1fr] gap-y-2">
        {keys
          .filter(([key]) => (key !== '/' || hasSearch) && (key !== 'X' || hasTicks))
          .map(([key, action]) => (
            <div key={key} className="col-span-2 grid grid-cols-subgrid items-center">
              <dt>
                <kbd className="inline-block min-w-9 rounded-lg border border-input bg-sand px-2 py-0.5 text-center font-mono text-sm">
                  {key}
                </kbd>
              </dt>
              <dd>{action}</dd>
            </div>
          ))}
      </dl>
      <p className="mt-4 text-sm text-ink-2">文字を入力している間は使えません。</p>
    </Dialog>
  );
}
