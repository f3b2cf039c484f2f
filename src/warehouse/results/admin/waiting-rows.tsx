import { addressOf } from '#kit/client/send.ts';
import type { ListDisplay } from '#kit/lists/list-screen.tsx';
import { RowLink, type RowLinks } from '#kit/lists/row-link.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import type { ListConfig } from '#kit/lists/use-list.ts';
import { Chip } from '#kit/ui/chip.tsx';
import { formatYen } from '#kit/values/yen.ts';
import { appraisalOutcomes } from '#warehouse/results/appraisal-result.ts';
import {
  type WaitingRow,
  waitingRowsPageSize,
  waitingViews,
} from '#warehouse/results/waiting-result.ts';

const apiOf = (batchId: string) =>
  addressOf('GET /api/office/results/batches/:id/waiting', { params: { id: batchId } });

export const waitingSource = (batchId: string): ListConfig<WaitingRow> => ({
  path: `/admin/results/${batchId}`,
  parameters: { view: waitingViews },
  api: apiOf(batchId),
  rowKey: ({ id }) => id,
});

/** The rows of a pending batch, in the order of its file. */
export const waitingLook = (batchId: string): ListDisplay<WaitingRow> => ({
  title: '受け付けた行',
  pageSize: waitingRowsPageSize,
  csv: `${apiOf(batchId)}.csv`,
  chips: {
    parameter: 'view',
    choices: [
      ['', '受け付けた行'],
      ['flagged', '確かめる行'],
      ['out', '外した行'],
    ],
  },
  columns: (links) => [
    { label: '行', isNumber: true, cell: ({ row }) => row },
    {
      label: '申込番号',
      isRowHeader: true,
      cell: (row) => <OpenLink row={row} links={links} />,
    },
    { label: '寄付先', cell: ({ targetName }) => targetName },
    {
      label: '点数',
      isNumber: true,
      cell: ({ itemCount, pricedCount }) => `${formatYen(pricedCount)}/${formatYen(itemCount)}`,
    },
    { label: '寄付金額', isNumber: true, cell: (row) => <b>{formatYen(row.donationYen)}円</b> },
    { label: '結果', cell: (row) => <RowChip row={row} /> },
    { label: '変更した人', cell: ({ changedBy }) => changedBy },
    { label: '備考', cell: ({ note }) => note || '—' },
  ],
  card: (row, links) => (
    <>
      <CardLine>
        <OpenLink row={row} links={links} />
        <RowChip row={row} />
      </CardLine>
      <p className="text-sm text-ink-2">{row.targetName}</p>
      <CardLine>
        <span className="text-sm text-ink-2">
          {row.row}行目・{formatYen(row.pricedCount)}/{formatYen(row.itemCount)}点
        </span>
        <b>{formatYen(row.donationYen)}円</b>
      </CardLine>
    </>
  ),
  empty: () => ({ title: '行がありません', advice: 'ほかの行は、上の絞り込みからご覧ください。' }),
});

function OpenLink({ row: { id, appraisalId }, links }: { row: WaitingRow; links: RowLinks }) {
  return (
    <RowLink {...links.entry(id)} className="whitespace-nowrap tabular-nums">
      {appraisalId}
    </RowLink>
  );
}

function RowChip({ row: { takenOut, flags, overrideReason, outcome } }: { row: WaitingRow }) {
  if (takenOut) return <Chip>外した行</Chip>;
  const doesNotFit = flags.some(({ code }) => code === 'does-not-fit');
  if (doesNotFit || (flags.length > 0 && overrideReason === ''))
    return <Chip tone="error">確かめる</Chip>;
  return <Chip>{appraisalOutcomes[outcome].label}</Chip>;
}
