import type { ReactNode } from 'react';
import { type Column, Table } from '#kit/ui/table.tsx';
import { rowAttributes } from './row-keys.ts';
import { useIsPhone } from './use-is-phone.ts';

/** Style of the row with the keyboard focus. */
const current = 'has-[a:focus-visible]:bg-coral-soft focus-visible:bg-coral-soft';

/** Rows of data: a dense table, on phones a list of compact cards. `tick` is placed before each row. */
export function Rows<Row>({
  caption,
  columns,
  rows,
  rowKey,
  card,
  tick,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** By default a card names each of its columns. */
  card?: ((row: Row) => ReactNode) | undefined;
  tick?: ((row: Row) => ReactNode) | undefined;
}) {
  const isPhone = useIsPhone();
  if (!isPhone || !card) {
    const ticked: readonly Column<Row>[] = tick
      ? [{ label: '選ぶ', isLabelHidden: true, cell: tick }, ...columns]
      : columns;
    return (
      <Table
        {...{ caption, rows, rowKey }}
        columns={ticked}
        onPhones="cards"
        isDense
        rowProps={{ ...rowAttributes, className: current }}
      />
    );
  }
  return (
    <ul aria-label={caption} className="divide-y divide-line border-y border-line">
      {rows.map((row) => (
        <li
          key={rowKey(row)}
          {...rowAttributes}
          className={`py-3 ${tick ? 'grid grid-cols-[2rem_1fr] gap-x-1 pl-2' : ''} ${current}`}
        >
          {tick && <div className="pt-3">{tick(row)}</div>}
          <div className="min-w-0">{card(row)}</div>
        </li>
      ))}
    </ul>
  );
}

/** A card's line with content at both ends. */
export function CardLine({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center justify-between gap-x-3">{children}</div>;
}
