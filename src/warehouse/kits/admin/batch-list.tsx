import { addressOf } from '#kit/client/send.ts';
import type { ListDisplay } from '#kit/lists/list-screen.tsx';
import { RowLink, type RowLinks } from '#kit/lists/row-link.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import { declaredList } from '#kit/lists/use-list.ts';
import { Chip } from '#kit/ui/chip.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import {
  type KitBatch,
  kitBatchesPageSize,
  kitBatchName,
  kitBatchStateLabels,
} from '#warehouse/kits/kit-batch.ts';

export const batchSource = declaredList({
  path: '/admin/kits',
  api: addressOf('GET /api/office/kits/batches'),
  rowKey: ({ id }) => id,
});

/** The batches, newest first. */
export const batchLook: ListDisplay<KitBatch> = {
  title: '発送の束',
  pageSize: kitBatchesPageSize,
  csv: addressOf('GET /api/office/kits/batches.csv'),
  columns: (links) => [
    {
      label: '束',
      isRowHeader: true,
      cell: (batch) => <BatchLink batch={batch} links={links} />,
    },
    { label: '申し込み', isNumber: true, cell: ({ applications }) => formatYen(applications) },
    { label: '箱', isNumber: true, cell: ({ boxes }) => formatYen(boxes) },
    { label: '作成', cell: ({ createdAt }) => <DateTimeCell at={createdAt} /> },
    { label: '担当', cell: ({ createdBy }) => <span className="break-all">{createdBy}</span> },
    { label: '状態', cell: (batch) => <BatchChip batch={batch} /> },
  ],
  card: (batch, links) => (
    <>
      <CardLine>
        <BatchLink batch={batch} links={links} />
        <BatchChip batch={batch} />
      </CardLine>
      <CardLine>
        <span className="text-sm text-ink-2">
          {formatYen(batch.applications)}件・{formatYen(batch.boxes)}箱
        </span>
        <span className="text-sm break-all">{batch.createdBy}</span>
      </CardLine>
    </>
  ),
  empty: () => ({
    title: 'まだ束がありません',
    advice: '「今日の分を束にする」を押すと、ここに並びます。',
  }),
};

const DateTimeCell = ({ at }: { at: string }) => (
  <span className="whitespace-nowrap tabular-nums">{formatDateTime(at)}</span>
);

const BatchLink = ({ batch, links }: { batch: KitBatch; links: RowLinks }) => (
  <RowLink {...links.page(`/admin/kits/${batch.id}`)} className="whitespace-nowrap">
    {kitBatchName(batch)}
  </RowLink>
);

const tones = { frozen: 'honey', marked: 'leaf', dissolved: 'plain' } as const;

/** Whether a batch is pending, sent or dissolved. */
export const BatchChip = ({ batch: { state } }: { batch: Pick<KitBatch, 'state'> }) => (
  <Chip tone={tones[state]}>{kitBatchStateLabels[state]}</Chip>
);
