import { useState } from 'react';
import * as z from 'zod/mini';
import { addressOf } from '#kit/client/send.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { ReasonDialog } from '#kit/lists/steps/reason-dialog.tsx';
import { StepError } from '#kit/lists/steps/step-error.tsx';
import { useStep } from '#kit/lists/steps/use-step.ts';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { ProgressBar } from '#kit/ui/progress-bar.tsx';
import { Timeline } from '#kit/ui/timeline.tsx';
import { formatDate, formatDateTime } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { yenWords } from '#money/remittances/admin/amounts.ts';
import { AskRunRequest } from '#money/remittances/run.ts';
import { ConfirmForm } from './confirm-form.tsx';
import { DownloadFile } from './download-file.tsx';
import { MakeAnotherFile, MakeFile } from './make-file.tsx';
import type { RunProps } from './run-props.ts';
import { type NextStep, nextStep, timelineOf } from './run-steps.ts';

/** Steps of a run, the next one with its actor, and the buttons for it. */
export function RunNext(props: RunProps) {
  const next = nextStep(props.detail);
  const { title, who, advice } = next;
  return (
    <Panel label="次にすること">
      <Timeline label="送金の段階" entries={timelineOf(props.detail)} />
      <div className="mt-5 grid gap-4 border-t border-dashed border-line pt-4">
        <div>
          {who && <p className="text-sm font-bold text-coral-dark">次にする人：{who}</p>}
          <h2 className="text-lg narrow:text-lg">{title}</h2>
          <p className="max-w-narrow text-sm text-ink-2">{advice}</p>
        </div>
        <Task {...props} task={next.task} />
      </div>
    </Panel>
  );
}

function Task({ task, ...props }: RunProps & { task: NextStep['task'] }) {
  const { detail, mayManage } = props;
  if (task === 'approve') return <Waiting {...props} />;
  if (task === 'wait') return <Confirming {...props} />;
  if (!mayManage) return null;
  switch (task) {
    case 'ask':
      return <AskForRun {...props} />;
    case 'make-file':
      return detail.problemCounts.error === 0 ? <MakeFile {...props} /> : null;
    case 'hand-over':
      return <HandOver {...props} />;
    case 'confirm':
      return (
        <>
          <p>
            <ButtonLink to="/admin/remittances/bank-answers" variant="outline" size="small">
              銀行の明細を取り込む
            </ButtonLink>
          </p>
          <ConfirmForm {...props} which="all" />
          <Unsend {...props} />
        </>
      );
    default:
      return null;
  }
}

function Waiting({ detail: { waiting } }: RunProps) {
  if (!waiting) return null;
  return (
    <p className="text-sm">
      {formatDateTime(waiting.askedAt)}に依頼しました。
      <Link
        to={`/admin/approvals?open=${encodeURIComponent(waiting.id)}`}
        className="ml-1 inline-flex min-h-11 items-center font-bold text-coral-dark underline underline-offset-4"
      >
        承認待ちの依頼を見る
      </Link>
    </p>
  );
}

function Confirming({ detail: { run, confirming } }: RunProps) {
  const arrived = run.confirmed + run.returned;
  return (
    <ProgressBar
      label={`残り${confirming}団体の着金を記録しています`}
      value={arrived}
      max={arrived + confirming}
    />
  );
}

/** Takes the note back that a file went to the bank, as long as nothing of it arrived or came back. */
export function Unsend({ detail: { run, confirming }, onChanged, onReload }: RunProps) {
  const [isOpen, setOpen] = useState(false);
  if (run.confirmed + run.returned + confirming > 0) return null;
  return (
    <div>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        銀行に渡した記録を取り消す
      </Button>
      <ReasonDialog
        title="銀行に渡した記録を取り消しますか？"
        path={addressOf('POST /api/office/remittance-runs/:runId/unsend', {
          params: { runId: run.id },
        })}
        more={{ version: run.version }}
        action="記録を取り消す"
        done="「ファイル作成済み」に戻しました。"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onDone={onChanged}
        onReload={onReload}
      >
        <p>
          間違えて記録したときだけ、お使いください。銀行での振込の依頼は、この画面では取り消せません。
        </p>
      </ReasonDialog>
    </div>
  );
}

const Asked = z.object({ reason: AskRunRequest.shape.reason });

/** Asks a second person for the run as it is shown. */
export function AskForRun({ detail: { run }, onChanged, onReload }: RunProps) {
  const form = useForm({ schema: Asked, initial: { reason: '' } });
  const step = useStep(
    addressOf('POST /api/office/remittance-runs/:runId/ask', { params: { runId: run.id } }),
    {
      form,
      done: '承認を依頼しました。',
      onDone: onChanged,
    },
  );
  return (
    <Form
      form={form}
      className="grid max-w-narrow gap-4"
      onSubmit={form.submit(({ reason }) => step.send({ reason, version: run.version }))}
    >
      <ErrorSummary form={form} />
      <TextField form={form} path="reason" label="承認する人へのメモ" optional maxLength={200} />
      <StepError step={step} onReload={onReload} />
      <div>
        <Button type="submit" isBusy={step.isPending}>
          {formatYen(run.remittances)}団体・{yenWords(run.amountYen)}の承認を依頼する
        </Button>
      </div>
    </Form>
  );
}

/** The bank's file, and the step that records its hand-over. */
export function HandOver(props: RunProps) {
  const { detail, onChanged, onReload } = props;
  const step = useStep(
    addressOf('POST /api/office/remittance-runs/:runId/sent', { params: { runId: detail.run.id } }),
    {
      done: '銀行に渡したことを記録しました。',
      onDone: onChanged,
    },
  );
  const file = detail.files.find(({ isReplaced }) => !isReplaced);
  if (!file) return null;
  const { id, number, remittances, amountYen, transferOn } = file;
  return (
    <>
      {file.replacesNumber > 0 && (
        <Notice title={`銀行に渡すのは、ファイル${number}だけです`}>
          <p>前のファイルも渡すと、二重に振り込まれます。</p>
        </Notice>
      )}
      <Facts>
        <Fact label="ファイル">{String(number)}</Fact>
        <Fact label="件数">{formatYen(remittances)}件</Fact>
        <Fact label="合計">
          <b className="figures">{yenWords(amountYen)}</b>
        </Fact>
        <Fact label="振込指定日">{formatDate(transferOn)}</Fact>
      </Facts>
      <div className="flex flex-wrap items-start gap-3">
        <DownloadFile runId={detail.run.id} fileId={id} number={number} />
        <MakeAnotherFile {...props} file={file} />
      </div>
      <StepError step={step} onReload={onReload} />
      <div className="grid gap-2">
        <p className="text-sm text-ink-2">
          銀行での受付が済んだあとで押してください。お預かりしているお金が「送金中」に移ります。
        </p>
        <div>
          <Button
            isBusy={step.isPending}
            onClick={() => step.send({ fileId: id, version: detail.run.version })}
          >
            ファイル{number}を銀行に渡した
          </Button>
        </div>
      </div>
    </>
  );
}
