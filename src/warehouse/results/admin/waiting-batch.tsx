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
import { may } from '#kit/permissions/permissions.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { ProgressBar } from '#kit/ui/progress-bar.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDateTime, timestampToDate, toTimestamp } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { useSession } from '#people/session/session.ts';
import type { ResultBatch } from '#warehouse/results/result-import.ts';
import { BatchChip } from './batch-list.tsx';
import { FlaggedRows } from './flagged-rows.tsx';
import { ReasonForm } from './reason-form.tsx';
import { ScheduleForm } from './schedule-form.tsx';
import { releaseTimeText } from './waiting-batches.tsx';
import { NewRowForm, WaitingRowForm } from './waiting-row-form.tsx';
import { waitingLook, waitingSource } from './waiting-rows.tsx';

const steps = {
  release: '確定して、寄付者に知らせますか？',
  schedule: '自動で確定する日時',
  drop: 'この取り込みを取りやめますか？',
  add: '行を加える',
} as const;

/** A batch before its release: unlikely results first, then all rows, and the button to release it. */
export function WaitingBatch({ batch, onChanged }: { batch: ResultBatch; onChanged: () => void }) {
  const { role } = useSession();
  const list = useList(waitingSource(batch.id));
  const flagged = useQuery(
    addressOf('GET /api/office/results/batches/:id/waiting', {
      params: { id: batch.id },
      query: { view: 'flagged' },
    }),
  );
  const [step, setStep] = useState<keyof typeof steps>();
  const isWaiting = batch.state === 'waiting';
  const mayRelease = isWaiting && may(role, 'results.release');
  const mayMend = isWaiting && may(role, 'results.import');
  const reload = () => {
    onChanged();
    flagged.reload();
    list.onChanged();
  };
  const done = () => {
    setStep(undefined);
    reload();
  };
  return (
    <>
      <BackLink list={{ path: '/admin/results', label: '査定結果' }} />
      <PageHead title="取り込みの内容">
        {mayMend && (
          <Button variant="outline" size="small" onClick={() => setStep('add')}>
            行を加える
          </Button>
        )}
        {mayRelease && (
          <>
            <Button variant="outline" size="small" onClick={() => setStep('schedule')}>
              予定を変える
            </Button>
            <Button variant="outline" size="small" onClick={() => setStep('drop')}>
              取りやめる
            </Button>
            <Button size="small" onClick={() => setStep('release')}>
              確定する
            </Button>
          </>
        )}
      </PageHead>
      <div className="grid gap-4">
        {!isWaiting && (
          <Dropped batch={batch} mayUndo={may(role, 'results.release')} onChanged={reload} />
        )}
        <WaitingFacts batch={batch} />
        {mayMend && (flagged.value ?? []).length > 0 && (
          <Panel title={`確かめる行（${formatYen(batch.flagged)}件）`}>
            <FlaggedRows
              rows={flagged.value ?? []}
              pathTo={(id) => list.pathTo({ open: id })}
              onDone={reload}
            />
          </Panel>
        )}
        <Panel title="受け付けた行">
          <ListScreen
            list={list}
            look={waitingLook(batch.id)}
            details={{
              title: '確定前の結果',
              of: (id) => <WaitingRowForm key={id} id={id} mayMend={mayMend} onChanged={reload} />,
            }}
          />
        </Panel>
      </div>
      {/* Reloads on closing: after a refusal the batch has changed. */}
      <Dialog isOpen={step !== undefined} title={steps[step ?? 'release']} onClose={done}>
        {step === 'release' && <ReleaseForm batch={batch} onClose={done} onDone={onChanged} />}
        {step === 'schedule' && <ScheduleForm batch={batch} onClose={done} onDone={done} />}
        {step === 'add' && <NewRowForm batchId={batch.id} onDone={done} />}
        {step === 'drop' && (
          <ReasonForm
            path={addressOf('POST /api/office/results/batches/:id/drop', {
              params: { id: batch.id },
            })}
            version={batch.version}
            label="取りやめる理由"
            action="取りやめる"
            onDone={done}
          />
        )}
      </Dialog>
    </>
  );
}

/** Who dropped the batch and why, with a button to restore it while possible. */
function Dropped({
  batch: { id, version, reversedAt, reversedBy, reversalReason },
  mayUndo,
  onChanged,
}: {
  batch: ResultBatch;
  mayUndo: boolean;
  onChanged: () => void;
}) {
  const [openedAt] = useState(() => Date.now());
  const until =
    reversedAt && new Date(timestampToDate(reversedAt).getTime() + takeBackMinutes * 60_000);
  const undo = useSubmission(
    (_: Record<never, never>, idempotencyKey) =>
      send('POST /api/office/results/batches/:id/restore', {
        params: { id },
        body: { version },
        idempotencyKey,
      }),
    {
      onDone() {
        showToast('取りやめを取り消しました。');
        onChanged();
      },
    },
  );
  return (
    <Notice title="この取り込みは取りやめました">
      <p>
        {reversedAt && formatDateTime(reversedAt)} {reversedBy}
      </p>
      <p className="whitespace-pre-line">理由：{reversalReason}</p>
      <SubmitError message={undo.message} />
      {mayUndo && until && openedAt < until.getTime() && (
        <p className="mt-2">
          <Button
            variant="outline"
            size="small"
            isBusy={undo.isPending}
            onClick={() => undo.send({})}
          >
            取りやめを取り消す（{formatDateTime(toTimestamp(until)).slice(-5)}まで）
          </Button>
        </p>
      )}
    </Notice>
  );
}

function WaitingFacts({ batch }: { batch: ResultBatch }) {
  return (
    <Panel label="取り込みの概要">
      <Facts>
        <Fact label="状態">
          <BatchChip batch={batch} />
        </Fact>
        {batch.state === 'waiting' && <Fact label="確定の予定">{releaseTimeText(batch)}</Fact>}
        <Fact label="ファイル">
          <span className="break-all">{batch.fileName}</span>
        </Fact>
        <Fact label="行">{formatYen(batch.accepted)}行</Fact>
        <Fact label="寄付の見込み">
          <b>{formatYen(batch.donationYen)}円</b>
        </Fact>
        <Fact label="受け付け">
          {formatDateTime(batch.createdAt)} {batch.uploadedBy}
        </Fact>
      </Facts>
    </Panel>
  );
}

/** Explains a release, and sends it for the version shown. */
export function ReleaseForm({
  batch,
  onClose,
  onDone,
}: {
  batch: ResultBatch;
  onClose: () => void;
  onDone: () => void;
}) {
  const { id, version, accepted, donationYen, flagged } = batch;
  const submission = useSubmission(
    (_: Record<never, never>, idempotencyKey) =>
      send('POST /api/office/results/batches/:id/release', {
        params: { id },
        body: { version },
        idempotencyKey,
      }),
    {
      onDone() {
        showToast('確定しました。');
        onDone();
      },
    },
  );
  return (
    <div className="grid gap-4">
      <p>
        {formatYen(accepted)}行・寄付の見込み {formatYen(donationYen)}
        円を確定し、お申し込みの方へ結果をメールでお知らせします。
      </p>
      {flagged > 0 && (
        <p className="font-bold text-error">
          確かめる行が{formatYen(flagged)}件あります。理由を書くか、直すか、外してください。
        </p>
      )}
      <SubmitError message={submission.message} />
      {submission.isPending && <ProgressBar label="確定しています。このままお待ちください。" />}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" size="small" onClick={onClose}>
          やめる
        </Button>
        {flagged === 0 && (
          <Button size="small" isBusy={submission.isPending} onClick={() => submission.send({})}>
            確定して知らせる
          </Button>
        )}
      </div>
    </div>
  );
}
