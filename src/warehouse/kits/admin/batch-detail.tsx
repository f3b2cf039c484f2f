import { useState } from 'react';
import { useQuery } from '#kit/client/use-query.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { useList } from '#kit/lists/use-list.ts';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { type KitBatch, type KitReview, kitBatchName } from '#warehouse/kits/kit-batch.ts';
import { BatchFiles } from './batch-files.tsx';
import { BatchLabels } from './batch-labels.tsx';
import { BatchChip } from './batch-list.tsx';
import { DissolveDialog } from './dissolve-dialog.tsx';
import { entryLook, entrySource } from './entry-list.tsx';
import { MarkPanel } from './mark-panel.tsx';
import { MendForms } from './mend-forms.tsx';
import { TakeBackMark } from './take-back-mark.tsx';

const listOfBatches = { path: '/admin/kits', label: '箱の発送' };

/** A batch: its facts, files and labels, marking it as sent, and its entries. */
export function BatchDetail({ batchId }: { batchId: string }) {
  const path = `/api/office/kits/batches/${encodeURIComponent(batchId)}`;
  const query = useQuery<KitBatch>(path);
  const review = useQuery<KitReview>(`${path}/review`);
  const list = useList(entrySource(batchId));
  const [isDissolving, setDissolving] = useState(false);
  const { value: batch, problem } = query;
  const reload = () => {
    query.reload();
    review.reload();
    list.reload();
  };
  if (problem?.type === 'NotFound') return <Absent />;
  if (problem && !batch) return <LoadFailure message={problem.message} onRetry={reload} />;
  if (!batch) {
    return (
      <Panel label="発送の束">
        <Skeleton lines={10} label="束を読み込んでいます" />
      </Panel>
    );
  }
  return (
    <>
      <BackLink list={listOfBatches} />
      <PageHead title={kitBatchName(batch)}>
        {batch.state === 'frozen' && (
          <Button variant="outline" size="small" onClick={() => setDissolving(true)}>
            束を解除する
          </Button>
        )}
      </PageHead>
      <div className="grid gap-4">
        <BatchFacts batch={batch} />
        {batch.state !== 'dissolved' && (
          <div className="grid items-start gap-4 desktop:grid-cols-2">
            <BatchFiles
              path={path}
              // Slips cannot be corrected after the kits have left.
              toMend={batch.state === 'frozen' ? review.value?.toMend : undefined}
            />
            <BatchLabels path={path} boxes={batch.boxes} />
          </div>
        )}
        {batch.state === 'frozen' && (
          <MarkPanel
            // Choices belong to the version that was shown.
            key={review.value?.seen ?? ''}
            batch={batch}
            review={review}
            onChanged={reload}
          />
        )}
        {batch.state === 'marked' && <TakeBackMark batch={batch} onChanged={reload} />}
        <Panel title="束の中身">
          <ListScreen
            list={list}
            look={entryLook(batchId)}
            details={{
              title: '送り状の住所',
              of: (_id, entry) =>
                entry && (
                  <MendForms
                    path={path}
                    entry={entry}
                    batch={batch}
                    onMended={() => {
                      review.reload();
                      list.reload();
                      list.close();
                    }}
                    onStale={reload}
                    onTakenOut={() => {
                      reload();
                      list.close();
                    }}
                  />
                ),
            }}
          />
        </Panel>
      </div>
      <DissolveDialog
        batch={batch}
        isOpen={isDissolving}
        onClose={() => setDissolving(false)}
        onDone={reload}
      />
    </>
  );
}

const Absent = () => (
  <EmptyState
    title="発送の束が見つかりませんでした"
    action={
      <ButtonLink to={listOfBatches.path} variant="outline" size="small">
        箱の発送へ
      </ButtonLink>
    }
  />
);

function BatchFacts({ batch }: { batch: KitBatch }) {
  return (
    <>
      {batch.dissolvedAt && (
        <Notice title="この束は解除されました">
          <p>
            {formatDateTime(batch.dissolvedAt)}
            <span className="ml-3 break-all">{batch.dissolvedBy}</span>
          </p>
          <p className="whitespace-pre-line">理由：{batch.dissolvedReason}</p>
        </Notice>
      )}
      <Panel label="束の概要">
        <Facts>
          <Fact label="状態">
            <BatchChip batch={batch} />
          </Fact>
          <Fact label="申し込み">{formatYen(batch.applications)}件</Fact>
          <Fact label="箱">{formatYen(batch.boxes)}箱</Fact>
          <Fact label="作成">
            <span className="flex flex-wrap gap-x-3">
              <span>{formatDateTime(batch.createdAt)}</span>
              <span className="break-all">{batch.createdBy}</span>
            </span>
          </Fact>
          <Fact label="発送">
            {batch.markedAt && (
              <span className="flex flex-wrap gap-x-3">
                <span>{formatDateTime(batch.markedAt)}</span>
                <span className="break-all">{batch.markedBy}</span>
              </span>
            )}
          </Fact>
        </Facts>
      </Panel>
    </>
  );
}
