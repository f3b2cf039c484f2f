import { type ComponentProps, type ReactNode, useId } from 'react';

export type Column<Row> = {
  /** Column heading; unique, because it is also the cell's key. */
  label: string;
  cell: (row: Row) => ReactNode;
  /** Numbers are right-aligned, in tabular figures. */
  isNumber?: boolean;
  /** Makes this cell the row's header for screen readers. */
  isRowHeader?: boolean;
  /** The heading is for screen readers only, such as that of the check boxes. */
  isLabelHidden?: boolean;
};

type TableProps<Row> = {
  caption: string;
  isCaptionShown?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /**
   * On phones each row becomes a card with the values on the right, or a stack (for sentences); or the table scrolls
   * in its own region.
   */
  onPhones?: 'cards' | 'stacks' | 'scroll';
  isDense?: boolean;
  /** Attributes of each row, such as markers for scripts. */
  rowProps?: ComponentProps<'tr'>;
};

/** Rows of data. The roles are explicit, because a table laid out as cards loses its own. */
export function Table<Row>({
  caption,
  isCaptionShown,
  columns,
  rows,
  rowKey,
  onPhones = 'scroll',
  isDense,
  rowProps,
}: TableProps<Row>) {
  const captionId = useId();
  const isCards = onPhones !== 'scroll';
  const block = isCards ? 'max-narrow:block' : '';
  const padding = isDense ? 'px-2 py-2.5' : 'px-2.5 py-3';
  const table = (
    <table
      // biome-ignore lint/a11y/noRedundantRoles: see above
      role="table"
      aria-labelledby={captionId}
      className={`border-collapse text-left ${isCards ? 'w-full' : 'w-max min-w-full'} ${block} ${isDense ? 'text-sm' : ''}`}
    >
      <caption
        id={captionId}
        className={
          isCaptionShown
            ? `pb-2 text-left font-bold ${isCards ? 'max-narrow:block' : ''}`
            : 'sr-only'
        }
      >
        {caption}
      </caption>
      <thead className={isCards ? 'max-narrow:sr-only' : ''}>
        {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
        <tr role="row" className="border-b-2 border-line text-sm text-ink-2">
          {columns.map(({ label, isNumber, isLabelHidden }) => (
            <th
              key={label}
              // biome-ignore lint/a11y/noRedundantRoles: see above
              role="columnheader"
              scope="col"
              className={`${padding} whitespace-nowrap ${isNumber ? 'text-right' : ''}`}
            >
              {isLabelHidden ? <span className="sr-only">{label}</span> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={block}>
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            // biome-ignore lint/a11y/noRedundantRoles: see above
            role="row"
            {...rowProps}
            className={`border-b border-line ${isCards ? 'max-narrow:block max-narrow:py-3' : ''} ${rowProps?.className ?? ''}`}
          >
            {columns.map((column) => (
              <Cell key={column.label} {...{ column, row, onPhones, padding }} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (isCards) return table;
  return (
    <section
      aria-labelledby={captionId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="shaded-edges relative overflow-x-auto"
    >
      {table}
    </section>
  );
}

/** Class names of a cell on phones. */
const phoneCells = {
  cards:
    'max-narrow:flex max-narrow:justify-between max-narrow:gap-4 max-narrow:px-0 max-narrow:py-1',
  stacks: 'max-narrow:block max-narrow:px-0 max-narrow:py-1',
  scroll: '',
} as const;

function Cell<Row>({
  column: { label, cell, isNumber, isRowHeader, isLabelHidden },
  row,
  onPhones,
  padding,
}: {
  column: Column<Row>;
  row: Row;
  onPhones: keyof typeof phoneCells;
  padding: string;
}) {
  const Element = isRowHeader ? 'th' : 'td';
  const isCards = onPhones !== 'scroll';
  // The header cell of a stack needs no label.
  const isLabelled = isCards && !isLabelHidden && !(isRowHeader && onPhones === 'stacks');
  return (
    <Element
      role={isRowHeader ? 'rowheader' : 'cell'}
      scope={isRowHeader ? 'row' : undefined}
      className={`max-w-96 ${padding} ${phoneCells[onPhones]} ${isNumber ? 'text-right tabular-nums whitespace-nowrap' : ''}`}
    >
      {isLabelled && (
        <span
          aria-hidden="true"
          className={`shrink-0 text-sm font-bold text-ink-2 narrow:hidden ${onPhones === 'stacks' ? 'block' : ''}`}
        >
          {label}
        </span>
      )}
      {isCards ? <div className="min-w-0">{cell(row)}</div> : cell(row)}
    </Element>
  );
}
