import type { ComponentProps } from 'react';
import { Table } from '#app/ui/table.tsx';

/** A table of a guide on a sheet of paper; on phones its rows become cards. */
export function FramedTable<Row>(table: Omit<ComponentProps<typeof Table<Row>>, 'onPhones'>) {
  return (
    <div className="rounded-card border border-line bg-paper px-4 py-2 narrow:px-6 narrow:py-4">
      <Table {...table} onPhones="cards" />
    </div>
  );
}
