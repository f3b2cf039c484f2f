import { onHoldAdminLabel } from '#giving/applications/application-state.ts';
import type { ListDisplay } from '#kit/lists/list-screen.tsx';
import { RowLink, type RowLinks } from '#kit/lists/row-link.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import type { ListConfig } from '#kit/lists/use-list.ts';
import { Chip } from '#kit/ui/chip.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { formatYen } from '#kit/values/yen.ts';
import { appraisalOutcomes } from '#warehouse/results/appraisal-result.ts';
import {
  type ResultBatch,
  type ResultBatchRow,
  resultBatchRowsPageSize,
} from '#warehouse/results/result-import.ts';

/** An upload as the API returns it, with a page of its rows. */
type BatchAnswer = { batch: ResultBatch; rows: ResultBatchRow[] };

export const batchRowsSource = (batchId: string): ListConfig<ResultBatchRow, BatchAnswer> => ({
  path: `/admin/results/${batchId}`,
  api: `/api/office/results/batches/${encodeURIComponent(batchId)}`,
  // Rows added from another file may have the same position.
  rowKey: ({ appraisalId }) => appraisalId,
  rowsOf: ({ rows }) => rows,
});

/** The rows of an upload in the order of its file, each with its outcome. */
export const batchRowsLook = (
  batchId: string,
  mayCorrect: boolean,
): ListDisplay<ResultBatchRow> => ({
  title: '取り込んだ行',
  pageSize: resultBatchRowsPageSize,
  csv: `/api/office/results/batches/${encodeURIComponent(batchId)}/rows.csv`,
  columns: (links) => [
    { label: '行', isNumber: true, cell: ({ row }) => row },
    {
      label: '申込番号',
      isRowHeader: true,
      cell: (row) => <NumberLink row={row} links={links} />,
    },
    { label: '寄付先', cell: ({ targetName }) => targetName },
    {
      label: '点数',
      isNumber: true,
      cell: ({ itemCount, pricedCount }) => `${formatYen(pricedCount)}/${formatYen(itemCount)}`,
    },
    { label: '査定金額', isNumber: true, cell: ({ appraisedYen }) => yen(appraisedYen) },
    { label: '加算額', isNumber: true, cell: ({ bonusYen }) => yen(bonusYen) },
    { label: '寄付金額', isNumber: true, cell: ({ donationYen }) => <b>{yen(donationYen)}</b> },
    { label: '結果', cell: (row) => <OutcomeChip row={row} /> },
    { label: '備考', cell: ({ note }) => note || '—' },
    ...(mayCorrect
      ? [
          {
            label: '訂正',
            cell: (row: ResultBatchRow) => <CorrectLink row={row} links={links} />,
          },
        ]
      : []),
  ],
  card: (row, links) => (
    <>
      <RowCard row={row} links={links} />
      {mayCorrect && <CorrectLink row={row} links={links} />}
    </>
  ),
});

const yen = (amountYen: number) => `${formatYen(amountYen)}円`;

function NumberLink({ row: { appraisalId }, links }: { row: ResultBatchRow; links: RowLinks }) {
  return (
    <RowLink
      {...links.page(`/admin/applications/${appraisalId}`)}
      className="whitespace-nowrap tabular-nums"
    >
      {appraisalId}
    </RowLink>
  );
}

/** Links to the application, which shows a result with its corrections. */
function CorrectLink({
  row: { appraisalId, isReversed },
  links,
}: {
  row: ResultBatchRow;
  links: RowLinks;
}) {
  if (isReversed) return null;
  return (
    <Link
      {...links.page(`/admin/applications/${appraisalId}`)}
      aria-label={`${appraisalId}の結果を訂正する`}
      className="inline-flex min-h-11 items-center font-bold whitespace-nowrap text-coral-dark underline underline-offset-4"
    >
      訂正する
    </Link>
  );
}

function RowCard({ row, links }: { row: ResultBatchRow; links: RowLinks }) {
  return (
    <>
      <CardLine>
        <NumberLink row={row} links={links} />
        <OutcomeChip row={row} />
      </CardLine>
      <p className="text-sm text-ink-2">{row.targetName}</p>
      <CardLine>
        <span className="text-sm text-ink-2">
          {row.row}行目・{formatYen(row.pricedCount)}/{formatYen(row.itemCount)}点
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
