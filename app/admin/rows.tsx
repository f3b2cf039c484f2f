import type { ReactNode } from 'react';
import { type Column, Table } from '#app/ui/table.tsx';
import { useIsPhone } from './use-is-phone.ts';

/** Rows of data: a dense table, on phones a list of cards that each say the same in little room. */
export function Rows<Row>({
  caption,
  columns,
  rows,
  rowKey,
  card,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  card: (row: Row) => ReactNode;
}) {
  const isPhone = useIsPhone();
  if (!isPhone) {
    return <Table {...{ caption, columns, rows, rowKey }} onPhones="cards" isDense />;
  }
  return (
    <ul aria-label={caption} className="divide-y divide-line border-y border-line">
      {rows.map((row) => (
        <li key={rowKey(row)} className="py-3">
          {card(row)}
        </li>
      ))}
    </ul>
  );
}

/** Two ends of a line in a card. */
export function CardLine({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center justify-between gap-x-3">{children}</div>;
}
