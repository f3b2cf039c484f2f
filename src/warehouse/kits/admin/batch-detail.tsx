import { useState } from 'react';
import { takeBackMinutes } from '#giving/applications/take-back.ts';
import { addressOf, send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { useList } from '#kit/lists/use-list.ts';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { Disclosure } from '#kit/ui/disclosure.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDateTime, timestampToDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { type KitBatch, type KitReview, kitBatchName } from '#warehouse/kits/kit-batch.ts';
import { type Carrier, carriers } from '#warehouse/kits/kit-sender.ts';
import { BatchLabels } from './batch-labels.tsx';
import { BatchChip } from './batch-list.tsx';
import { DissolveDialog } from './dissolve-dialog.tsx';
import { DownloadButton } from './download-button.tsx';
import { entryLook, entrySource } from './entry-list.tsx';
import { MarkPanel } from './mark-panel.tsx';
import { MendForms } from './mend-forms.tsx';

const listOfBatches = { path: '/admin/kits', label: '箱の発送' };

/** A batch: its facts, files and labels, marking it as sent, and its entries. */
export function BatchDetail({ batchId }: { batchId: string }) {
  const params = { id: batchId };
  const query = useQuery(addressOf('GET /api/office/kits/batches/:id', { params }));
  const review = useQuery(addressOf('GET /api/office/kits/batches/:id/review', { params }));
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
              batchId={batchId}
              // Slips cannot be corrected after the kits have left.
              toMend={batch.state === 'frozen' ? review.value?.toMend : undefined}
            />
            <BatchLabels batchId={batchId} boxes={batch.boxes} />
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

/** Undoes marking a whole batch as sent. */
export function TakeBackMark({ batch, onChanged }: { batch: KitBatch; onChanged: () => void }) {
  const { id, version, markedAt } = batch;
  const undoing = useSubmission(
    () =>
      send('POST /api/office/kits/batches/:id/take-back', {
        params: { id },
        body: {},
        ifMatch: `"${version}"`,
      }),
    {
      onDone({ takenBack, stayed }) {
        const rest = stayed > 0 ? `${formatYen(stayed)}件はそのままです。` : '';
        showToast(`${formatYen(takenBack)}件を発送前に戻しました。${rest}`);
        onChanged();
      },
    },
  );
  const untilMs = markedAt && timestampToDate(markedAt).getTime() + takeBackMinutes * 60_000;
  if (!untilMs || Date.now() > untilMs) return null;
  return (
    <Panel title="発送済みを取り消す">
      <p className="text-sm">
        発送済みにしてから{takeBackMinutes}
        分以内なら、束ごと発送前に戻せます。お知らせのメールがまだなら、送りません。送り状とラベルは、そのままお使いいただけます。
      </p>
      <SubmitError message={undoing.message} />
      <Button
        variant="outline"
        size="small"
        className="mt-2"
        isBusy={undoing.isPending}
        onClick={() => void undoing.send(undefined)}
      >
        この束の発送済みを取り消す
      </Button>
    </Panel>
  );
}

/** The files for the carriers' programs, with the number of slips to correct first. */
function BatchFiles({
  batchId,
  toMend,
}: {
  batchId: string;
  toMend: KitReview['toMend'] | undefined;
}) {
  const file = (layout: 'b2cloud' | 'e-hiden3' | 'free', encoding: 'utf8' | 'shift_jis' = 'utf8') =>
    addressOf('GET /api/office/kits/batches/:id/file', {
      params: { id: batchId },
      query: { layout, encoding },
    });
  const { value: options } = useQuery(addressOf('GET /api/office/kits/sender'));
  const usual = options?.carrier ?? 'yamato';
  const other = usual === 'yamato' ? 'sagawa' : 'yamato';
  const countOf = (carrier: Carrier) => toMend?.[carrier] ?? 0;
  const download = (carrier: Carrier, look: { variant?: 'primary' } = {}) => {
    const { layout, label } = programs[carrier];
    return (
      <DownloadButton path={file(layout)} fileName={`${layout}.csv`} {...look}>
        {label}
      </DownloadButton>
    );
  };
  return (
    <Panel title="送り状のファイル">
      <div className="grid gap-3">
        {countOf(usual) > 0 && (
          <Notice title="直すところがあります">
            <p>
              {countOf(usual)}
              件に、送り状に入らない住所や使えない字があります。下の一覧で「直す」と書かれた行を開いてください。すぐに直せないものは、束から外せます。
            </p>
          </Notice>
        )}
        {download(usual, { variant: 'primary' })}
        <Disclosure summary="ほかの形式で書き出す">
          <div className="grid gap-3">
            {download(other)}
            {countOf(other) > 0 && (
              <p className="text-sm text-ink-2">
                {carriers[other]}の送り状では、{countOf(other)}件に直すところがあります。
              </p>
            )}
            <DownloadButton path={file('free')} fileName="free.csv">
              自由な形式（UTF-8）
            </DownloadButton>
            <DownloadButton path={file('free', 'shift_jis')} fileName="free.csv">
              自由な形式（Shift_JIS）
            </DownloadButton>
            <p className="text-sm">
              ゆうパックプリントRでは、自由な形式（Shift_JIS）を使います。「取込フィルタ」で、見出しの「お届け先郵便番号」から「お届け時間帯」までを同じ名前の欄に、「お客様管理番号」を「お客様側管理番号」に割り当ててください。割り当てはゆうパックプリントRが覚えます。
            </p>
          </div>
        </Disclosure>
      </div>
    </Panel>
  );
}

const programs = {
  yamato: { layout: 'b2cloud', label: 'ヤマト B2クラウド' },
  sagawa: { layout: 'e-hiden3', label: '佐川 e飛伝III' },
} as const;
