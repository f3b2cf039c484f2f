import { Link } from 'react-router';
import { CardLine, Rows } from '#app/admin/rows.tsx';
import { Chip } from '#app/ui/chip.tsx';
import type { Column } from '#app/ui/table.tsx';
import { onHoldAdminLabel } from '#domain/applications/application-state.ts';
import { appraisalOutcomes } from '#domain/results/appraisal-result.ts';
import type { ResultBatchRow } from '#domain/results/result-import.ts';
import { formatYen } from '#domain/values/yen.ts';

/** The rows of an upload, in the order of its file, with what became of each. */
export function BatchRows({ rows }: { rows: readonly ResultBatchRow[] }) {
  return (
    <Rows
      caption="取り込んだ行"
      columns={columns}
      rows={rows}
      rowKey={({ row }) => row}
      card={(row) => <RowCard row={row} />}
    />
  );
}

const yen = (amountYen: number) => `${formatYen(amountYen)}円`;

const columns: Column<ResultBatchRow>[] = [
  { label: '行', isNumber: true, cell: ({ row }) => row },
  {
    label: '申込番号',
    isRowHeader: true,
    cell: (row) => <NumberLink row={row} />,
  },
  { label: '寄付先', cell: ({ targetName }) => targetName },
  {
    label: '点数',
    isNumber: true,
    cell: ({ itemCount, pricedCount }) => `${formatYen(pricedCount)} / ${formatYen(itemCount)}`,
  },
  { label: '査定金額', isNumber: true, cell: ({ appraisedYen }) => yen(appraisedYen) },
  { label: '加算額', isNumber: true, cell: ({ bonusYen }) => yen(bonusYen) },
  { label: '寄付金額', isNumber: true, cell: ({ donationYen }) => <b>{yen(donationYen)}</b> },
  { label: '結果', cell: (row) => <OutcomeChip row={row} /> },
  { label: '備考', cell: ({ note }) => note || '—' },
];

function NumberLink({ row: { appraisalId } }: { row: ResultBatchRow }) {
  return (
    <Link
      to={`/admin/applications/${appraisalId}`}
      className="font-bold whitespace-nowrap tabular-nums no-underline hover:text-coral-dark hover:underline max-narrow:inline-flex max-narrow:min-h-11 max-narrow:items-center"
    >
      {appraisalId}
    </Link>
  );
}

function RowCard({ row }: { row: ResultBatchRow }) {
  return (
    <>
      <CardLine>
        <NumberLink row={row} />
        <OutcomeChip row={row} />
      </CardLine>
      <p className="text-sm text-ink-2">{row.targetName}</p>
      <CardLine>
        <span className="text-sm text-ink-2">
          {row.row}行目・{formatYen(row.pricedCount)} / {formatYen(row.itemCount)}点
        </span>
        <b>{yen(row.donationYen)}</b>
      </CardLine>
      {row.note && <p className="text-sm">{row.note}</p>}
    </>
  );
}

function OutcomeChip({
  row: { outcome, isReversed, isOnHold, isDonated },
}: {
  row: ResultBatchRow;
}) {
  if (isReversed) return <Chip>取り消し</Chip>;
  if (isOnHold) return <Chip tone="error">{onHoldAdminLabel}</Chip>;
  if (isDonated) return <Chip tone="leaf">寄付済み</Chip>;
  return <Chip>{appraisalOutcomes[outcome].label}</Chip>;
}
