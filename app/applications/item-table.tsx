import { Link } from 'react-router';
import { type Column, Table } from '#app/ui/table.tsx';
import type {
  ApplicationStatus,
  AppraisalItem,
  AppraisedPieces,
} from '#domain/applications/application.ts';
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

/**
 * Which items were priced and which not, why, and where each went; where the result has no list of
 * them, how many there were and how to ask.
 */
export function ItemTable({ items, pieces }: Pick<ApplicationStatus, 'items' | 'pieces'>) {
  if (items.length === 0) return pieces && pieces.count > 0 ? <NoItems {...pieces} /> : null;
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

function NoItems({ count, priced }: AppraisedPieces) {
  return (
    <p className="text-ink-2">
      {priced === 0
        ? `お品物${formatYen(count)}点には、値段がつきませんでした。`
        : `お品物${formatYen(count)}点のうち、${formatYen(priced)}点に値段がつきました。`}
      この査定には、お品物ごとの明細がありません。行き先と理由は、申込番号を添えて
      <Link to="/contact" className="text-coral-dark underline">
        お問い合わせ
      </Link>
      ください。
    </p>
  );
}
