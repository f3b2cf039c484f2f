import { Panel } from '#kit/lists/panel.tsx';
import { ButtonLink } from '#kit/ui/button.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { ProgressBar } from '#kit/ui/progress-bar.tsx';
import { Timeline } from '#kit/ui/timeline.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { AskForRun } from './ask-for-run.tsx';
import { ConfirmForm } from './confirm-form.tsx';
import { HandOver } from './hand-over.tsx';
import { MakeFile } from './make-file.tsx';
import type { RunProps } from './run-props.ts';
import { type NextStep, nextStep, timelineOf } from './run-steps.ts';
import { Unsend } from './unsend.tsx';

/** The way of a run, what is to be done next and by whom, and the means to do it. */
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
