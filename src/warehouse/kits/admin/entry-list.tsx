import { applicationStateFacts } from '#giving/applications/application-state.ts';
import { addressOf } from '#kit/client/send.ts';
import type { ListDisplay } from '#kit/lists/list-screen.tsx';
import { RowLink, type RowLinks } from '#kit/lists/row-link.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import { declaredList } from '#kit/lists/use-list.ts';
import { Chip } from '#kit/ui/chip.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { type KitBatchEntry, kitBatchEntriesPageSize } from '#warehouse/kits/kit-batch.ts';

export const entrySource = (batchId: string) =>
  declaredList({
    path: `/admin/kits/${batchId}`,
    api: addressOf('GET /api/office/kits/batches/:id/entries', { params: { id: batchId } }),
    rowKey: ({ position }) => String(position),
  });

/** The entries of a batch, in the order of printing. */
export const entryLook = (batchId: string): ListDisplay<KitBatchEntry> => ({
  title: '束の中身',
  pageSize: kitBatchEntriesPageSize,
  csv: addressOf('GET /api/office/kits/batches/:id/entries.csv', { params: { id: batchId } }),
  columns: (links) => [
    { label: '順', isNumber: true, cell: ({ position }) => position },
    {
      label: '申込番号',
      isRowHeader: true,
      cell: (entry) => <NumberLink entry={entry} links={links} />,
    },
    {
      label: 'お名前',
      cell: ({ name }) => <span className="wrap-anywhere break-keep">{name}</span>,
    },
    { label: '住所', cell: ({ address }) => <span className="wrap-anywhere">{address}</span> },
    { label: '箱', isNumber: true, cell: ({ boxes }) => boxes },
    { label: 'ご希望', cell: (entry) => <Wish entry={entry} /> },
    { label: '送り状', cell: (entry) => <SlipLink entry={entry} links={links} /> },
    { label: '状態', cell: (entry) => <EntryChip entry={entry} /> },
  ],
  card: (entry, links) => (
    <>
      <CardLine>
        <NumberLink entry={entry} links={links} />
        <EntryChip entry={entry} />
      </CardLine>
      <p className="text-sm">
        {entry.name}・{entry.boxes}箱
      </p>
      <p className="text-sm wrap-anywhere text-ink-2">{entry.address}</p>
      <CardLine>
        <Wish entry={entry} />
        <SlipLink entry={entry} links={links} />
      </CardLine>
    </>
  ),
});

type EntryProps = { entry: KitBatchEntry };

const NumberLink = ({ entry: { appraisalId }, links }: EntryProps & { links: RowLinks }) => (
  <RowLink
    {...links.page(`/admin/applications/${appraisalId}`)}
    className="whitespace-nowrap tabular-nums"
  >
    {appraisalId}
  </RowLink>
);

function Wish({ entry: { deliveryDate, deliverySlot } }: EntryProps) {
  const day = deliveryDate && formatDate(deliveryDate);
  return (
    <span className="text-sm whitespace-nowrap">
      {[day, deliverySlot].filter(Boolean).join(' ')}
    </span>
  );
}

function SlipLink({ entry, links }: EntryProps & { links: RowLinks }) {
  const { yamato, sagawa, state } = entry;
  // An entry taken out or sent is in no file any more.
  const toMend = state === 'waiting' && yamato.problems.length + sagawa.problems.length > 0;
  const isMended = yamato.isMended || sagawa.isMended;
  return (
    <RowLink {...links.entry(String(entry.position))} className="whitespace-nowrap">
      {toMend ? (
        <Chip tone="error">直す</Chip>
      ) : (
        <Chip tone={isMended ? 'leaf' : 'plain'}>{isMended ? '直し済み' : '見る'}</Chip>
      )}
    </RowLink>
  );
}

function EntryChip({ entry }: EntryProps) {
  const { state, isSentByHand, leftOutReason, applicationState } = entry;
  if (state === 'left-out') return <Chip>外した{leftOutReason && `（${leftOutReason}）`}</Chip>;
  if (state === 'sent') return <Chip tone="leaf">発送済み</Chip>;
  if (isSentByHand) return <Chip tone="sky">手作業で発送済み</Chip>;
  if (applicationState === 'cancelled') {
    return <Chip tone="error">{applicationStateFacts.cancelled.admin}</Chip>;
  }
  return <Chip tone="honey">発送前</Chip>;
}
