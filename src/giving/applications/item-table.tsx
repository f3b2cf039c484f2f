import { useState } from 'react';
import { Button } from '#kit/ui/button.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { type Column, Table } from '#kit/ui/table.tsx';
import { formatYen } from '#kit/values/yen.ts';
import type { ApplicationStatus, AppraisalItem, AppraisedPieces } from './application.ts';
import { ItemPictures } from './item-pictures.tsx';

/** Items shown at first and added per press: a box can hold hundreds. */
const itemsAtOnce = 30;

const columnsOf = (boxes: number): Column<AppraisalItem>[] => [
  { label: 'お品物', isRowHeader: true, cell: (item) => <Item item={item} boxes={boxes} /> },
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

function Item({ item, boxes }: { item: AppraisalItem; boxes: number }) {
  const { name, quantity, condition, boxNumber, images = [] } = item;
  const facts = [
    ...(boxes > 1 && boxNumber ? [`${boxes}箱のうち${boxNumber}箱目`] : []),
    ...(condition ? [`状態：${condition}`] : []),
  ];
  return (
    <span className="block font-normal">
      <ItemPictures name={name} images={images} />
      <span className="wrap-anywhere">{name}</span>
      {quantity > 1 && <span className="ml-1 whitespace-nowrap">{quantity}点</span>}
      {facts.length > 0 && <span className="block text-sm text-ink-2">{facts.join('・')}</span>}
    </span>
  );
}

type ItemTableProps = Pick<ApplicationStatus, 'items' | 'pieces'> & { boxes?: number };

/**
 * The items with their pictures: which were priced, why others were not, and where each went. A result without a list
 * of items shows their number and how to ask.
 */
export function ItemTable({ items, pieces, boxes = 1 }: ItemTableProps) {
  const [shown, setShown] = useState(itemsAtOnce);
  if (items.length === 0) return pieces && pieces.count > 0 ? <NoItems {...pieces} /> : null;
  const remaining = items.length - shown;
  return (
    <>
      <Table
        caption="お品物ごとの査定"
        columns={columnsOf(boxes)}
        rows={items.slice(0, shown)}
        rowKey={(item) => items.indexOf(item)}
        onPhones="cards"
      />
      {remaining > 0 && (
        <p className="mt-4 text-center">
          <Button variant="outline" size="small" onClick={() => setShown(shown + itemsAtOnce)}>
            続きを表示する（あと{formatYen(remaining)}件）
          </Button>
        </p>
      )}
    </>
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
