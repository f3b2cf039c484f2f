import { type ReceiptRun, receiptRunsPageSize } from '#giving/receipt-runs/receipt-run.ts';
import { DoublesPanel } from '#giving/receipts/admin/doubles-panel.tsx';
import { addressOf } from '#kit/client/send.ts';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { RowLink } from '#kit/lists/row-link.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import { declaredList, useList } from '#kit/lists/use-list.ts';
import { Chip } from '#kit/ui/chip.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { RunForm } from './run-form.tsx';

export const meta = () => [
  { title: '受領証明書｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const source = declaredList({
  path: '/admin/receipt-runs',
  api: addressOf('GET /api/office/receipt-runs'),
  rowKey: ({ id }) => id,
});

const runPath = ({ id }: ReceiptRun) => `/admin/receipt-runs/${id}`;
const State = ({ run: { state } }: { run: ReceiptRun }) => (
  <Chip tone={state === 'done' ? 'leaf' : 'honey'}>{state === 'done' ? '完了' : '発行中'}</Chip>
);

const look: ListDisplay<ReceiptRun> = {
  title: '一括発行の記録',
  pageSize: receiptRunsPageSize,
  csv: addressOf('GET /api/office/receipt-runs.csv'),
  columns: (links) => [
    {
      label: '開始',
      isRowHeader: true,
      cell: (run) => (
        <RowLink {...links.page(runPath(run))}>{formatDateTime(run.startedAt)}</RowLink>
      ),
    },
    { label: '年', cell: ({ year }) => `${year}年分` },
    { label: '状態', cell: (run) => <State run={run} /> },
    { label: '発行', isNumber: true, cell: ({ issuedCount }) => `${formatYen(issuedCount)}通` },
    { label: '寄付額', isNumber: true, cell: ({ issuedYen }) => `${formatYen(issuedYen)}円` },
    { label: '郵送', isNumber: true, cell: ({ postCount }) => `${formatYen(postCount)}通` },
  ],
  card: (run, links) => (
    <>
      <CardLine>
        <RowLink {...links.page(runPath(run))}>{run.year}年分</RowLink>
        <State run={run} />
      </CardLine>
      <p className="text-sm tabular-nums">
        {formatYen(run.issuedCount)}通　{formatYen(run.issuedYen)}円（郵送{' '}
        {formatYen(run.postCount)}通）
      </p>
      <p className="text-sm text-ink-2 tabular-nums">{formatDateTime(run.startedAt)}</p>
    </>
  ),
  empty: () => ({
    title: '一括発行はまだありません',
    advice: '上で年を選ぶと、希望された方の証明書をまとめて発行できます。',
  }),
};

/** Issues the year's receipts of everyone who requested one, in one run, and lists duplicate valid papers. */
export default function ReceiptRunsPage() {
  const list = useList(source);
  return (
    <>
      <PageHead title="受領証明書" />
      <div className="grid gap-4">
        <DoublesPanel />
        <Panel title="1年分をまとめて発行する">
          <RunForm />
        </Panel>
        <Panel title="一括発行の記録">
          <ListScreen list={list} look={look} />
        </Panel>
      </div>
    </>
  );
}
