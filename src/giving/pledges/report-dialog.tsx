import { send } from '#kit/client/send.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { showToast } from '#kit/ui/toast.tsx';
import { PledgeReport } from './pledge-draft.ts';

export type ReportDialogProps = { pledgeId: string; isOpen: boolean; onClose: () => void };

/** Reports a problem with a pledge to the operator; open to anyone. */
export function ReportDialog({ pledgeId, isOpen, onClose }: ReportDialogProps) {
  const form = useForm({
    schema: PledgeReport,
    initial: { reason: '' },
    onInvalid: showMessage,
  });
  const submission = useSubmission(
    (body: PledgeReport) =>
      send('POST /api/my-pledges/:id/report', { params: { id: pledgeId }, body }),
    {
      form,
      onDone() {
        onClose();
        form.reset();
        showToast('お知らせを受け付けました。ありがとうございます。');
      },
    },
  );
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="この投稿の問題を知らせる">
      <Form form={form} onSubmit={form.submit(submission.send)} className="space-y-6">
        <ErrorSummary form={form} />
        <p>運営者が内容を確認し、必要なときは非公開にします。投稿した方には伝わりません。</p>
        <TextArea
          form={form}
          path="reason"
          label="どこに問題がありますか"
          required
          rows={5}
          maxLength={1000}
        />
        <SubmitError message={submission.message} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={onClose}>
            やめる
          </Button>
          <Button type="submit" isBusy={submission.isPending}>
            知らせる
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
