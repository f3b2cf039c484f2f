import { Link } from 'react-router';
import { formatDateTime } from '#app/admin/date-time.ts';
import { LoadProblem } from '#app/admin/load-problem.tsx';
import { Panel } from '#app/admin/panel.tsx';
import { CardLine, Rows } from '#app/admin/rows.tsx';
import type { Answer } from '#app/admin/use-query.ts';
import { Chip } from '#app/ui/chip.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Pagination } from '#app/ui/navigation/pagination.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Column } from '#app/ui/table.tsx';
import type { ResultBatch } from '#domain/results/result-import.ts';
import { formatYen } from '#domain/values/yen.ts';

/** As the API pages them. */
const batchesPerPage = 20;

/** The uploads that were imported, newest first. */
export function BatchList({ answer, page }: { answer: Answer<ResultBatch[]>; page: number }) {
  const { value: batches, total = 0, problem, isLoading, reload } = answer;
  return (
    <Panel title="これまでの取り込み">
      {problem ? (
        <LoadProblem problem={problem} onRetry={reload} />
      ) : !batches ? (
        <Skeleton lines={5} />
      ) : batches.length > 0 ? (
        <div aria-busy={isLoading}>
          <Rows
            caption="これまでの取り込み"
            columns={columns}
            rows={batches}
            rowKey={({ id }) => id}
            card={(batch) => <BatchCard batch={batch} />}
          />
        </div>
      ) : (
        <EmptyState
          title={page > 1 ? 'このページに取り込みはありません' : 'まだ取り込みがありません'}
        >
          {page > 1 ? '前のページをご覧ください。' : '査定結果を取り込むと、ここに並びます。'}
        </EmptyState>
      )}
      <Pagination
        page={page}
        pageCount={Math.ceil(total / batchesPerPage)}
        href={(number) => (number === 1 ? '/admin/results' : `/admin/results?page=${number}`)}
      />
    </Panel>
  );
}

const columns: Column<ResultBatch>[] = [
  {
    label: '取り込み日時',
    cell: ({ createdAt }) => (
      <span className="whitespace-nowrap tabular-nums">{formatDateTime(createdAt)}</span>
    ),
  },
  {
    label: 'ファイル',
    isRowHeader: true,
    cell: (batch) => <BatchLink batch={batch} />,
  },
  { label: '行', isNumber: true, cell: ({ accepted }) => formatYen(accepted) },
  { label: '寄付', isNumber: true, cell: ({ donationYen }) => `${formatYen(donationYen)}円` },
  { label: '担当', cell: ({ uploadedBy }) => <span className="break-all">{uploadedBy}</span> },
  { label: '状態', cell: (batch) => <BatchChip batch={batch} /> },
];

function BatchLink({ batch: { id, fileName } }: { batch: ResultBatch }) {
  return (
    <Link
      to={`/admin/results/${id}`}
      className="font-bold break-all text-coral-dark underline underline-offset-4 max-narrow:inline-flex max-narrow:min-h-11 max-narrow:items-center"
    >
      {fileName || '（名前なし）'}
    </Link>
  );
}

function BatchCard({ batch }: { batch: ResultBatch }) {
  return (
    <>
      <CardLine>
        <BatchLink batch={batch} />
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

/** Whether a batch stands. */
export function BatchChip({ batch }: { batch: ResultBatch }) {
  return batch.reversedAt ? <Chip>取り消し済み</Chip> : <Chip tone="leaf">取り込み済み</Chip>;
}
