import { useState } from 'react';
import { api } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { EmailField } from '#kit/forms/fields/email-field.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { Form } from '#kit/forms/form.tsx';
import { FormButtons } from '#kit/forms/form-buttons.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import {
  resetReasonLength,
  type SecondFactorReset,
  type SecondFactorResetDecision,
  SecondFactorResetRequest,
} from '#people/sign-in/second-factor.ts';

export const meta = () => [
  { title: '2段階認証の解除｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const path = '/api/office/second-factor-resets';

/** Recovery for people who lost every second factor: one operator requests it, another one approves. */
export default function SecondFactorResetsPage() {
  const open = useQuery(path, (signal) => api<{ items: SecondFactorReset[] }>(path, { signal }));
  const [isAsking, setAsking] = useState(false);
  const [decision, setDecision] = useState<Decision>();
  const items = open.value?.items;
  return (
    <>
      <PageHead title="2段階認証の解除">
        <Button size="small" onClick={() => setAsking(true)}>
          解除を依頼する
        </Button>
      </PageHead>
      <p className="mb-5 max-w-narrow text-sm text-ink-2">
        端末も予備コードもなくした方のために、2段階認証を解除します。運営者1人が依頼し、別の運営者1人が承認すると解除され、ご本人のすべての端末がログアウトします。依頼は7日で期限が切れます。
      </p>
      <Panel label="解除の依頼の一覧">
        {open.problem && <LoadFailure message={open.problem.message} onRetry={open.reload} />}
        {!open.problem && !items && <Skeleton lines={4} />}
        {items?.length === 0 && (
          <EmptyState title="いまは依頼がありません" picture="locked">
            依頼があると、ここに表示されます。
          </EmptyState>
        )}
        {items && items.length > 0 && (
          <ul className="divide-y divide-dashed divide-line">
            {items.map((reset) => (
              <li key={reset.id} className="py-4 first:pt-0 last:pb-0">
                <ResetFacts reset={reset} onDecide={(kind) => setDecision({ kind, reset })} />
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <AskDialog isOpen={isAsking} onClose={() => setAsking(false)} onAsked={open.reload} />
      <DecisionDialog
        decision={decision}
        onClose={() => setDecision(undefined)}
        onDecided={open.reload}
      />
    </>
  );
}

function ResetFacts({
  reset: { email, personName, reason, askedBy, askedAt, mayApprove },
  onDecide,
}: {
  reset: SecondFactorReset;
  onDecide: (kind: Decision['kind']) => void;
}) {
  return (
    <div className="grid gap-4">
      <Facts>
        <Fact label="対象の方">
          <b className="wrap-anywhere">{personName}</b>
          <span className="block wrap-anywhere">{email}</span>
        </Fact>
        <Fact label="理由">
          <span className="whitespace-pre-wrap wrap-anywhere">{reason}</span>
        </Fact>
        <Fact label="依頼した人">
          <span className="wrap-anywhere">{askedBy}</span>
          <span className="block text-sm text-ink-2 tabular-nums">{formatDateTime(askedAt)}</span>
        </Fact>
      </Facts>
      {!mayApprove && (
        <p className="text-sm text-ink-2">承認できるのは、依頼した人とご本人を除く運営者です。</p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" size="small" onClick={() => onDecide('decline')}>
          取り下げる
          <span className="sr-only">（{personName}）</span>
        </Button>
        {mayApprove && (
          <Button size="small" onClick={() => onDecide('approve')}>
            承認して解除する
            <span className="sr-only">（{personName}）</span>
          </Button>
        )}
      </div>
    </div>
  );
}

type AskDialogProps = { isOpen: boolean; onClose: () => void; onAsked: () => void };

/** Requests the removal of an account's second factors, with the reason. */
export function AskDialog({ isOpen, ...form }: AskDialogProps) {
  return (
    <Dialog isOpen={isOpen} title="2段階認証の解除を依頼する" onClose={form.onClose}>
      <AskForm {...form} />
    </Dialog>
  );
}

function AskForm({ onClose, onAsked }: Omit<AskDialogProps, 'isOpen'>) {
  const form = useForm({ schema: SecondFactorResetRequest, initial: { email: '', reason: '' } });
  const submission = useSubmission(
    (body: SecondFactorResetRequest) => api('/api/office/second-factor-resets', { body }),
    {
      form,
      onDone() {
        showToast('解除を依頼しました。ほかの運営者の承認をお待ちください。');
        onClose();
        onAsked();
      },
    },
  );
  return (
    <Form form={form} className="grid gap-4" onSubmit={form.submit(submission.send)}>
      <ErrorSummary form={form} />
      <EmailField
        form={form}
        path="email"
        label="対象の方のメールアドレス"
        required
        autoComplete="off"
      />
      <TextArea
        form={form}
        path="reason"
        label="理由"
        required
        rows={3}
        maxLength={resetReasonLength}
        help="ご本人であることをどう確かめたかも、お書きください。運営の記録に残ります。"
      />
      <FormButtons submission={submission} onCancel={onClose}>
        依頼する
      </FormButtons>
    </Form>
  );
}

type Decision = { kind: 'approve' | 'decline'; reset: SecondFactorReset };

const words = {
  approve: {
    title: '2段階認証を解除しますか？',
    text: 'パスキー・認証アプリ・予備コードがすべてなくなり、すべての端末からログアウトします。ご本人にはメールでお知らせします。ご本人からの申し出であることを、もう一度お確かめください。',
    action: '承認して解除する',
    done: '2段階認証を解除しました。',
  },
  decline: {
    title: 'この依頼を取り下げますか？',
    text: '2段階認証は解除されず、そのまま残ります。',
    action: '取り下げる',
    done: '依頼を取り下げました。',
  },
} as const;

/** Confirms approving or declining another operator's request. */
export function DecisionDialog({
  decision,
  onClose,
  onDecided,
}: {
  decision: Decision | undefined;
  onClose: () => void;
  onDecided: () => void;
}) {
  // Keeps the request on the screen while the dialog fades.
  const [shown, setShown] = useState(decision);
  if (decision && decision !== shown) setShown(decision);
  return shown ? (
    <OneDecision
      key={`${shown.kind} ${shown.reset.id}`}
      decision={shown}
      isOpen={decision !== undefined}
      onClose={onClose}
      onDecided={onDecided}
    />
  ) : null;
}

function OneDecision({
  decision: { kind, reset },
  isOpen,
  onClose,
  onDecided,
}: {
  decision: Decision;
  isOpen: boolean;
  onClose: () => void;
  onDecided: () => void;
}) {
  const { title, text, action, done } = words[kind];
  const submission = useSubmission(
    (body: SecondFactorResetDecision) => api(`/api/office/second-factor-resets/${kind}`, { body }),
    {
      onDone() {
        showToast(done);
        onClose();
        onDecided();
      },
    },
  );
  return (
    <Dialog
      isOpen={isOpen}
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" size="small" onClick={onClose}>
            やめる
          </Button>
          <Button
            size="small"
            isBusy={submission.isPending}
            onClick={() => submission.send({ id: reset.id })}
          >
            {action}
          </Button>
        </>
      }
    >
      <div className="space-y-3">
        <p>
          <b className="wrap-anywhere">{reset.personName}</b>
          <span className="block wrap-anywhere">{reset.email}</span>
        </p>
        <p>{text}</p>
        <SubmitError message={submission.message} />
      </div>
    </Dialog>
  );
}
