import { api } from '#kit/client/api.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import type { ActionDialogProps } from './action-props.ts';
import type { ApplicationStatus } from './application.ts';

export function CancelDialog(props: ActionDialogProps) {
  const { application, token, onChange, onConflict, isOpen, onClose } = props;
  const { appraisalId, targetName, version } = application;
  const submission = useSubmission(
    (body: { appraisalId: string; token?: string }) =>
      api<ApplicationStatus>('/api/applications/cancel', { body, ifMatch: `"${version}"` }),
    {
      onDone(cancelled) {
        onClose();
        onChange(cancelled);
        showToast('お申し込みを取り消しました。');
      },
    },
  );
  async function cancel() {
    const outcome = await submission.send({ appraisalId, token });
    if (outcome?.kind === 'refused' && outcome.type === 'Conflict') onConflict(outcome.message);
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="お申し込みを取り消しますか？"
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            申し込みを続ける
          </Button>
          <Button isBusy={submission.isPending} onClick={cancel}>
            申し込みを取り消す
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <p>
          {targetName}への寄付のお申し込み（<span className="whitespace-nowrap">{appraisalId}</span>
          ）を取り消します。箱はお送りしません。取り消したあとは、元に戻せません。
        </p>
        <SubmitError message={submission.message} />
      </div>
    </Dialog>
  );
}
