import type { ComponentProps } from 'react';
import { Table } from './table.tsx';

/** A table of a guide on a card; on phones its rows become stacks by default. */
export function FramedTable<Row>(table: ComponentProps<typeof Table<Row>>) {
  return (
    <div className="rounded-card border border-line bg-paper px-4 py-2 narrow:px-6 narrow:py-4 [&_tbody_:is(td,th)]:align-top [&_tbody_tr:last-child]:border-0">
      <Table onPhones="stacks" {...table} />
    </div>
  );
}
