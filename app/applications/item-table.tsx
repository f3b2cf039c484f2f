import { type Column, Table } from '#app/ui/table.tsx';
import type { AppraisalItem } from '#domain/applications/application.ts';
import { formatYen } from '#domain/values/yen.ts';

const columns: Column<AppraisalItem>[] = [
  {
    label: 'お品物',
    isRowHeader: true,
    cell: ({ name, quantity }) => (
      <span className="font-normal">
        {name}
        {quantity > 1 && <span className="ml-1 whitespace-nowrap">{quantity}点</span>}
      </span>
    ),
  },
  { label: '査定', isNumber: true, cell: ({ amountYen }) => `${formatYen(amountYen)}円` },
  {
    label: '行き先',
    cell: ({ destination, reason }) => (
      <>
        {destination}
        {reason && <span className="block text-sm text-ink-2">{reason}</span>}
      </>
    ),
  },
];

/** Which items were priced and which not, why, and where each went. */
export function ItemTable({ items }: { items: readonly AppraisalItem[] }) {
  if (items.length === 0) return null;
  return (
    <Table
      caption="お品物ごとの査定"
      columns={columns}
      rows={items}
      rowKey={(item) => items.indexOf(item)}
      onPhones="cards"
    />
  );
}
