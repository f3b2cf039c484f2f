import { useState } from 'react';
import { api } from '#kit/client/api.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import type {
  SecondFactorReset,
  SecondFactorResetDecision,
} from '#people/sign-in/second-factor.ts';

export type Decision = { kind: 'approve' | 'decline'; reset: SecondFactorReset };

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
