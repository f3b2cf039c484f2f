import { addressOf } from '#kit/client/send.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import { declaredList, useList } from '#kit/lists/use-list.ts';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { type Scan, scannedBox, scansPageSize } from '#warehouse/intake/scan.ts';
import { OutcomeChip } from './recent-scans.tsx';
import { TakeBackButton } from './take-back-button.tsx';

export const meta = () => [
  { title: '受付の記録｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const source = declaredList({
  path: '/admin/intake/scans',
  api: addressOf('GET /api/office/intake/scans'),
  rowKey: ({ id }) => id,
});

const when = ({ scannedAt }: Scan) => (
  <span className="whitespace-nowrap tabular-nums">{formatDateTime(scannedAt)}</span>
);
const box = (scan: Scan) => <span className="wrap-anywhere tabular-nums">{scannedBox(scan)}</span>;
const nameCell = ({ card }: Scan) => <span className="wrap-anywhere">{card?.name ?? ''}</span>;
const reasonCell = ({ takenBackReason }: Scan) =>
  takenBackReason && <span className="block text-sm text-ink-2">{takenBackReason}</span>;

const styleWith = (onChanged: () => void): ListDisplay<Scan> => ({
  title: '受付の記録',
  pageSize: scansPageSize,
  csv: addressOf('GET /api/office/intake/scans.csv'),
  columns: () => [
    { label: '日時', cell: when },
    { label: '箱', isRowHeader: true, cell: box },
    { label: 'お名前', cell: nameCell },
    {
      label: '結果',
      cell: (scan) => (
        <>
          <OutcomeChip scan={scan} />
          {reasonCell(scan)}
        </>
      ),
    },
    { label: '受け付けた人', cell: ({ scannedByName }) => scannedByName },
    { label: '訂正', cell: (scan) => <TakeBackButton scan={scan} onDone={onChanged} /> },
  ],
  card: (scan) => (
    <>
      <p className="font-bold">{box(scan)}</p>
      <p className="text-sm">{nameCell(scan)}</p>
      <CardLine>
        <span className="text-sm text-ink-2">{when(scan)}</span>
        <OutcomeChip scan={scan} />
      </CardLine>
      {reasonCell(scan)}
      <div className="mt-2 empty:hidden">
        <TakeBackButton scan={scan} onDone={onChanged} />
      </div>
    </>
  ),
  empty: () => ({
    title: 'まだ何も読み取っていません',
    advice: '到着の受付の画面で箱を読み取ると、ここに残ります。',
  }),
});

/** The scans at the door, newest first. */
export default function ScansPage() {
  const list = useList(source);
  return (
    <>
      <BackLink list={{ path: '/admin/intake', label: '到着の受付' }} />
      <PageHead title="受付の記録" />
      <Panel label="受付の記録の一覧">
        <ListScreen list={list} look={styleWith(list.reload)} />
      </Panel>
    </>
  );
}
