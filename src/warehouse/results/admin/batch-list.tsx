import { addressOf } from '#kit/client/send.ts';
import type { ListDisplay } from '#kit/lists/list-screen.tsx';
import { RowLink, type RowLinks } from '#kit/lists/row-link.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import type { ListConfig } from '#kit/lists/use-list.ts';
import { Chip } from '#kit/ui/chip.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { type ResultBatch, resultBatchesPageSize } from '#warehouse/results/result-import.ts';

export const batchSource: ListConfig<ResultBatch> = {
  path: '/admin/results',
  api: addressOf('GET /api/office/results/batches'),
  rowKey: ({ id }) => id,
};

/** The imported uploads, newest first. */
export const batchLook: ListDisplay<ResultBatch> = {
  title: '取り込み',
  pageSize: resultBatchesPageSize,
  csv: addressOf('GET /api/office/results/batches.csv'),
  columns: (links) => [
    {
      label: '取り込み日時',
      cell: ({ createdAt }) => (
        <span className="whitespace-nowrap tabular-nums">{formatDateTime(createdAt)}</span>
      ),
    },
    {
      label: 'ファイル',
      isRowHeader: true,
      cell: (batch) => <BatchLink batch={batch} links={links} />,
    },
    { label: '行', isNumber: true, cell: ({ accepted }) => formatYen(accepted) },
    { label: '寄付', isNumber: true, cell: ({ donationYen }) => `${formatYen(donationYen)}円` },
    { label: '担当', cell: ({ uploadedBy }) => <span className="break-all">{uploadedBy}</span> },
    { label: '状態', cell: (batch) => <BatchChip batch={batch} /> },
  ],
  card: (batch, links) => <BatchCard batch={batch} links={links} />,
  empty: () => ({
    title: 'まだ取り込みがありません',
    advice: '査定結果を取り込むと、ここに並びます。',
  }),
};

function BatchLink({ batch: { id, fileName }, links }: { batch: ResultBatch; links: RowLinks }) {
  return (
    <RowLink {...links.page(`/admin/results/${id}`)} className="break-all">
      {fileName || '（名前なし）'}
    </RowLink>
  );
}

function BatchCard({ batch, links }: { batch: ResultBatch; links: RowLinks }) {
  return (
    <>
      <CardLine>
        <BatchLink batch={batch} links={links} />
        <BatchChip batch={batch} />
      </CardLine>
      <CardLine>
        <span className="text-sm text-ink-2 tabular-nums">{formatDateTime(batch.createdAt)}</span>
        <span className="text-sm">{batch.uploadedBy}</span>
      </CardLine>
      <CardLine>
        <span className="text-sm text-ink-2">{formatYen(batch.accepted)}行</span>
        <b>{formatYen(batch.donationYen)}円</b>
      </CardLine>
    </>
  );
}

/** Whether a batch is pending, released or reversed. */
export function BatchChip({ batch }: { batch: ResultBatch }) {
  if (batch.state === 'waiting') return <Chip tone="honey">確定待ち</Chip>;
  if (batch.state === 'dropped') return <Chip>取りやめ</Chip>;
  return batch.reversedAt ? <Chip>取り消し済み</Chip> : <Chip tone="leaf">確定済み</Chip>;
}
