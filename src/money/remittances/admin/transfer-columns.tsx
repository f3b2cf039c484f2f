import { RowLink, type RowLinks } from '#kit/lists/row-link.tsx';
import type { Column } from '#kit/ui/table.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { Remittance } from '#money/remittances/run.ts';
import { breakdownOf, yenWords } from './amounts.ts';
import { RemittanceChip } from './state-chips.tsx';

/** The page of one organisation's part of a run. */
export const transferPath = (id: string): string =>
  `/admin/remittances/transfers/${encodeURIComponent(id)}`;

export const TransferLink = ({
  remittance: { id, targetName },
  links,
}: {
  remittance: Remittance;
  links: RowLinks;
}) => (
  <RowLink {...links.page(transferPath(id))} className="wrap-anywhere">
    {targetName}
  </RowLink>
);

/** What it is made of, a column each, and the sum. */
export const moneyColumns: readonly Column<Remittance>[] = [
  {
    label: '繰越',
    isNumber: true,
    cell: ({ openingYen }) => <Part yen={openingYen} />,
  },
  {
    label: '寄付',
    isNumber: true,
    cell: ({ giftYen, giftCount }) => (
      <>
        <Part yen={giftYen} />
        {giftCount > 0 && (
          <span className="block text-sm text-ink-2">{formatYen(giftCount)}件</span>
        )}
      </>
    ),
  },
  { label: '手数料', isNumber: true, cell: ({ feeYen }) => <Part yen={-feeYen} /> },
  { label: '送料・作業費', isNumber: true, cell: ({ handlingYen }) => <Part yen={-handlingYen} /> },
  { label: '訂正', isNumber: true, cell: ({ correctionYen }) => <Part yen={correctionYen} /> },
  { label: '基金', isNumber: true, cell: ({ payoutYen }) => <Part yen={payoutYen} /> },
  {
    label: 'お支払い額',
    isNumber: true,
    cell: ({ amountYen }) => <b className="figures">{formatYen(amountYen)}</b>,
  },
];

const Part = ({ yen }: { yen: number }) => (yen === 0 ? '' : formatYen(yen));

/** State, and the day or the reason that belongs to it. */
export function Standing({ remittance }: { remittance: Remittance }) {
  const { state, receivedOn, returnedOn, reason } = remittance;
  const day = state === 'confirmed' ? receivedOn : state === 'returned' ? returnedOn : null;
  return (
    <span className="text-sm">
      <RemittanceChip state={state} />
      {day && <span className="block whitespace-nowrap tabular-nums">{formatDate(day)}</span>}
      {reason !== '' && <span className="block wrap-anywhere text-ink-2">{reason}</span>}
    </span>
  );
}

/** The parts that are not nothing, in one line of a card. */
export const PartsLine = ({ remittance }: { remittance: Remittance }) => (
  <p className="text-sm text-ink-2">
    {breakdownOf(remittance)
      .filter(([, yen]) => yen !== 0)
      .map(([label, yen]) => `${label} ${yenWords(yen)}`)
      .join('・')}
  </p>
);
