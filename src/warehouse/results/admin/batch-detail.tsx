import { useState } from 'react';
import { ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { useList } from '#kit/lists/use-list.ts';
import { may } from '#kit/permissions/permissions.ts';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
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
import type { ResultBatch } from '#warehouse/results/result-import.ts';
import { BatchChip } from './batch-list.tsx';
import { batchRowsLook, batchRowsSource } from './batch-rows.tsx';
import { ReverseDialog } from './reverse-dialog.tsx';

/** One upload: its facts, its rows, and a button to reverse it. */
export function BatchDetail({ batchId }: { batchId: string }) {
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
