import { useState } from 'react';
import { onHoldAdminLabel } from '#giving/applications/application-state.ts';
import { addressOf } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { RowLink, type RowLinks } from '#kit/lists/row-link.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import { type ListConfig, useList } from '#kit/lists/use-list.ts';
import { may } from '#kit/permissions/permissions.ts';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { useSession } from '#people/session/session.ts';
import { appraisalOutcomes } from '#warehouse/results/appraisal-result.ts';
import {
  type ResultBatch,
  type ResultBatchRow,
  resultBatchRowsPageSize,
} from '#warehouse/results/result-import.ts';
import type { Route } from './+types/batch-page.ts';
import { BatchChip } from './batch-list.tsx';
import { ReverseDialog } from './reverse-dialog.tsx';
import { WaitingBatch } from './waiting-batch.tsx';

export const meta: Route.MetaFunction = () => [
  { title: '取り込みの内容｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

export default function AdminBatch({ params: { batchId } }: Route.ComponentProps) {
  return <Batch key={batchId} batchId={batchId} />;
}

/** A batch that was never released has editable rows, and so another page. */
function Batch({ batchId }: { batchId: string }) {
  const path = addressOf('GET /api/office/results/batches/:id', { params: { id: batchId } });
  const batchQuery = useQuery<{ batch: ResultBatch }>(path);
  const batch = batchQuery.value?.batch;
  if (batch && batch.state !== 'released') {
    return <WaitingBatch batch={batch} onChanged={batchQuery.reload} />;
  }
  return <BatchDetail key={batch?.version ?? 0} batchId={batchId} />;
}

/** One upload: its facts, its rows, and a button to reverse it. */
function BatchDetail({ batchId }: { batchId: string }) {
  const list = useList(batchRowsSource(batchId));
  const { problem } = list.answer;
  const batch = list.answer.value?.body.batch;
  const [isReversing, setReversing] = useState(false);
  const { role } = useSession();
  const mayReverse = may(role, 'results.reverse');
  const mayCorrect = may(role, 'results.correct');
  return (
    <>
      <Link
        to="/admin/results"
        className="-mt-2 mb-1 inline-flex min-h-11 items-center gap-1 text-sm font-bold text-coral-dark no-underline hover:underline"
      >
        <Icon name="chevron-left" className="size-4" />
        査定結果
      </Link>
      <PageHead title="取り込みの内容">
        {mayReverse && batch && !batch.reversedAt && (
          <Button variant="outline" size="small" onClick={() => setReversing(true)}>
            <Icon name="undo" className="size-4" />
            この取り込みを取り消す
          </Button>
        )}
      </PageHead>
      {problem?.type === 'NotFound' ? (
        <EmptyState
          title="取り込みが見つかりませんでした"
          action={
            <ButtonLink to="/admin/results" variant="outline" size="small">
              査定結果へ
            </ButtonLink>
          }
        />
      ) : problem && !batch ? (
        <LoadFailure message={problem.message} onRetry={list.reload} />
      ) : batch ? (
        <div className="grid gap-4">
          <BatchFacts batch={batch} />
          <Panel title="取り込んだ行">
            <ListScreen list={list} look={batchRowsLook(batchId, mayCorrect)} />
          </Panel>
          <ReverseDialog
            batch={batch}
            isOpen={isReversing}
            onClose={() => {
              setReversing(false);
              list.reload();
            }}
          />
        </div>
      ) : (
        <Panel label="取り込みの内容">
          <Skeleton lines={10} />
        </Panel>
      )}
    </>
  );
}

function BatchFacts({ batch }: { batch: ResultBatch }) {
  const { fileName, itemFileName, encoding, rows, accepted, unchanged, donationYen } = batch;
  return (
    <>
      {batch.reversedAt && (
        <Notice title="この取り込みは取り消されました">
          <p>
            {formatDateTime(batch.reversedAt)}
            <span className="ml-3">{batch.reversedBy}</span>
          </p>
          <p className="whitespace-pre-line">理由：{batch.reversalReason}</p>
        </Notice>
      )}
      <Panel label="取り込みの概要">
        <Facts>
          <Fact label="状態">
            <BatchChip batch={batch} />
          </Fact>
          <Fact label="ファイル">
            <span className="break-all">{fileName}</span>
            {encoding && <span className="whitespace-nowrap">（{encoding}）</span>}
          </Fact>
          <Fact label="明細のファイル">
            {itemFileName && <span className="break-all">{itemFileName}</span>}
          </Fact>
          <Fact label="行">
            {formatYen(rows)}行
            {unchanged > 0 &&
              `（新しく${formatYen(accepted)}行、前に取り込んだもの${formatYen(unchanged)}行）`}
          </Fact>
          <Fact label="寄付の合計">
            <b>{formatYen(donationYen)}円</b>
          </Fact>
          <Fact label="取り込み">
            <span className="flex flex-wrap gap-x-3">
              <span>{formatDateTime(batch.createdAt)}</span>
              <span>{batch.uploadedBy}</span>
            </span>
          </Fact>
        </Facts>
      </Panel>
    </>
  );
}

/** An upload as the API returns it, with a page of its rows. */
type BatchAnswer = { batch: ResultBatch; rows: ResultBatchRow[] };

const batchRowsSource = (batchId: string): ListConfig<ResultBatchRow, BatchAnswer> => ({
  path: `/admin/results/${batchId}`,
  api: addressOf('GET /api/office/results/batches/:id', { params: { id: batchId } }),
  // Rows added from another file may have the same position.
  rowKey: ({ appraisalId }) => appraisalId,
  rowsOf: ({ rows }) => rows,
});

/** The rows of an upload in the order of its file, each with its outcome. */
const batchRowsLook = (batchId: string, mayCorrect: boolean): ListDisplay<ResultBatchRow> => ({
  title: '取り込んだ行',
  pageSize: resultBatchRowsPageSize,
  csv: addressOf('GET /api/office/results/batches/:id/rows.csv', { params: { id: batchId } }),
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
